-- A save appends an update to the page's document, and writes the page's texts if the browser has seen everything that the
-- document and the page hold: then the texts that it sends are the document's. Else it learns what it has not seen.
-- Every writer locks the page's row first, and the document's second.

create type private.saved_page_document as (
  epoch uuid, channel uuid, number bigint, head uuid, is_taken boolean, is_written boolean, updates jsonb,
  texts_number bigint, texts_version timestamptz, version timestamptz, name text, description text, content text
);
comment on type private.saved_page_document is
  'The answer to a save. A type of its own, since plpgsql knows no argument and column of the same name.';

create function private.read_edits(encoded text) returns bytea
language plpgsql
set search_path = ''
as $$
begin
  return decode(encoded, 'base64');
exception when invalid_parameter_value then
  perform private.refuse('edits_unreadable');
end
$$;
comment on function private.read_edits(text) is 'The bytes of an update, from base64.';
revoke execute on function private.read_edits(text) from public, anon, authenticated;

-- The caller has locked the page's row, which has this version.
create function private.judge_page_save(
  page_id uuid, version timestamptz, epoch uuid, seen bigint, seen_head uuid, based_on timestamptz, adopts boolean
) returns private.saved_page_document
language plpgsql security definer
set search_path = ''
as $$
declare
  document public.page_documents;
  writers uuid[];
  answer private.saved_page_document;
begin
  select known.page_id, known.epoch, known.channel, known.number, known.head, known.state_number, known.state_head,
    known.texts_number, known.texts_version, known.is_to_restart, known.kept_for
  into document.page_id, document.epoch, document.channel, document.number, document.head, document.state_number,
    document.state_head, document.texts_number, document.texts_version, document.is_to_restart, document.kept_for
  from public.page_documents as known where known.page_id = judge_page_save.page_id for no key update;
  if private.is_kept_from_caller(document.is_to_restart, document.kept_for) then
    perform private.begin_page_document(page_id);
    return private.judge_page_save(page_id, version, epoch, seen, seen_head, based_on, adopts);
  end if;
  answer.epoch := document.epoch;
  answer.channel := document.channel;
  answer.number := document.number;
  answer.head := document.head;
  answer.texts_number := document.texts_number;
  answer.texts_version := document.texts_version;
  answer.version := version;
  answer.is_taken := false;
  answer.is_written := false;
  perform set_config('trellis.bytes_written', '', true);
  -- Updates that are not there are those of a copy of the database that was replaced by an older one.
  if document.epoch is distinct from epoch or not private.has_in_log(document, seen, seen_head) then
    return answer;
  end if;
  if seen = document.number then
    answer.updates := '[]';
  elsif seen >= document.state_number then
    answer.updates := private.list_page_updates(page_id, seen, document.number);
  end if;
  answer.is_written := coalesce(
    seen = document.number and version = based_on and (document.texts_version = version) <> adopts, false);
  answer.is_taken := answer.is_written or not adopts;
  if answer.is_written then
    writers := array[auth.uid()];
    if document.texts_number < document.number then
      -- Their accounts stay until the save has ended; accounts on their way out are left out.
      writers := writers || array(
        select person.id from public.user_profiles as person
        where person.id <> auth.uid() and person.id in (
          select log.created_by from public.page_updates as log
          where log.page_id = judge_page_save.page_id and log.number > document.texts_number
        )
        for key share skip locked
      );
    end if;
    -- For the page's versions and activity, until private.append_page_update().
    perform set_config('trellis.document', epoch::text, true),
      set_config('trellis.writers', writers::text, true);
  end if;
  return answer;
end
$$;
comment on function private.judge_page_save(uuid, timestamptz, uuid, bigint, uuid, timestamptz, boolean) is
  'Finds out whether a page''s document takes a save, and whether its texts are to be written.';
revoke execute on function private.judge_page_save(uuid, timestamptz, uuid, bigint, uuid, timestamptz, boolean)
  from public, anon;
grant execute on function private.judge_page_save(uuid, timestamptz, uuid, bigint, uuid, timestamptz, boolean)
  to authenticated;

