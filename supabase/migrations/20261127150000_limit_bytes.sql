-- Limits what a statement may write, and what a workspace may hold: one request that wrote 2 MB into each of sixty pages
-- took 500 MB of the disk, and nothing stopped it. The operator sets both: for a database by
-- `alter database … set trellis.workspace_megabytes = '…'`, or by replacing the function below.

create function private.limit_of(name text) returns bigint
language plpgsql stable
as $$
begin
  return 1024 * 1024 * case name
    when 'request_megabytes'
      then coalesce(nullif(current_setting('trellis.request_megabytes', true), '')::bigint, 32)
    when 'workspace_megabytes'
      then coalesce(nullif(current_setting('trellis.workspace_megabytes', true), '')::bigint, 4096)
    when 'workspace_file_megabytes'
      then coalesce(nullif(current_setting('trellis.workspace_file_megabytes', true), '')::bigint, 10240)
  end;
end
$$;
comment on function private.limit_of(text) is 'How many bytes are allowed: request_megabytes, of the texts that one statement writes; workspace_megabytes, of those in a workspace; workspace_file_megabytes, of its files.';
revoke execute on function private.limit_of(text) from public, anon, authenticated;

-- Everything that a request can store counts. supabase/tests/catalogue.sql has each column of free size and what bounds it.
create function private.bytes_in(organization uuid) returns bigint
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
revoke execute on function private.bytes_in(uuid) from public, anon, authenticated;

-- Runs before the first text is written, since undone writes take disk space, too. It sums up the workspace for every
-- 256 KB that a statement writes, and for less with the chance of its share of that: the sum takes longer than a save.
create function private.take_room(organization_id uuid, bytes bigint) returns void
language plpgsql
as $$
declare
  portion constant integer := 262144;
  noted text[] := string_to_array(nullif(current_setting('trellis.bytes_written', true), ''), ' ');
  before bigint := 0;
  room bigint;
begin
  if noted is not null then
    before := noted[1]::bigint;
    room := case when noted[2] = organization_id::text then noted[3]::bigint end;
  end if;
  if before + bytes > private.limit_of('request_megabytes') then
    raise exception using errcode = 'TR040',
      message = 'This is too much to save at once. Save fewer pages at a time.';
  end if;
  if room is null and (
    before / portion < (before + bytes) / portion or random() * portion < bytes
  ) then
    room := before + private.limit_of('workspace_megabytes') - private.bytes_in(organization_id);
  end if;
  -- Pages can be made short when there is no room, and go to the trash, and be deleted for good.
  if before + bytes > room and bytes > 1024 then
    raise exception using errcode = 'TR041',
      message = 'The workspace is full. Delete pages for good, or ask the operator for more room.';
  end if;
  perform set_config('trellis.bytes_written',
    concat_ws(' ', before + bytes, organization_id, room), true);
end
$$;
comment on function private.take_room(uuid, bigint) is 'Limits the bytes that one statement writes and that a workspace holds.';
revoke execute on function private.take_room(uuid, bigint) from public, anon, authenticated;

create function private.begin_counting_bytes() returns trigger
language plpgsql
as $$
begin
  perform pg_catalog.set_config('trellis.bytes_written', '', true);
  return null;
end
$$;
comment on function private.begin_counting_bytes() is 'Trigger: starts the count of written bytes anew for each statement.';
revoke execute on function private.begin_counting_bytes() from public, anon, authenticated;

create trigger pages_01_count_bytes before insert or update of name, description, content on public.pages
  for each statement execute function private.begin_counting_bytes();
