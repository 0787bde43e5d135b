-- Strangers see the files of a public page, as long as it is public and its text names them. The server function `public-page` asks
-- at each request, and passes the bytes on.

create function public.list_public_files(page_id uuid)
returns table (id uuid, name text, media_type text, bytes bigint, width integer, height integer)
language sql stable security definer
set search_path = ''
as $$
  select file.id, file.name, file.media_type, file.bytes, file.width, file.height
  from private.open_pages(array[page_id]) as open
  join public.page_file_uses as use on use.page_id = open.id and use.gone_at is null
  join public.page_files as file on file.id = use.file_id and file.uploaded_at is not null
$$;
comment on function public.list_public_files(uuid) is
  'The files that a public page shows; none when it is not public.';
revoke execute on function public.list_public_files(uuid) from public;
grant execute on function public.list_public_files(uuid) to anon, authenticated, service_role;

-- The name of the object tells a workspace, and a page that may not be public.
create function public.get_public_file(page_id uuid, file_id uuid) returns table (object_name text, name text, media_type text)
language sql stable security definer
set search_path = ''
rows 1
as $$
  select file.object_name, file.name, file.media_type
  from private.open_pages(array[page_id]) as open
  join public.page_file_uses as use on use.page_id = open.id and use.file_id = get_public_file.file_id and use.gone_at is null
  join public.page_files as file on file.id = use.file_id and file.uploaded_at is not null
$$;
comment on function public.get_public_file(uuid, uuid) is
  'Where the bytes are of a file that a public page shows; nothing when it is not public, or shows no such file. For server functions.';
revoke execute on function public.get_public_file(uuid, uuid) from public, anon, authenticated;
grant execute on function public.get_public_file(uuid, uuid) to service_role;
