-- Removing somebody did not end the join links that they had: they came back by one. And an admin who was made a member left
-- and came back as an admin, by a link that was made for admins. Now the workspace remembers who left it, and as what.
-- No invitation or link from before a removal lets that person in, and none from before they left gives more than the role
-- that they had last. What is made for them afterwards counts as for anybody.

create table public.former_members (
  organization_id uuid not null,
  user_id uuid not null,
  role text not null,
  left_at timestamptz not null,
  removed_at timestamptz
);
comment on table public.former_members is 'Who is, or was for a time, no longer in a workspace: which ways in do not count for them.';
comment on column public.former_members.organization_id is 'The workspace.';
comment on column public.former_members.user_id is 'The person.';
comment on column public.former_members.role is 'What they were when they left it last.';
comment on column public.former_members.left_at is 'When that was, on their own or not.';
comment on column public.former_members.removed_at is 'When somebody else ended their membership last; null: nobody has.';

alter table public.former_members
  add constraint former_members_pkey primary key (organization_id, user_id),
  add constraint former_members_organization_id_fkey
    foreign key (organization_id) references public.organizations (id) on delete cascade,
  add constraint former_members_user_id_fkey
    foreign key (user_id) references public.user_profiles (id) on delete cascade,
  add constraint former_members_role_known check (role in ('owner', 'admin', 'member'));
create index former_members_user_id_idx on public.former_members (user_id);

revoke all on table public.former_members from anon, authenticated;
grant all on table public.former_members to service_role;
alter table public.former_members enable row level security;

-- There is no policy that allows anything.
create policy former_members_all_second_step on public.former_members as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create function private.remember_former_member() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- With the workspace, or with the account, everything goes that is remembered here.
  if exists (select from public.organizations as organization where organization.id = old.organization_id)
    and exists (select from public.user_profiles as profile where profile.id = old.user_id)
  then
    insert into public.former_members as former (organization_id, user_id, role, left_at, removed_at)
    values (
      old.organization_id, old.user_id, old.role, clock_timestamp(),
      case when auth.uid() is distinct from old.user_id then clock_timestamp() end
    )
    on conflict (organization_id, user_id) do update
    set role = excluded.role, left_at = excluded.left_at, removed_at = coalesce(excluded.removed_at, former.removed_at);
  end if;
  return null;
end
$$;
comment on function private.remember_former_member() is 'Trigger: a workspace remembers who left it, when, and as what.';
revoke execute on function private.remember_former_member() from public, anon, authenticated;

create trigger organization_members_remember_former after delete on public.organization_members
  for each row execute function private.remember_former_member();

create or replace function private.refuse_invitation(rule text) returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal record;
begin
  select known.code, known.message into strict refusal
  from (values
    ('unknown', 'TR020', 'This invitation is not valid. Ask for a new one.'),
    ('revoked', 'TR021', 'This invitation was taken back. Ask for a new one.'),
    ('expired', 'TR022', 'This invitation has expired. Ask for a new one.'),
    ('used', 'TR023', 'This invitation has been used already. Ask for a new one.'),
    ('other_address', 'TR024', 'This invitation is for another email address.'),
    ('too_many', 'TR025', 'Too many invitations. Please wait a while, and try again.'),
    ('addresses', 'TR026', 'Enter between 1 and 50 valid email addresses.'),
    ('role', 'TR027', 'People are invited as members or admins.'),
    ('link_limits', 'TR028', 'A join link is good for 1 to 90 days and for 1 to 1000 people.'),
    ('refused', 'TR029', 'This invitation was made before you left the workspace. Ask for a new one.'),
    ('not_allowed', '42501', 'Only owners and admins of the workspace may do this.')
  ) as known (rule, code, message)
  where known.rule = refuse_invitation.rule;
  raise exception using errcode = refusal.code, message = refusal.message;
end
$$;

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

-- One that is closed tells that, and to members which workspace of theirs it was for. It told workspace, inviter and address.
create or replace function public.look_up_invitation(token text)
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
  'What an open invitation is about, for whoever has its secret; why one is closed. No row when there is none.';

create or replace function public.accept_invitation(token text) returns uuid
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
  -- The account's own address, which it has shown to be its own; not the profile's copy.
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
  end if;
  update public.organization_invitations as known set uses = known.uses + 1 where known.id = invitation.id;
  return invitation.organization_id;
end
$$;
