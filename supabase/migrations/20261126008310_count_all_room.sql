-- Everything that a request can store counts for the workspace's room. These did not: where a page was imported from, which takes up to 6 MB,
-- the descriptions of pages and of their versions, lines of activity, what a sync with Notion keeps to compare with, and the rows of
-- files, which may be empty, with the notes of an upload. supabase/tests/catalogue.sql has each column of free size and what bounds it.

create or replace function private.bytes_in(organization uuid) returns bigint
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce((
    select sum(pg_column_size(page.content) + coalesce(pg_column_size(page.description), 0) + 500)
    from public.pages as page
    where page.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(pg_column_size(text.content)) from public.page_texts as text
    where text.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(coalesce(pg_column_size(version.description), 0) + 500) from public.page_versions as version
    where version.organization_id = organization
  ), 0)::bigint + coalesce((
    -- Updates are short, as a rule, and not compressed.
    select sum(
      pg_column_size(document.state) + document.bytes - octet_length(document.state)
        + 150 * (document.number - document.state_number) + 500
    )
    from public.page_documents as document
    join public.pages as page on page.id = document.page_id
    where page.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(pg_column_size(former.state) + pg_column_size(former.updates) + 500)
    from public.page_former_documents as former
    join public.pages as page on page.id = former.page_id
    where page.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(pg_column_size(template.content) + 500) from public.templates as template
    where template.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(pg_column_size(origin.changes) + pg_column_size(origin.files) + octet_length(origin.path) + 500)
    from public.page_origins as origin
    join public.pages as page on page.id = origin.page_id
    where page.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(
      coalesce(pg_column_size(sync.local_text), 0) + coalesce(pg_column_size(sync.remote_text), 0)
        + coalesce(pg_column_size(sync.blocks), 0) + 500
    )
    from public.page_notion_syncs as sync
    where sync.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(coalesce(octet_length(activity.old_name), 0) + coalesce(octet_length(activity.new_name), 0) + 200)
    from public.page_activity as activity
    where activity.organization_id = organization
  ), 0)::bigint + (
    -- The row, that of its object with at most a kilobyte of notes, and their places in indexes.
    select 2000 * count(*) from public.page_files as file
    where file.organization_id = organization
  );
end
$$;
comment on function private.bytes_in(uuid) is
  'The bytes that everything in a workspace takes but the bytes of its files: texts of pages, present and former ones, with the documents of those that were open, templates, origins, what Notion said, activity, and the rows of files.';

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

create trigger page_files_01_count_bytes before insert on public.page_files
  for each statement execute function private.begin_counting_bytes();

create function private.limit_file_rows() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.take_room(new.organization_id, 2000);
  end if;
  return new;
end
$$;
comment on function private.limit_file_rows() is 'Trigger: the row of a file takes room, however small the file is.';
revoke execute on function private.limit_file_rows() from public, anon, authenticated;

create trigger page_files_05_limit_rows before insert on public.page_files
  for each row execute function private.limit_file_rows();

-- The app notes nothing with its files. Other programs may note some words.
create function private.bound_file_notes() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if octet_length(new.user_metadata::text) > 1024 then
    raise exception 'The notes of a file have 1,024 bytes at most';
  end if;
  return new;
end
$$;
comment on function private.bound_file_notes() is 'Trigger: what is noted with a file is short.';
revoke execute on function private.bound_file_notes() from public, anon, authenticated;

create trigger trellis_bound_file_notes before insert or update of user_metadata on storage.objects
  for each row when (new.bucket_id in ('page-files', 'avatars')) execute function private.bound_file_notes();
