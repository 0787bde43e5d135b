-- The other side of an invitation: reading what it is about, also without an account, and accepting it.

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
    found.organization_id,
    organization.name,
    coalesce(nullif(profile.display_name, ''), nullif(profile.full_name, ''), profile.email),
    found.role,
    found.email,
    found.expires_at,
    found.organization_id = any (array(select private.my_organization_ids())) and (select private.has_passed_second_step())
  from (
    select
      invitation.*,
      case
        when invitation.revoked_at is not null then 'revoked'
        when invitation.uses >= invitation.max_uses then 'used'
        when invitation.expires_at <= now() then 'expired'
        else 'open'
      end as state
    from public.organization_invitations as invitation
    where invitation.token_hash = private.hash_invitation_token(look_up_invitation.token)
  ) as found
  join public.organizations as organization on organization.id = found.organization_id and organization.status = 'active'
  left join public.user_profiles as profile on profile.id = found.invited_by
$$;
comment on function public.look_up_invitation(text) is
  'What an invitation is about, for whoever has its secret. No row when there is none.';
revoke execute on function public.look_up_invitation(text) from public;
grant execute on function public.look_up_invitation(text) to anon, authenticated, service_role;

create function public.accept_invitation(token text) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  hash text := private.hash_invitation_token(token);
  caller uuid := auth.uid();
  invitation public.organization_invitations;
  standing text;
begin
  if caller is null or not private.has_passed_second_step() then
    perform private.refuse_invitation('not_allowed');
  end if;
  -- The workspace before the invitation: that is how they go when the workspace is deleted.
  perform from public.organizations as organization
  where organization.status = 'active' and organization.id = (
    select known.organization_id from public.organization_invitations as known where known.token_hash = hash
  )
  for key share;
  -- Whoever comes second, or while it is taken back, waits here and sees what came of it.
  select known.* into invitation
  from public.organization_invitations as known
  join public.organizations as organization on organization.id = known.organization_id and organization.status = 'active'
  where known.token_hash = hash
  for update of known;
  if not found then
    perform private.refuse_invitation('unknown');
  end if;
  -- The account's own address, which it has shown to be its own; not the profile's copy.
  if invitation.email is not null and not exists (
    select from auth.users as account
    where account.id = caller and lower(account.email) = invitation.email and account.email_confirmed_at is not null
  ) then
    perform private.refuse_invitation('other_address');
  end if;
  select member.status into standing
  from public.organization_members as member
  where member.organization_id = invitation.organization_id and member.user_id = caller;
  if standing is distinct from 'active' then
    case
      when standing is not null then perform private.refuse_invitation('unknown');
      when invitation.revoked_at is not null then perform private.refuse_invitation('revoked');
      when invitation.uses >= invitation.max_uses then perform private.refuse_invitation('used');
      when invitation.expires_at <= clock_timestamp() then perform private.refuse_invitation('expired');
      else null;
    end case;
    insert into public.organization_members as member (organization_id, user_id, role)
    values (invitation.organization_id, caller, invitation.role)
    on conflict do nothing;
  elsif invitation.email is null or invitation.revoked_at is not null or invitation.uses > 0 then
    -- Already in, by this one or another: nothing is left to do.
    return invitation.organization_id;
  end if;
  update public.organization_invitations as known set uses = known.uses + 1 where known.id = invitation.id;
  return invitation.organization_id;
end
$$;
comment on function public.accept_invitation(text) is
  'Makes the caller a member by the secret of an invitation or a join link. Once they are, it changes nothing.';
revoke execute on function public.accept_invitation(text) from public, anon;
grant execute on function public.accept_invitation(text) to authenticated, service_role;
