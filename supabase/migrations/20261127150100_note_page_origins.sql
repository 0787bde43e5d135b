-- The file that a page was imported from. An export writes such a page as it was, but for what has changed since: under the
-- file's name, with each link as the other program wrote it, and with its files where they were. Only whoever made the page
-- notes it, once; the web app believes none of it (features/transfer/state/page-origin.ts).

create table public.page_origins (
  page_id uuid not null,
  name text not null,
  path text not null,
  changes jsonb not null default '[]',
  files jsonb not null default '{}'
);
comment on table public.page_origins is 'The files that pages were imported from.';
comment on column public.page_origins.page_id is 'The page.';
comment on column public.page_origins.name is 'The name that the page got from it.';
comment on column public.page_origins.path is
  'Its path in the import, with a slash behind it for a folder; empty for a page that the import made.';
comment on column public.page_origins.changes is
  'The changes of the import in its text: an array of pairs, the words that stand there now and those that stood there before.';
comment on column public.page_origins.files is 'Where the files were that it brought along: their paths, by their ids.';

alter table public.page_origins
  add constraint page_origins_pkey primary key (page_id),
  add constraint page_origins_page_id_fkey foreign key (page_id) references public.pages (id) on delete cascade,
  add constraint page_origins_name_length check (char_length(name) <= 500),
  add constraint page_origins_path_length check (char_length(path) <= 8192),
  add constraint page_origins_changes_form
    check (jsonb_typeof(changes) = 'array' and octet_length(changes::text) <= 5 * 1024 * 1024),
  add constraint page_origins_files_form
    check (jsonb_typeof(files) = 'object' and octet_length(files::text) <= 1024 * 1024);

revoke all on table public.page_origins from anon, authenticated;
grant select on table public.page_origins to authenticated;
grant insert (page_id, name, path, changes, files) on table public.page_origins to authenticated;
grant all on table public.page_origins to service_role;

alter table public.page_origins enable row level security;

-- The policies of pages say which are seen.
create policy page_origins_select_reader on public.page_origins for select to authenticated
  using (page_id = (select page.id from public.pages as page where page.id = page_origins.page_id));
comment on policy page_origins_select_reader on public.page_origins is 'People read the origins of the pages that they read.';

create policy page_origins_insert_creator on public.page_origins for insert to authenticated
  with check (exists (
    select from public.pages as page where page.id = page_origins.page_id and page.created_by = (select auth.uid())
  ));
comment on policy page_origins_insert_creator on public.page_origins is 'People note the origins of the pages that they made.';

create policy page_origins_all_second_step on public.page_origins as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
comment on policy page_origins_all_second_step on public.page_origins is 
  'People with two-step verification get in with both steps only.';

create trigger page_origins_01_count_bytes before insert on public.page_origins
  for each statement execute function private.begin_counting_bytes();

create function private.limit_origin_bytes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.take_room(
      (select page.organization_id from public.pages as page where page.id = new.page_id),
      octet_length(new.path) + pg_column_size(new.changes) + pg_column_size(new.files));
  end if;
  return new;
end
$$;
comment on function private.limit_origin_bytes() is 'Trigger: limits the bytes of where pages were imported from.';
revoke execute on function private.limit_origin_bytes() from public, anon, authenticated;

create trigger page_origins_05_limit_bytes before insert on public.page_origins
  for each row execute function private.limit_origin_bytes();
