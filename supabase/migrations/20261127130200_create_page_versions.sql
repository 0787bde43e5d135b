-- Versions keep a page's texts, for reading and for going back. No client writes them; the next file says when one is made.
-- Nothing is deleted as time passes: a person writes at most one version in five minutes, and one for each large deletion.
-- Versions go with their page.
-- A version names its text by a hash. The text itself is the page's own until it is overwritten; then it is kept
-- once for all versions of the page that had it: sixty pages that got the same 2 MB took 250 MB, half of it for versions
-- with the pages' present texts. Texts are kept whole, because each has to be readable by itself; Postgres compresses
-- them. They are shared only within a page: two pages may have different readers, and writes of two pages do not wait for
-- each other.

create table public.page_versions (
  id uuid not null default gen_random_uuid(),
  page_id uuid not null,
  organization_id uuid not null,
  name text not null,
  description text,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  private_to uuid,
  sitting bigint,
  digest bytea not null,
  from_notion boolean not null default false
);
comment on table public.page_versions is 'The texts of pages as they were saved: one row for each sitting; the newest is the page''s own.';
comment on column public.page_versions.id is 'Never changes.';
comment on column public.page_versions.page_id is 'The page.';
comment on column public.page_versions.organization_id is 'The page''s workspace.';
comment on column public.page_versions.name is 'The page''s name then.';
comment on column public.page_versions.description is 'The page''s description then.';
comment on column public.page_versions.created_by is 'The person who saved into it last; null once that account is gone, and for the operator''s programs.';
comment on column public.page_versions.created_at is 'When the sitting''s first save came.';
comment on column public.page_versions.updated_at is 'When its last save came: the page''s own updated_at then.';
comment on column public.page_versions.private_to is 'The only person who saw the page then: the version stays theirs when the page is shown later.';
comment on column public.page_versions.sitting is 'Tells one person''s devices and programs apart, and saves through the page''s document; means nothing else.';
comment on column public.page_versions.digest is 'SHA-256 of the page''s text then.';
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

-- Follows the policies of `pages`. Compared with `=` as for page_activity.
create policy page_versions_select_member on public.page_versions for select to authenticated
  using (
    private.sees_page((select auth.uid()), array(select private.my_organization_ids()), organization_id, private_to)
    and page_id = (select page.id from public.pages as page where page.id = page_versions.page_id)
  );
comment on policy page_versions_select_member on public.page_versions is
  'Members read the earlier texts of the pages that they read; the texts of a private time stay with the page''s creator.';

create policy page_versions_all_second_step on public.page_versions as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create table public.page_version_authors (
  version_id uuid not null,
  person uuid not null
);
comment on table public.page_version_authors is 'The people who wrote in a version: several, where they wrote at once.';
comment on column public.page_version_authors.version_id is 'The version.';
comment on column public.page_version_authors.person is 'Somebody who wrote in it.';

alter table public.page_version_authors
  add constraint page_version_authors_pkey primary key (version_id, person),
  add constraint page_version_authors_version_id_fkey
    foreign key (version_id) references public.page_versions (id) on delete cascade,
  add constraint page_version_authors_person_fkey
    foreign key (person) references public.user_profiles (id) on delete cascade;

create index page_version_authors_person_idx on public.page_version_authors (person);

revoke all on table public.page_version_authors from anon, authenticated;
grant select on table public.page_version_authors to authenticated;
grant all on table public.page_version_authors to service_role;

alter table public.page_version_authors enable row level security;

-- The policies of page_versions hold for the sub-select.
create policy page_version_authors_select_member on public.page_version_authors for select to authenticated
  using (
    version_id = (select version.id from public.page_versions as version where version.id = page_version_authors.version_id)
  );
comment on policy page_version_authors_select_member on public.page_version_authors is
  'Readers of a version learn who wrote in it.';

