-- Edits that were made without a connection are brought together with the others' before the log has them, by one browser for
-- each pair. Such a save names that: where an update came in between, it is refused, and the answer brings what was missed.

drop function public.save_page_document(uuid, uuid, bigint, timestamptz, text, jsonb, boolean, boolean, uuid);

create function public.save_page_document(
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
comment on function public.save_page_document(uuid, uuid, bigint, timestamptz, text, jsonb, boolean, boolean, uuid, boolean) is
  'Appends an update to a page''s document, and writes those of name, description and content that `texts` holds, if the caller has seen every update and the page''s version. With `needs_newest`, nothing is appended for a caller who has missed an update. Answers the updates that the caller has not seen; nothing when the caller finds no such page.';
revoke execute on function public.save_page_document(uuid, uuid, bigint, timestamptz, text, jsonb, boolean, boolean, uuid, boolean)
  from public, anon;
grant execute on function public.save_page_document(uuid, uuid, bigint, timestamptz, text, jsonb, boolean, boolean, uuid, boolean)
  to authenticated;
