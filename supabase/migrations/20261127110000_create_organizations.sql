-- Workspaces, and who may see, found, change and delete one. Memberships follow in the next file.

create table public.organizations (
  id uuid not null default gen_random_uuid(),
  name text not null,
  slug text not null default '',
  logo_url text,
  description text,
  status text not null default 'active',
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  -- `logo_url` is an address elsewhere, which other programs may have written.
  avatar uuid
);
comment on table public.organizations is 'Workspaces: people share them, and everything else belongs to one.';
comment on column public.organizations.id is 'Never changes.';
comment on column public.organizations.name is 'Shown in the sidebar.';
comment on column public.organizations.slug is 'Unique short name for addresses; made from the name when left empty.';
comment on column public.organizations.logo_url is 'An https address of a picture.';
comment on column public.organizations.description is 'A sentence about the workspace.';
comment on column public.organizations.status is 'A suspended workspace is closed to everyone; only the operator changes this.';
comment on column public.organizations.created_at is 'When it was made.';
comment on column public.organizations.created_by is 'The person who made it and became its first owner; null once that account is gone.';
comment on column public.organizations.avatar is 'The logo, in the bucket avatars as <id>/<avatar>; null for the letter.';

alter table public.organizations
  add constraint organizations_pkey primary key (id),
  add constraint organizations_slug_key unique (slug),
  add constraint organizations_created_by_fkey
    foreign key (created_by) references public.user_profiles (id) on delete set null,
  add constraint organizations_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name) <= 250),
  add constraint organizations_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 63),
  -- Nothing that a browser would run, and nothing that reads as one address and leads to another.
  add constraint organizations_logo_url_form
    check (logo_url ~ '\Ahttps://[^[:space:][:cntrl:]]+\Z' and char_length(logo_url) <= 2048),
  add constraint organizations_description_length check (char_length(description) <= 2000),
  add constraint organizations_status_known check (status in ('active', 'suspended'));

create index organizations_created_by_idx on public.organizations (created_by);

revoke all on table public.organizations from anon, authenticated;
grant select, delete on table public.organizations to authenticated;
grant insert (id, name, slug, logo_url, description, created_by) on table public.organizations to authenticated;
grant update (name, logo_url, description, avatar) on table public.organizations to authenticated;
grant all on table public.organizations to service_role;

alter table public.organizations enable row level security;

create policy organizations_select_member on public.organizations for select to authenticated
  using (id = any (array(select private.my_organization_ids())));
comment on policy organizations_select_member on public.organizations is 'Members see their workspaces.';

-- A new workspace's founder becomes its owner at the end of the statement, too late for its `returning`. So the
-- founder sees it in the transaction that makes it, which `now()` identifies.
create policy organizations_select_founder on public.organizations for select to authenticated
  using (created_by = (select auth.uid()) and created_at = now());
comment on policy organizations_select_founder on public.organizations is
  'A founder sees the new workspace in the transaction that makes it.';

create policy organizations_insert_founder on public.organizations for insert to authenticated
  with check (created_by = (select auth.uid()));
comment on policy organizations_insert_founder on public.organizations is
  'Everybody who is signed in may found a workspace in their own name.';

create policy organizations_update_administrator on public.organizations for update to authenticated
  using (id = any (array(select private.my_organization_ids('{owner,admin}'))))
  with check (id = any (array(select private.my_organization_ids('{owner,admin}'))));
comment on policy organizations_update_administrator on public.organizations is
  'Owners and admins change the name and the looks.';

create policy organizations_delete_owner on public.organizations for delete to authenticated
  using (id = any (array(select private.my_organization_ids('{owner}'))));
comment on policy organizations_delete_owner on public.organizations is
  'Only owners delete a workspace. A trigger keeps an owner''s only workspace.';

create policy organizations_all_second_step on public.organizations as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