create policy page_version_authors_all_second_step on public.page_version_authors as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create table public.page_texts (
  organization_id uuid not null,
  page_id uuid not null,
  digest bytea not null,
  content text not null
);
comment on table public.page_texts is 'The texts that pages had before their present ones, each once. Read through content(page_versions).';
comment on column public.page_texts.organization_id is 'The page''s workspace.';
comment on column public.page_texts.page_id is 'The page.';
comment on column public.page_texts.digest is 'SHA-256 of the text.';
comment on column public.page_texts.content is 'The text.';

alter table public.page_texts
  add constraint page_texts_pkey primary key (organization_id, page_id, digest),
  add constraint page_texts_page_id_fkey
    foreign key (organization_id, page_id) references public.pages (organization_id, id) on delete cascade;

revoke all on table public.page_texts from anon, authenticated;
grant select on table public.page_texts to authenticated;
grant all on table public.page_texts to service_role;

alter table public.page_texts enable row level security;

-- Readers of a version read its text: the policies of page_versions hold for the sub-select. A hash alone gives nothing.
create policy page_texts_select_member on public.page_texts for select to authenticated
  using (
    organization_id = any (array(select private.my_organization_ids()))
    and exists (
      select from public.page_versions as version
      where version.page_id = page_texts.page_id and version.digest = page_texts.digest
    )
  );

create policy page_texts_all_second_step on public.page_texts as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create function private.digest_text(content text) returns bytea
language sql immutable
set search_path = ''
as $$
  select sha256(convert_to(content, 'UTF8'))
$$;
comment on function private.digest_text(text) is 'SHA-256 of a text: tells it from others without comparing them.';
revoke execute on function private.digest_text(text) from public, anon;
grant execute on function private.digest_text(text) to authenticated, service_role;

-- Runs as the caller: a made-up row shows nothing but what its caller may read. Clients select it as a column of that
-- name.
create function public.content(version public.page_versions) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(
    (
      select text.content from public.page_texts as text
      where text.organization_id = version.organization_id and text.page_id = version.page_id
        and text.digest = version.digest
    ),
    -- Better no text than another one.
    (
      select page.content from public.pages as page
      where page.id = version.page_id and private.digest_text(page.content) = version.digest
    )
  )
$$;
comment on function public.content(public.page_versions) is 'The page''s text then.';
revoke execute on function public.content(public.page_versions) from public, anon;
grant execute on function public.content(public.page_versions) to authenticated, service_role;

create function private.keep_text(organization uuid, page uuid, digest bytea, content text) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- In this language the statement is planned once for a connection, and not at each save.
  insert into public.page_texts (organization_id, page_id, digest, content)
  select organization, page, keep_text.digest, keep_text.content
  where exists (
    select from public.page_versions as version
    where version.page_id = page and version.digest = keep_text.digest
  )
  on conflict do nothing;
end
$$;
comment on function private.keep_text(uuid, uuid, bytea, text) is 'Keeps a text of a page if one of the page''s versions has it.';
revoke execute on function private.keep_text(uuid, uuid, bytea, text) from public, anon, authenticated;

create function private.forget_text() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not exists (
    select from public.page_texts as text
    where text.organization_id = old.organization_id and text.page_id = old.page_id and text.digest = old.digest
  ) then
    return null;
  end if;
  -- A save may be about to need the text again. It then stays, and goes with the page.
  perform from public.pages as page where page.id = old.page_id for no key update skip locked;
  if not found then
    return null;
  end if;
  delete from public.page_texts as text
  where text.organization_id = old.organization_id and text.page_id = old.page_id and text.digest = old.digest
    and not exists (
      select from public.page_versions as version
      where version.page_id = old.page_id and version.digest = old.digest
    );
  return null;
end
$$;
-- A save that goes on in a version does this itself: see private.record_page_version().
comment on function private.forget_text() is 'Trigger: a text goes with the last version that had it.';
revoke execute on function private.forget_text() from public, anon, authenticated;

create trigger page_versions_90_forget_text after delete on public.page_versions
  for each row execute function private.forget_text();
