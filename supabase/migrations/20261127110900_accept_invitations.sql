-- The other side of an invitation or join link, while it has not expired: reading what it is about, also without an account, and accepting it.

create function private.invitation_state(invitation public.organization_invitations, person uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case
    when (invitation).revoked_at is not null then 'revoked'
    when (invitation).uses >= (invitation).max_uses then 'used'
    when (invitation).expires_at <= clock_timestamp() then 'expired'
    when exists (
      select from public.former_members as former
      where former.organization_id = (invitation).organization_id and former.user_id = person
        and (
          (invitation).created_at <= former.removed_at
          or ((invitation).created_at <= former.left_at and (invitation).role = 'admin' and former.role = 'member')
        )
    ) then 'refused'
    else 'open'
  end
$$;
comment on function private.invitation_state(public.organization_invitations, uuid) is
  'Whether it lets a person in: open, or why not: revoked, used, expired, or refused because it is from before they left.';
revoke execute on function private.invitation_state(public.organization_invitations, uuid) from public, anon, authenticated;

-- A closed invitation tells only why it is closed, and members, in addition, which of their workspaces it was for.
create function public.look_up_invitation(token text)
returns table (
  state text, organization_id uuid, organization_name text, inviter_name text, role text, email text,
  expires_at timestamptz, is_member boolean
)
language sql stable security definer
set search_path = ''
rows 1
as $$
  select
    found.state,
    case when found.is_open or found.is_member then found.organization_id end,
    case when found.is_open or found.is_member then found.organization_name end,
    case when found.is_open then coalesce(nullif(profile.display_name, ''), nullif(profile.full_name, ''), profile.email) end,
    case when found.is_open then found.role end,
    case when found.is_open then found.email end,
    case when found.is_open then found.expires_at end,
    found.is_member
  from (
    select
      invitation.*,
      organization.name as organization_name,
      known.state,
      known.state = 'open' as is_open,
      invitation.organization_id = any (array(select private.my_organization_ids()))
        and (select private.has_passed_second_step()) as is_member
    from public.organization_invitations as invitation
    join public.organizations as organization
      on organization.id = invitation.organization_id and organization.status = 'active'
    cross join lateral private.invitation_state(invitation, auth.uid()) as known (state)
    where invitation.token_hash = private.hash_invitation_token(look_up_invitation.token)
  ) as found
  left join public.user_profiles as profile on profile.id = found.invited_by
$$;
comment on function public.look_up_invitation(text) is
  'Describes an invitation to anybody who has its secret, and says why it is closed. No row for an unknown secret.';
revoke execute on function public.look_up_invitation(text) from public;
grant execute on function public.look_up_invitation(text) to anon, authenticated, service_role;

-- People who sign up in order to join need no second, empty workspace beside the one they join. Only the workspace of the sign-up goes,
-- and only where nobody has done anything with it: a workspace that was renamed keeps the slug of its first name.
create function private.drop_unused_welcome(person uuid, joined uuid, invited_at timestamptz) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  welcome uuid;
begin
  select organization.id into welcome
  from public.organizations as organization
  join public.user_profiles as profile on profile.id = organization.created_by and profile.created_at = organization.created_at
  where profile.id = person and profile.created_at >= invited_at and organization.id <> joined
    and left(private.slug_of(organization.name), -10) = left(organization.slug, -10)
    and organization.logo_url is null and organization.description is null
  -- A page, a member or an invitation that comes at the same time waits here, or is seen below.
  for update of organization;
  if welcome is null
    or exists (select from public.pages where organization_id = welcome)
    or exists (select from public.page_activity where organization_id = welcome)
    or exists (select from public.organization_invitations where organization_id = welcome)
    or exists (select from public.notion_connections where organization_id = welcome)
    or exists (select from public.organization_members where organization_id = welcome and user_id <> person) then
    return;
  end if;
  delete from public.organizations where id = welcome;
end
$$;
comment on function private.drop_unused_welcome(uuid, uuid, timestamptz) is
  'Deletes the workspace that a person got by signing up, if they signed up after being invited and never used it.';
revoke execute on function private.drop_unused_welcome(uuid, uuid, timestamptz) from public, anon, authenticated;

create function public.accept_invitation(token text) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  hash text := private.hash_invitation_token(token);
  caller uuid := auth.uid();
  invitation public.organization_invitations;
  standing text;
  state text;
begin
  if caller is null or not private.has_passed_second_step() then
    perform private.refuse_invitation('second_step');
  end if;
  -- Locks the workspace before the invitation, as deleting the workspace does.
  perform from public.organizations as organization
  where organization.status = 'active' and organization.id = (
    select known.organization_id from public.organization_invitations as known where known.token_hash = hash
  )
  for key share;
  -- A second acceptance, or one during a revocation, waits here and sees the outcome.
  select known.* into invitation
  from public.organization_invitations as known
  join public.organizations as organization on organization.id = known.organization_id and organization.status = 'active'
  where known.token_hash = hash
  for update of known;
  if not found then
    perform private.refuse_invitation('unknown');
  end if;
  select member.status into standing
  from public.organization_members as member
  where member.organization_id = invitation.organization_id and member.user_id = caller;
  state := private.invitation_state(invitation, caller);
  if standing = 'active' and (invitation.email is null or state <> 'open') then
    -- Already in, by this one or another: nothing is left to do.
    return invitation.organization_id;
  end if;
  if standing <> 'active' then
    perform private.refuse_invitation('unknown');
  end if;
  if state <> 'open' then
    perform private.refuse_invitation(state);
  end if;
  -- The account's confirmed address, not the profile's copy.
  if invitation.email is not null and not exists (
    select from auth.users as account
    where account.id = caller and account.email_confirmed_at is not null
      and invitation.email in (lower(account.email), private.mailbox_of(account.email))
  ) then
    perform private.refuse_invitation('other_address');
  end if;
  if standing is null then
    insert into public.organization_members as member (organization_id, user_id, role)
    values (invitation.organization_id, caller, invitation.role)
    on conflict do nothing;
    perform private.drop_unused_welcome(caller, invitation.organization_id, invitation.created_at);
  end if;
  update public.organization_invitations as known set uses = known.uses + 1 where known.id = invitation.id;
  return invitation.organization_id;
end
$$;
comment on function public.accept_invitation(text) is
  'Makes the caller a member by the secret of an invitation or a join link. Once they are, it changes nothing.';
revoke execute on function public.accept_invitation(text) from public, anon;
grant execute on function public.accept_invitation(text) to authenticated, service_role;
