-- Decides which files a text may use that names them anew. A save of a document may come without the texts, or with other texts than its
-- update makes: the database does not read updates. So those decide whose updates have the id's letters. Going back to a former text
-- names its files by the hand of whoever goes back, and the words are others': such a text uses what it used when it was the page's.
-- Otherwise a member could write the id of a file that they may not read, and wait until somebody who may read it saves or restores.

-- Looking for ids has a bound: an update of 5 MB of ids, of which a document may have several, would keep the embedded database busy
-- for a minute. Whoever wrote more than is looked at counts as having brought every id: they, too, must be able to read the file.
create function private.ids_in_edits(edits bytea) returns uuid[]
language plpgsql immutable strict
set search_path = ''
as $$
declare
  most_bytes constant integer := 4 * 1024 * 1024;
  most_ids constant integer := 1000;
  ids uuid[] := '{}';
begin
  if octet_length(edits) > most_bytes then
    return null;
  end if;
  -- In pieces, each with the beginning of the next: a long one would take many times its memory. Yjs writes letters as UTF-8.
  for piece in 0 .. octet_length(edits) / 262144 loop
    ids := ids || array(
      select id[1]::uuid from (
        select regexp_matches(
          encode(substring(edits from piece * 262144 + 1 for 262144 + 36), 'escape'),
          '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}', 'g'
        ) as id
        limit most_ids + 1
      ) as found
    );
    if cardinality(ids) > most_ids then
      return null;
    end if;
  end loop;
  return ids;
end
$$;
comment on function private.ids_in_edits(bytea) is
  'The ids that an update of a document brings whole; null for one with very many, or that is very long.';
revoke execute on function private.ids_in_edits(bytea) from public, anon, authenticated;

create function private.note_brought_ids(content text, update text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  -- Empty where no update came. An unreadable one is refused here, as it would be later.
  perform set_config('trellis.brought', case when strpos(content, '/files/') > 0 and update <> ''
    then coalesce(private.ids_in_edits(private.read_edits(update))::text, 'all') end, true);
end
$$;
comment on function private.note_brought_ids(text, text) is
  'Notes which ids the update of a save brings, for the files that its texts name.';
revoke execute on function private.note_brought_ids(text, text) from public, anon;
grant execute on function private.note_brought_ids(text, text) to authenticated, service_role;

create function private.files_brought(page_id uuid, writers uuid[], files uuid[]) returns uuid[]
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  most_bytes constant integer := 4 * 1024 * 1024;
  brought constant text := coalesce(nullif(current_setting('trellis.brought', true), ''), '{}');
  all_writers uuid[];
  is_whole boolean;
  one record;
  -- Files that were just put into the page are the page's, however their names came.
  given uuid[] := array(
    select file.id from public.page_files as file
    where file.id = any (files) and file.page_id = files_brought.page_id and not file.is_used and file.created_by = any (writers)
  );
begin
  select writers || array(
    select distinct log.created_by from public.page_updates as log where log.page_id = files_brought.page_id
  ), document.state_number = 0
  into all_writers, is_whole
  from public.page_documents as document where document.page_id = files_brought.page_id;
  -- Few people brought the same file: files of the same people are asked about together.
  for one in
    with log as materialized (
      -- The newest first, as far as they are looked at.
      select known.created_by as person, case
        when sum(octet_length(known.update)) over (order by known.number desc) <= most_bytes then private.ids_in_edits(known.update)
      end as ids
      from public.page_updates as known where known.page_id = files_brought.page_id
      union all
      select auth.uid(), case when brought <> 'all' then brought::uuid[] end
    ),
    wanted as materialized (
      select unnest(files) as file except select unnest(given)
    ),
    bringing as materialized (
      select wanted.file, log.person
      from log cross join lateral unnest(log.ids) as id join wanted on wanted.file = id
      union
      select wanted.file, log.person from (select distinct person from log where ids is null) as log cross join wanted
    ),
    asked as (
      select wanted.file,
        coalesce(array_agg(bringing.person order by bringing.person) filter (where bringing.file is not null), '{}') as bringers
      from wanted left join bringing on bringing.file = wanted.file
      group by wanted.file
    )
    select bringers, array_agg(file) as files from asked group by bringers
  loop
    -- Letter by letter, by somebody. Who wrote what is in a state, nobody knows.
    if one.bringers = '{}' and is_whole then
      one.bringers := all_writers;
    end if;
    if one.bringers <> '{}' and array_position(one.bringers, null) is null then
      given := given || private.files_for(one.bringers, one.files);
    end if;
  end loop;
  return given;
end
$$;
comment on function private.files_brought(uuid, uuid[], uuid[]) is
  'Those of the files that everybody may read who brought their ids into a page''s document.';
revoke execute on function private.files_brought(uuid, uuid[], uuid[]) from public, anon, authenticated;

-- A save that begins a version goes back, with what was typed meanwhile: then the text is none of the former ones.
create function private.files_of_former_texts(page public.pages, writers uuid[], files uuid[]) returns uuid[]
language plpgsql volatile security definer
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
    if coalesce(current_setting('trellis.document', true), '') = '' then
      return files;
    end if;
    return private.files_brought(page.id, writers, files);
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
  'Those of the files that a page''s text names anew which it may use: of a former text of the page, the ones that it used then; of one that its document has, those that whoever brought them may read.';
revoke execute on function private.files_of_former_texts(public.pages, uuid[], uuid[]) from public, anon, authenticated;

-- The other way round: a picture that somebody has just put into a page is this page's, whoever writes beside them. Others may not
-- read it yet, so the save of two people's words left it out.
create function private.files_for_page(page_id uuid, writers uuid[], files uuid[]) returns uuid[]
language sql volatile security definer
set search_path = ''
as $$
  select array(
    select unnest(private.files_for(writers, files))
    union
    select file.id from public.page_files as file
    where file.id = any (files) and file.page_id = files_for_page.page_id and not file.is_used
      and file.created_by = any (writers) and file.doomed_at is null
  )
$$;
comment on function private.files_for_page(uuid, uuid[], uuid[]) is
  'Those of the files that all of these people read, or that one of them has just put into the page.';
revoke execute on function private.files_for_page(uuid, uuid[], uuid[]) from public, anon, authenticated;
