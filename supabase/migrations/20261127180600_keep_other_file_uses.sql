-- The other texts that use files: former texts of pages, and copies of pages.

-- A text is kept when it is overwritten, before the page's uses become those of the next one. So it uses what the page used; a text
-- that never was the page's, as one of Notion may be, uses no more than that.
create function private.use_kept_files() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.page_text_files (organization_id, page_id, digest, file_id)
  select new.organization_id, new.page_id, new.digest, use.file_id
  from public.page_file_uses as use
  where use.page_id = new.page_id and use.file_id = any (private.named_files(new.content))
  order by use.file_id
  on conflict do nothing;
  return null;
end
$$;
comment on function private.use_kept_files() is 'Trigger: notes which files a kept text uses.';
revoke execute on function private.use_kept_files() from public, anon, authenticated;

create trigger page_texts_96_use_files after insert on public.page_texts
  for each row when (strpos(new.content, '/files/') > 0) execute function private.use_kept_files();

-- Copies use the files that their originals use, and not those that whoever copies may read: the words are others'.
create function private.use_copied_files(originals uuid[], copies uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.page_file_uses (page_id, file_id)
  select pair.copy, use.file_id
  from unnest(originals, copies) as pair (original, copy)
  join public.page_file_uses as use on use.page_id = pair.original and use.gone_at is null
  order by use.file_id, pair.copy
  on conflict do nothing;
end
$$;
comment on function private.use_copied_files(uuid[], uuid[]) is 'Notes that copies of pages use the files that the pages use.';
revoke execute on function private.use_copied_files(uuid[], uuid[]) from public, anon;
grant execute on function private.use_copied_files(uuid[], uuid[]) to authenticated, service_role;
