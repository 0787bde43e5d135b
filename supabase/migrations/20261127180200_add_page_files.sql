-- Putting a file into a page: a row first, which says how large it is and what it is called, then its bytes. So what is too
-- large is refused before it travels, and no bytes are there that no row names.

create function private.refuse_file(rule text) returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal record;
begin
  select known.code, known.message into strict refusal
  from (values
    ('page_missing', 'TR046', 'This page is in the trash, or it is not open to you. The file was not added.'),
    ('not_described', 'TR047', 'This file cannot be added as it is. Its name has 1 to 255 characters, without a slash or a line break.'),
    ('too_large', 'TR048', 'This file is too large. Choose a smaller one.'),
    ('type_not_allowed', 'TR049', 'Files of this type are not allowed here.'),
    ('workspace_full', 'TR050', 'The workspace has no room for this file. Delete pages with files for good, or ask the operator for more room.'),
    ('id_taken', 'TR051', 'Another file has this id. Add the file again.')
  ) as known (rule, code, message)
  where known.rule = refuse_file.rule;
  raise exception using errcode = refusal.code, message = refusal.message;
end
$$;
comment on function private.refuse_file(text) is 'Raises the error of a file that is not taken. docs/error-codes.md lists all codes.';
revoke execute on function private.refuse_file(text) from public, anon, authenticated;

create function private.check_file(name text, media_type text, bytes bigint, width integer, height integer) returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  bucket record;
begin
  -- No slash and no control character; nothing that turns the direction of a line around, so that a name cannot hide its end.
  if name is null or btrim(name) = '' or name in ('.', '..') or char_length(name) > 255
    or name ~ '[/[:cntrl:]\u202A-\u202E\u2066-\u2069]'
    or media_type is null or char_length(media_type) > 127 or media_type !~ '\A[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*\Z'
    or bytes is null or bytes < 0
    or width not between 1 and 1000000 or height not between 1 and 1000000
  then
    perform private.refuse_file('not_described');
  end if;
  select known.file_size_limit, known.allowed_mime_types into bucket
  from storage.buckets as known where known.id = 'page-files';
  if bytes > bucket.file_size_limit then
    perform private.refuse_file('too_large');
  end if;
  if cardinality(bucket.allowed_mime_types) > 0 and not exists (
    select from unnest(bucket.allowed_mime_types) as allowed
    where media_type = allowed or allowed in ('*', '*/*') or allowed like '%/*' and starts_with(media_type, rtrim(allowed, '*'))
  ) then
    perform private.refuse_file('type_not_allowed');
  end if;
end
$$;
comment on function private.check_file(text, text, bigint, integer, integer) is
  'Refuses a file that is not described as it has to be, or that the bucket does not take.';
revoke execute on function private.check_file(text, text, bigint, integer, integer) from public, anon, authenticated;

-- Announced files count as well, or several that come at once would take more room than there is.
create function private.file_bytes_in(organization uuid) returns bigint
language sql stable
set search_path = ''
as $$
  select coalesce(sum(file.bytes), 0)::bigint from public.page_files as file
  where file.organization_id = organization and file.doomed_at is null
$$;
comment on function private.file_bytes_in(uuid) is 'The bytes that the files of a workspace take.';
revoke execute on function private.file_bytes_in(uuid) from public, anon, authenticated;

-- Locks the page, as a save does: one of the two comes first, and sees what the other has written.
create function public.add_page_file(
  page_id uuid, file_id uuid, name text, media_type text, bytes bigint, width integer default null, height integer default null
) returns public.page_files
language plpgsql security definer
set search_path = ''
as $$
declare
  page record;
  file public.page_files;
begin
  perform private.check_file(name, media_type, bytes, width, height);
  select known.organization_id, known.content into page
  from public.pages as known
  where known.id = add_page_file.page_id and not known.is_archived
    and private.sees_page(
      (select auth.uid()), array(select private.my_organization_ids()), known.organization_id, known.private_to
    )
    and (select private.has_passed_second_step())
  for no key update;
  if not found or file_id is null then
    perform private.refuse_file('page_missing');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('files of ' || page.organization_id, 0));
  select known.* into file from public.page_files as known where known.id = file_id;
  -- Asked again, because the answer was lost.
  if found and (file.created_by, file.page_id, file.name, file.media_type, file.bytes, file.doomed_at)
    is distinct from (auth.uid(), add_page_file.page_id, add_page_file.name, add_page_file.media_type, add_page_file.bytes, null)
  then
    perform private.refuse_file('id_taken');
  elsif file.id is null then
    if private.file_bytes_in(page.organization_id) + bytes > private.limit_of('workspace_file_megabytes') then
      perform private.refuse_file('workspace_full');
    end if;
    insert into public.page_files (id, organization_id, page_id, name, media_type, bytes, width, height, object_name, created_by)
    values (
      file_id, page.organization_id, add_page_file.page_id, add_page_file.name, add_page_file.media_type,
      add_page_file.bytes, add_page_file.width, add_page_file.height,
      format('%s/%s/%s-%s', page.organization_id, add_page_file.page_id, file_id,
        right(regexp_replace(add_page_file.name, '[^A-Za-z0-9_.-]+', '_', 'g'), 100)),
      auth.uid()
    )
    returning * into file;
    perform private.look_at_file(file_id, interval '7 days');
  end if;
  if file_id = any (private.named_files(page.content)) then
    perform private.use_files(add_page_file.page_id, array[file_id]);
    file.is_used := true;
  end if;
  return file;
end
$$;
comment on function public.add_page_file(uuid, uuid, text, text, bigint, integer, integer) is
  'Puts a file into a page that the caller writes, and answers its row; the bytes are to be uploaded as its object_name into the bucket page-files. Harmless when it is called again.';
revoke execute on function public.add_page_file(uuid, uuid, text, text, bigint, integer, integer) from public, anon;
grant execute on function public.add_page_file(uuid, uuid, text, text, bigint, integer, integer) to authenticated;

create function public.workspace_file_bytes(organization_id uuid) returns table (used bigint, most bigint)
language sql stable security definer
set search_path = ''
rows 1
as $$
  select private.file_bytes_in(mine), private.limit_of('workspace_file_megabytes')
  from private.my_organization_ids() as mine
  where mine = workspace_file_bytes.organization_id and private.has_passed_second_step()
$$;
comment on function public.workspace_file_bytes(uuid) is
  'How many bytes the files of one of the caller''s workspaces take, and how many they may take.';
revoke execute on function public.workspace_file_bytes(uuid) from public, anon;
grant execute on function public.workspace_file_bytes(uuid) to authenticated;

create trigger page_files_01_count_bytes before insert on public.page_files
  for each statement execute function private.begin_counting_bytes();

-- A file may be empty: its row and the notes of its upload count, too.
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
