-- Ways into a workspace for people who are not in it: an invitation of one address, or a link for several people. Both
-- are a secret in a link, of which the database keeps no more than a hash: it is told once, to whoever makes it.

create table public.organization_invitations (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  email text,
  role text not null default 'member',
  token_hash text not null,
  invited_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  max_uses integer,
  uses integer not null default 0,
  revoked_at timestamptz
);
comment on table public.organization_invitations is
  'Invitations by address, and join links. None is ever deleted before its workspace: the limits count them.';
comment on column public.organization_invitations.id is 'Never changes. It is no secret and opens nothing.';
comment on column public.organization_invitations.organization_id is 'The workspace that it leads into.';
comment on column public.organization_invitations.email is 'In lower case: only this address may accept. Null: whoever has the link.';
comment on column public.organization_invitations.role is 'What one becomes; nobody is invited as an owner.';
comment on column public.organization_invitations.token_hash is 'SHA-256 of the secret in the link. No client reads it.';
comment on column public.organization_invitations.invited_by is 'Who made it; null once that account is gone.';
comment on column public.organization_invitations.created_at is 'When it was made.';
comment on column public.organization_invitations.expires_at is 'It lets nobody in after this.';
comment on column public.organization_invitations.max_uses is 'How many people it lets in; null: any number.';
comment on column public.organization_invitations.uses is 'How many people it has let in.';
comment on column public.organization_invitations.revoked_at is 'When it was taken back, or replaced by a newer one for the same address.';

alter table public.organization_invitations
  add constraint organization_invitations_pkey primary key (id),
  add constraint organization_invitations_token_hash_key unique (token_hash),
  add constraint organization_invitations_organization_id_fkey
    foreign key (organization_id) references public.organizations (id) on delete cascade,
  add constraint organization_invitations_invited_by_fkey
    foreign key (invited_by) references public.user_profiles (id) on delete set null,
  add constraint organization_invitations_role_known check (role in ('admin', 'member')),
  add constraint organization_invitations_email_form
    check (email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and email = lower(email) and char_length(email) <= 254),
  add constraint organization_invitations_one_person check (email is null or (max_uses is not null and max_uses = 1)),
  add constraint organization_invitations_uses_limited check (uses between 0 and coalesce(max_uses, uses)),
  add constraint organization_invitations_max_uses_range check (max_uses between 1 and 1000);

-- One that waits for an address at a time: a new one takes the place of the old one.
create unique index organization_invitations_waiting_idx
  on public.organization_invitations (organization_id, email)
  where revoked_at is null and uses = 0 and email is not null;
create index organization_invitations_organization_id_idx
  on public.organization_invitations (organization_id, created_at);
create index organization_invitations_invited_by_idx on public.organization_invitations (invited_by, created_at);
create index organization_invitations_email_idx on public.organization_invitations (email, created_at);

revoke all on table public.organization_invitations from anon, authenticated;
-- Everything but the hash. What is written goes through functions.
grant select (id, organization_id, email, role, invited_by, created_at, expires_at, max_uses, uses, revoked_at)
  on table public.organization_invitations to authenticated;
grant all on table public.organization_invitations to service_role;

alter table public.organization_invitations enable row level security;

-- Owners and admins see who is invited, and by which links people come in.
create policy organization_invitations_select_administrator on public.organization_invitations for select to authenticated
  using (organization_id = any (array(select private.my_organization_ids('{owner,admin}'))));

create policy organization_invitations_all_second_step on public.organization_invitations as restrictive
  for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

-- The rules of invitations, and their codes: TR020 to TR029 are theirs. See private.refuse().
create function private.refuse_invitation(rule text) returns void
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
    ('not_allowed', '42501', 'Only owners and admins of the workspace may do this.')
  ) as known (rule, code, message)
  where known.rule = refuse_invitation.rule;
  raise exception using errcode = refusal.code, message = refusal.message;
end
$$;
comment on function private.refuse_invitation(text) is 'Raises the error of a broken rule of invitations.';
revoke execute on function private.refuse_invitation(text) from public, anon, authenticated;

-- The membership stays locked until the end of the transaction: whoever takes this role from the caller at the same
-- moment waits, and then takes back what the caller has made (see the trigger below).
create function private.require_administrator(organization_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform from public.organization_members as member
  where member.organization_id = require_administrator.organization_id
    and member.user_id = (select auth.uid())
    and member.status = 'active'
    and member.role in ('owner', 'admin')
  for share;
  if not found
    or not private.has_passed_second_step()
    or not exists (
      select from public.organizations as organization
      where organization.id = require_administrator.organization_id and organization.status = 'active'
    )
  then
    perform private.refuse_invitation('not_allowed');
  end if;
end
$$;
comment on function private.require_administrator(uuid) is
  'Refuses callers who are neither owner nor admin, and keeps the role of those who are until the transaction ends.';
revoke execute on function private.require_administrator(uuid) from public, anon, authenticated;

create function private.hash_invitation_token(token text) returns text
language sql immutable
set search_path = ''
as $$ select encode(sha256(convert_to(token, 'UTF8')), 'hex') $$;
comment on function private.hash_invitation_token(text) is 'What is kept of a secret. It is random, so it needs no salt.';
revoke execute on function private.hash_invitation_token(text) from public, anon, authenticated;

create function private.new_invitation_token() returns text
language sql volatile
set search_path = ''
as $$ select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') $$;
comment on function private.new_invitation_token() is 'A secret of 244 random bits.';
revoke execute on function private.new_invitation_token() from public, anon, authenticated;

-- Who may no longer invite leaves no way in behind.
create function private.revoke_invitations_of_former_administrator() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.organization_invitations as invitation
  set revoked_at = clock_timestamp()
  where invitation.organization_id = old.organization_id
    and invitation.invited_by = old.user_id
    and invitation.revoked_at is null
    and invitation.uses < coalesce(invitation.max_uses, invitation.uses + 1);
  return null;
end
$$;
comment on function private.revoke_invitations_of_former_administrator() is
  'Trigger: takes back the open invitations and join links of whoever stops being an owner or admin.';
revoke execute on function private.revoke_invitations_of_former_administrator() from public, anon, authenticated;

create trigger organization_members_revoke_on_step_down after update on public.organization_members
  for each row
  when (
    old.role in ('owner', 'admin') and old.status = 'active'
    and not (new.role in ('owner', 'admin') and new.status = 'active')
  )
  execute function private.revoke_invitations_of_former_administrator();

create trigger organization_members_revoke_on_leave after delete on public.organization_members
  for each row when (old.role in ('owner', 'admin'))
  execute function private.revoke_invitations_of_former_administrator();

-- An account that is removed is taken out of its invitations before its memberships go.
create function private.revoke_invitation_of_nobody() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.revoked_at := coalesce(new.revoked_at, clock_timestamp());
  return new;
end
$$;
comment on function private.revoke_invitation_of_nobody() is
  'Trigger: takes back the invitations and join links of an account that is removed.';
revoke execute on function private.revoke_invitation_of_nobody() from public, anon, authenticated;

create trigger organization_invitations_revoke_without_inviter before update on public.organization_invitations
  for each row when (old.invited_by is not null and new.invited_by is null)
  execute function private.revoke_invitation_of_nobody();
