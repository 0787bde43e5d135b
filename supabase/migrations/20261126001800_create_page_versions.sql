-- Versions keep what a page's texts were, for reading and for going back. Written by a trigger only; the next file says when.
-- Whole texts, because one of them has to be readable by itself; Postgres compresses them. Nothing is deleted as time
-- passes: a person writes at most one version in ten minutes, and one for each large deletion. Versions go with their page.

create table public.page_versions (
  id uuid not null default gen_random_uuid(),
  page_id uuid not null,
  organization_id uuid not null,
  name text not null,
  description text,
  content text not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  private_to uuid,
  sitting bigint,
  digest bytea not null,
  from_notion boolean not null default false
);
comment on table public.page_versions is 'The texts of pages as they were saved: one row for each sitting of a person; the newest is the page''s own.';
comment on column public.page_versions.id is 'Never changes.';
comment on column public.page_versions.page_id is 'The page.';
comment on column public.page_versions.organization_id is 'The page''s workspace.';
comment on column public.page_versions.name is 'The page''s name then.';
comment on column public.page_versions.description is 'The page''s description then.';
comment on column public.page_versions.content is 'The page''s text then.';
comment on column public.page_versions.created_by is 'Who wrote it; null once that account is gone, and for the operator''s programs.';
comment on column public.page_versions.created_at is 'When the sitting''s first save came.';
comment on column public.page_versions.updated_at is 'When its last save came: the page''s own updated_at then.';
comment on column public.page_versions.private_to is 'The only one who saw the page then: the version stays theirs when the page is shown later.';
comment on column public.page_versions.sitting is 'Tells one person''s devices and programs apart; means nothing else.';
comment on column public.page_versions.digest is 'SHA-256 of the three texts: the same texts have the same.';
comment on column public.page_versions.from_notion is 'Syncing with Notion wrote it; nobody of the workspace did.';

alter table public.page_versions
  add constraint page_versions_pkey primary key (id),
  add constraint page_versions_page_id_fkey
    foreign key (organization_id, page_id) references public.pages (organization_id, id) on delete cascade,
  add constraint page_versions_created_by_fkey
    foreign key (created_by) references public.user_profiles (id) on delete set null,
  add constraint page_versions_private_to_fkey
    foreign key (private_to) references public.user_profiles (id) on delete cascade,
  add constraint page_versions_times_ordered check (created_at <= updated_at);

create index page_versions_newest_idx on public.page_versions (page_id, updated_at desc);
create index page_versions_digest_idx on public.page_versions (page_id, digest);
create index page_versions_organization_id_idx on public.page_versions (organization_id, page_id);
create index page_versions_created_by_idx on public.page_versions (created_by);
create index page_versions_private_to_idx on public.page_versions (private_to) where private_to is not null;

revoke all on table public.page_versions from anon, authenticated;
grant select on table public.page_versions to authenticated;
grant all on table public.page_versions to service_role;

alter table public.page_versions enable row level security;

-- As those pages' own policies say. Compared with `=` as for page_activity.
create policy page_versions_select_member on public.page_versions for select to authenticated
  using (
    private.sees_page((select auth.uid()), array(select private.my_organization_ids()), organization_id, private_to)
    and page_id = (select page.id from public.pages as page where page.id = page_versions.page_id)
  );
comment on policy page_versions_select_member on public.page_versions is
  'Members read what the pages that they read said before; what was written while a page was private stays its creator''s.';

create policy page_versions_all_second_step on public.page_versions as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
