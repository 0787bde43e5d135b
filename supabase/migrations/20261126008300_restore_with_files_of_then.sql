-- Going back to a former text names its files anew, by the hand of whoever goes back. The words are others': a member could write the
-- id of a file that they may not read, and wait for somebody who may read it to restore that version. So a former text
-- uses what it used when it was the page's.

-- A save that begins a version goes back, with what was typed meanwhile: then the text is none of the former ones.
create function private.files_of_former_texts(page public.pages, writers uuid[], files uuid[]) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  digest_now constant bytea := private.digest_text(page.content);
begin
  if exists (
    select from public.page_texts as text
    where text.organization_id = page.organization_id and text.page_id = page.id and text.digest = digest_now
  ) then
    return array(
      select use.file_id from public.page_text_files as use
      where use.organization_id = page.organization_id and use.page_id = page.id
        and use.digest = digest_now and use.file_id = any (files)
    );
  elsif coalesce(current_setting('trellis.begins_version', true), '') = '' then
    return files;
  end if;
  return array(
    select use.file_id from public.page_text_files as use
    where use.organization_id = page.organization_id and use.page_id = page.id and use.file_id = any (files)
    union
    -- A file that was just put in, and that no text has used yet.
    select file.id from public.page_files as file
    where file.id = any (files) and file.page_id = page.id and not file.is_used and file.created_by = any (writers)
  );
end
$$;
comment on function private.files_of_former_texts(public.pages, uuid[], uuid[]) is
  'Those of the files that a page''s text names anew which it may use, if it is a former text of the page: the ones that it used then.';
revoke execute on function private.files_of_former_texts(public.pages, uuid[], uuid[]) from public, anon, authenticated;

create or replace function private.use_changed_files() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  named constant uuid[] := private.named_files(new.content);
  writers constant uuid[] := coalesce(
    nullif(current_setting('trellis.writers', true), '')::uuid[], array[auth.uid()]);
  known uuid[];
  fresh uuid[];
  gone uuid[];
begin
  if named = '{}' and not exists (select from public.page_file_uses as use where use.page_id = new.id) then
    return null;
  end if;
  update public.page_file_uses as use set gone_at = null
  where use.page_id = new.id and use.gone_at is not null and use.file_id = any (named);
  known := array(select use.file_id from public.page_file_uses as use where use.page_id = new.id);
  with left_behind as (
    update public.page_file_uses as use set gone_at = clock_timestamp()
    where use.page_id = new.id and use.gone_at is null and use.file_id <> all (named)
    returning use.file_id
  )
  select array_agg(left_behind.file_id) into gone from left_behind;
  perform private.look_at_file(file, interval '7 days') from unnest(gone) as file;
  fresh := array(select unnest(named) except select unnest(known));
  if fresh = '{}' then
    return null;
  end if;
  -- Words that stood there before are not this writer's.
  fresh := array(select unnest(fresh) except select unnest(private.named_files(old.content)));
  if fresh <> '{}' then
    fresh := private.files_of_former_texts(new, writers, fresh);
    perform private.use_files(new.id, private.files_for(writers, fresh));
  end if;
  return null;
end
$$;
