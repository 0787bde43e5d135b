-- A document with words of a private time goes on for one person alone until the page has its texts. Somebody else's opening
-- begins it anew. Somebody else's save did not: it named the document, and handed out its updates; and their compaction
-- put another state in place of those. Now each function that reads or writes a document asks this first.

create function private.is_kept_from_caller(is_to_restart boolean, kept_for uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return is_to_restart and kept_for is distinct from auth.uid();
end
$$;
comment on function private.is_kept_from_caller(boolean, uuid) is
  'Whether a document has words of somebody else''s private time: that person alone gets its epoch, its state and its updates.';
revoke execute on function private.is_kept_from_caller(boolean, uuid) from public, anon, authenticated;

create or replace function private.has_outgrown(page_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select private.is_kept_from_caller(document.is_to_restart, document.kept_for)
      or document.is_to_restart and document.texts_number = document.number
      or document.texts_number = document.number and document.texts_version = page.updated_at
        and document.updated_at < clock_timestamp() - interval '8 hours'
        -- Traces of half the size of its texts make a page take almost half more time to open.
        and document.bytes > 4096 + 1.5 * (
          octet_length(page.name) + coalesce(octet_length(page.description), 0) + octet_length(page.content)
        )
    from public.page_documents as document
    join public.pages as page on page.id = document.page_id
    where document.page_id = has_outgrown.page_id
  );
end
$$;

create or replace function private.read_page_document(
  page_id uuid, known_epoch uuid, known_number bigint, known_head uuid, version timestamptz
) returns table (
  epoch uuid, channel uuid, number bigint, head uuid, state text, state_number bigint, updates jsonb,
  texts_number bigint, texts_version timestamptz, has_outgrown boolean
)
language plpgsql stable security definer
set search_path = ''
rows 1
as $$
declare
  document public.page_documents;
  -- Somebody who has a part already gets the rest.
  is_known boolean;
begin
  -- Without the state, which would be unpacked.
  select known.page_id, known.epoch, known.channel, known.number, known.head, known.state_number, known.state_head,
    known.texts_number, known.texts_version, known.is_to_restart, known.kept_for
  into document.page_id, document.epoch, document.channel, document.number, document.head, document.state_number,
    document.state_head, document.texts_number, document.texts_version, document.is_to_restart, document.kept_for
  from public.page_documents as known where known.page_id = read_page_document.page_id;
  if not found or private.is_kept_from_caller(document.is_to_restart, document.kept_for) then
    return;
  end if;
  is_known := coalesce(
    document.epoch = known_epoch and known_number >= document.state_number
      and private.has_in_log(document, known_number, known_head) and document.texts_version = version, false);
  return query select document.epoch, document.channel, document.number, document.head,
    case when not is_known then (
      select encode(known.state, 'base64') from public.page_documents as known
      where known.page_id = read_page_document.page_id
    ) end,
    document.state_number,
    private.list_page_updates(
      page_id, case when is_known then known_number else document.state_number end, document.number),
    document.texts_number, document.texts_version, private.has_outgrown(page_id);
end
$$;

-- The caller has locked the page's row, which has this version.
create or replace function private.judge_page_save(
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

-- Comes after private.judge_page_save(), and after the texts.
create or replace function private.append_page_update(
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

create or replace function private.replace_page_state(
  page_id uuid, organization_id uuid, epoch uuid, up_to bigint, head uuid, state text
) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  most_bytes constant integer := 16 * 1024 * 1024;
  document record;
  next_state bytea;
  freed bigint;
begin
  select octet_length(known.state) as size, log.id as head into document
  from public.page_documents as known
  join public.page_updates as log on log.page_id = known.page_id and log.number = up_to
  where known.page_id = replace_page_state.page_id and known.epoch = replace_page_state.epoch
    and known.state_number < up_to and up_to <= known.texts_number
    and log.id = coalesce(replace_page_state.head, log.id)
    and not private.is_kept_from_caller(known.is_to_restart, known.kept_for)
  for no key update of known;
  if not found then
    return false;
  end if;
  next_state := private.read_edits(state);
  -- Not even an empty document is shorter.
  if octet_length(next_state) < 2 then
    perform private.refuse('edits_unreadable');
  elsif octet_length(next_state) > most_bytes then
    perform private.refuse('document_too_large');
  end if;
  with gone as (
    delete from public.page_updates as log
    where log.page_id = replace_page_state.page_id and log.number <= up_to
    returning octet_length(log.update) as size
  )
  select document.size + coalesce(sum(gone.size), 0) into freed from gone;
  -- It makes room as a rule: then it is welcome in a full workspace, too.
  if octet_length(next_state) > freed then
    perform private.take_room(organization_id, octet_length(next_state) - freed);
  end if;
  update public.page_documents as known
  set state = next_state, state_number = up_to, state_head = document.head, bytes = known.bytes - freed + octet_length(next_state)
  where known.page_id = replace_page_state.page_id;
  return true;
end
$$;
