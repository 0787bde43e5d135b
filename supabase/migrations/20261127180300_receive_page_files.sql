-- The bytes of a file: uploaded once, by the person who announced them, and as many as announced. The table of objects is
-- Supabase's; its rows are written by the Storage API alone.

-- Without the right to update, so nobody puts other bytes in the place of those that others have seen.
create policy trellis_upload_page_files on storage.objects for insert to authenticated
  with check (
    bucket_id = 'page-files'
    and name = (
      select file.object_name from public.page_files as file
      where file.object_name = objects.name and file.created_by = (select auth.uid()) and file.doomed_at is null
    )
  );
comment on policy trellis_upload_page_files on storage.objects is
  'People upload the bytes of the files that they have put into pages and still see.';

-- Holds for the operator's programs, too: an object that no row names would never be deleted.
create function private.receive_page_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  size constant bigint := (new.metadata ->> 'size')::bigint;
  file record;
begin
  if tg_op = 'UPDATE' and (new.bucket_id, new.name) is distinct from (old.bucket_id, old.name) then
    raise exception 'Objects of the bucket page-files keep their names';
  end if;
  -- Somebody who is about to delete the file is done first.
  select known.id, known.bytes into file
  from public.page_files as known
  where known.object_name = new.name and known.doomed_at is null
  for no key update;
  if not found then
    raise exception 'No file of a page has this object';
  end if;
  -- Asked before the bytes come, Storage does not know their number yet.
  if size is null then
    return null;
  end if;
  if size <> file.bytes then
    raise exception 'The file was announced with % bytes and has %', file.bytes, size;
  end if;
  update public.page_files as known set uploaded_at = coalesce(known.uploaded_at, clock_timestamp()) where known.id = file.id;
  return null;
end
$$;
comment on function private.receive_page_file() is 'Trigger: notes that the bytes of a file are there, and refuses others.';
revoke execute on function private.receive_page_file() from public, anon, authenticated;

create trigger trellis_receive_new_page_file after insert on storage.objects
  for each row when (new.bucket_id = 'page-files') execute function private.receive_page_file();
create trigger trellis_receive_page_file after update of bucket_id, name, metadata on storage.objects
  for each row when (new.bucket_id = 'page-files' or old.bucket_id = 'page-files') execute function private.receive_page_file();

create function private.lose_page_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.page_files as known set uploaded_at = null where known.object_name = old.name;
  return null;
end
$$;
comment on function private.lose_page_file() is 'Trigger: notes that the bytes of a file are gone.';
revoke execute on function private.lose_page_file() from public, anon, authenticated;

create trigger trellis_lose_page_file after delete on storage.objects
  for each row when (old.bucket_id = 'page-files') execute function private.lose_page_file();
