-- Ways into a workspace for people who are not in it: an invitation of one address, or a link for several people. Both
-- are a secret in a link. The database keeps only its hash: the secret is told once, to its maker.

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
  'Invitations by address, and join links. The limits count them, so none is deleted within half a year but with its workspace, or with the account that accepted it.';
comment on column public.organization_invitations.id is 'Never changes. It is no secret and opens nothing.';
comment on column public.organization_invitations.organization_id is 'The workspace that it leads into.';
comment on column public.organization_invitations.email is
  'As private.mailbox_of() spells it: only this address may accept. Null: anybody who has the link.';
comment on column public.organization_invitations.role is 'The role of the person who accepts; nobody is invited as an owner.';
comment on column public.organization_invitations.token_hash is 'SHA-256 of the secret in the link. No client reads it.';
comment on column public.organization_invitations.invited_by is 'The person who made it; null once that account is gone.';
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

-- One open invitation for an address at a time: a new one takes the place of the old one.
create unique index organization_invitations_waiting_idx
  on public.organization_invitations (organization_id, email)
  where revoked_at is null and uses = 0 and email is not null;
create index organization_invitations_organization_id_idx
  on public.organization_invitations (organization_id, created_at);
create index organization_invitations_invited_by_idx on public.organization_invitations (invited_by, created_at);
create index organization_invitations_email_idx on public.organization_invitations (email, created_at);

revoke all on table public.organization_invitations from anon, authenticated;
-- Everything but the hash. Functions do the writing.
grant select (id, organization_id, email, role, invited_by, created_at, expires_at, max_uses, uses, revoked_at)
  on table public.organization_invitations to authenticated;
grant all on table public.organization_invitations to service_role;

alter table public.organization_invitations enable row level security;

create policy organization_invitations_select_administrator on public.organization_invitations for select to authenticated
  using (organization_id = any (array(select private.my_organization_ids('{owner,admin}'))));
comment on policy organization_invitations_select_administrator on public.organization_invitations is
  'Owners and admins see all invitations and join links of the workspace.';

create policy organization_invitations_all_second_step on public.organization_invitations as restrictive
  for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create function private.hash_invitation_token(token text) returns text
language sql immutable
set search_path = ''
as $$ select encode(sha256(convert_to(token, 'UTF8')), 'hex') $$;
comment on function private.hash_invitation_token(text) is 'The hash that is kept of a secret. The secret is random, so it needs no salt.';
revoke execute on function private.hash_invitation_token(text) from public, anon, authenticated;

create function private.new_invitation_token() returns text
language sql volatile
set search_path = ''
as $$ select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') $$;
comment on function private.new_invitation_token() is 'A secret of 244 random bits.';
revoke execute on function private.new_invitation_token() from public, anon, authenticated;
