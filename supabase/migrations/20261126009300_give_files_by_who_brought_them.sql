-- A save of a document may come without the texts, or with other texts than its update makes: the database does not read updates. So a
-- member could bring the id of a file that they may not read into a document, and whoever saved next, in whose texts it stood, gave
-- the file to the page. Now those decide whose updates have the id's letters.

create function private.ids_in_edits(edits bytea) returns uuid[]
language sql immutable strict
set search_path = ''
as $$
  -- In pieces, each with the beginning of the next: a long one would take many times its memory. Yjs writes letters as UTF-8.
  select array(
    select distinct id[1]::uuid
    from generate_series(0, octet_length(edits) / 262144) as piece
    cross join lateral regexp_matches(
      encode(substring(edits from piece * 262144 + 1 for 262144 + 36), 'escape'),
      '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}', 'g'
    ) as id
  )
$$;
comment on function private.ids_in_edits(bytea) is 'The ids that an update of a document brings whole.';
revoke execute on function private.ids_in_edits(bytea) from public, anon, authenticated;

create function private.note_brought_ids(content text, update text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  -- Null where no update came. An unreadable one is refused here, as it would be later.
  perform set_config('trellis.brought', case when strpos(content, '/files/') > 0 and update <> ''
    then private.ids_in_edits(private.read_edits(update))::text end, true);
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
  brought constant uuid[] := coalesce(nullif(current_setting('trellis.brought', true), '')::uuid[], '{}');
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
  for one in
    with bringing as materialized (
      select log.created_by as person, private.ids_in_edits(log.update) as ids
      from public.page_updates as log where log.page_id = files_brought.page_id
      union all
      select auth.uid(), brought
    )
    select file, array(select distinct bringing.person from bringing where file = any (bringing.ids)) as bringers
    from unnest(files) as file where file <> all (given)
  loop
    -- Letter by letter, by somebody. Who wrote what is in a state, nobody knows.
    if one.bringers = '{}' and is_whole then
      one.bringers := all_writers;
    end if;
    if one.bringers <> '{}' and array_position(one.bringers, null) is null then
      given := given || private.files_for(one.bringers, array[one.file]);
    end if;
  end loop;
  return given;
end
$$;
comment on function private.files_brought(uuid, uuid[], uuid[]) is
  'Those of the files that everybody may read who brought their ids into a page''s document.';
revoke execute on function private.files_brought(uuid, uuid[], uuid[]) from public, anon, authenticated;

create or replace function private.files_of_former_texts(page public.pages, writers uuid[], files uuid[]) returns uuid[]
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

create or replace function public.save_page_document(
  page_id uuid, epoch uuid, seen bigint, based_on timestamptz, update text default null, texts jsonb default null,
  begins_version boolean default false, adopts boolean default false, seen_head uuid default null,
  needs_newest boolean default false
) returns setof private.saved_page_document
language plpgsql
set search_path = ''
rows 1
as $$
declare
  page record;
  answer private.saved_page_document;
begin
  if epoch is null or seen is null or based_on is null then
    raise exception 'A save names the document, and the update and the version that it has seen.' using errcode = '22004';
  elsif seen < 0 then
    raise exception 'Updates are numbered from 1.' using errcode = '22023';
  elsif jsonb_typeof(texts) not in ('object', 'null')
    or jsonb_typeof(texts -> 'name') not in ('string', 'null')
    or jsonb_typeof(texts -> 'description') not in ('string', 'null')
    or jsonb_typeof(texts -> 'content') not in ('string', 'null') then
    raise exception 'Texts are sent as an object of strings.' using errcode = '22023';
  end if;
  select known.updated_at, known.organization_id into page
  from public.pages as known
  where known.id = save_page_document.page_id and not known.is_archived for no key update;
  if not found then
    return;
  end if;
  answer := private.judge_page_save(
    page_id, page.updated_at, epoch, seen, seen_head, based_on, coalesce(adopts, false));
  if needs_newest and answer.updates is distinct from '[]' then
    answer.is_taken := false;
  end if;
  if answer.is_written and texts ?| '{name,description,content}' then
    perform set_config('trellis.begins_version', case when begins_version then 'on' else '' end, true);
    perform private.note_brought_ids(texts ->> 'content', update);
    update public.pages as known
    set name = coalesce(texts ->> 'name', known.name),
      description = coalesce(texts ->> 'description', known.description),
      content = coalesce(texts ->> 'content', known.content)
    where known.id = save_page_document.page_id
    returning known.updated_at,
      -- Texts that were sent need not travel back.
      case when known.name <> texts ->> 'name' then known.name end,
      case when known.description <> texts ->> 'description' then known.description end,
      case when known.content <> texts ->> 'content' then known.content end
    into answer.version, answer.name, answer.description, answer.content;
  end if;
  if answer.is_taken then
    answer := private.append_page_update(page_id, page.organization_id, update, answer);
  end if;
  return next answer;
end
$$;