-- Comes after private.judge_page_save(), and after the texts.
create function private.append_page_update(
  page_id uuid, organization_id uuid, update text, judged private.saved_page_document
) returns private.saved_page_document
language plpgsql security definer
set search_path = ''
as $$
declare
  most_bytes constant integer := 32 * 1024 * 1024;
  most_update_bytes constant integer := 8 * 1024 * 1024;
  -- Some 8 KB as base64. Longer ones are read.
  longest_told constant integer := 6000;
  edits bytea;
  size integer := 0;
  message jsonb;
  is_in_step boolean := true;
  is_kept boolean;
  answer private.saved_page_document := judged;
begin
  if update <> '' then
    edits := private.read_edits(update);
    size := octet_length(edits);
  end if;
  if size > most_update_bytes then
    perform private.refuse('edits_too_large');
  end if;
  if size > 0 then
    answer.number := answer.number + 1;
    perform private.take_room(organization_id, size);
    insert into public.page_updates (page_id, number, update, created_by)
    values (append_page_update.page_id, answer.number, edits, auth.uid())
    returning id into answer.head;
  end if;
  if answer.is_written then
    is_in_step := answer.texts_number = answer.number and answer.texts_version = answer.version;
    answer.texts_number := answer.number;
    answer.texts_version := answer.version;
    perform set_config('trellis.document', '', true), set_config('trellis.writers', '', true);
  end if;
  if size = 0 and is_in_step then
    return answer;
  end if;
  update public.page_documents as document
  set number = answer.number, head = answer.head, texts_number = answer.texts_number, texts_version = answer.texts_version,
    bytes = document.bytes + size, updated_at = case when size > 0 then clock_timestamp() else document.updated_at end
  where document.page_id = append_page_update.page_id and document.bytes + size <= most_bytes
  returning document.is_to_restart into is_kept;
  if not found then
    perform private.refuse('document_too_large');
  end if;
  message := jsonb_build_object(
    'epoch', answer.epoch, 'number', answer.number, 'head', answer.head, 'textsNumber', answer.texts_number,
    'textsVersion', answer.texts_version, 'version', answer.version);
  if size > 0 then
    message := message || jsonb_build_object('by', auth.uid(), 'after', judged.head);
    -- Others may join the channel, which the document that comes next has as well, and read what was told before.
    if size <= longest_told and not is_kept then
      -- Written anew: Postgres reads more as base64 than browsers do.
      message := message || jsonb_build_object('update', encode(edits, 'base64'));
    end if;
  end if;
  perform realtime.send(message, case when size > 0 then 'update' else 'texts' end, 'page:' || answer.channel, true);
  return answer;
end
$$;
comment on function private.append_page_update(uuid, uuid, text, private.saved_page_document) is
  'Ends a save: numbers the update, and notes and tells how far the page''s texts are the document''s.';
revoke execute on function private.append_page_update(uuid, uuid, text, private.saved_page_document) from public, anon;
grant execute on function private.append_page_update(uuid, uuid, text, private.saved_page_document) to authenticated;

-- Edits that were made without a connection are brought together with the others' before the log has them, by one browser for
-- each pair. Such a save needs the newest update: where one came in between, the save is refused, and the answer brings what was missed.
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
comment on function public.save_page_document(uuid, uuid, bigint, timestamptz, text, jsonb, boolean, boolean, uuid, boolean) is
  'Appends an update to a page''s document, and writes those of name, description and content that `texts` holds, if the caller has seen every update and the page''s version. With `needs_newest`, nothing is appended for a caller who has missed an update. Answers the updates that the caller has not seen; nothing when the caller finds no such page.';
revoke execute on function public.save_page_document(uuid, uuid, bigint, timestamptz, text, jsonb, boolean, boolean, uuid, boolean)
  from public, anon;
grant execute on function public.save_page_document(uuid, uuid, bigint, timestamptz, text, jsonb, boolean, boolean, uuid, boolean)
  to authenticated;
