-- The log of updates stays short: a browser that has read it sends the state that it makes, in place of the updates that
-- the page's texts hold. The database cannot read a state; where no browser can either, the document begins anew.

create function private.replace_page_state(
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
comment on function private.replace_page_state(uuid, uuid, uuid, bigint, uuid, text) is
  'Puts a state in place of a document''s updates up to a number. False where those are none, or have texts to be saved.';
revoke execute on function private.replace_page_state(uuid, uuid, uuid, bigint, uuid, text) from public, anon;
grant execute on function private.replace_page_state(uuid, uuid, uuid, bigint, uuid, text) to authenticated;

create function public.compact_page_document(
  page_id uuid, epoch uuid, up_to bigint, state text, head uuid default null
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  organization uuid;
begin
  if epoch is null or up_to is null or state is null then
    raise exception 'A state comes with its document and the last update that it holds.' using errcode = '22004';
  end if;
  select page.organization_id into organization from public.pages as page
  where page.id = compact_page_document.page_id and not page.is_archived for no key update;
  return found and private.replace_page_state(page_id, organization, epoch, up_to, head, state);
end
$$;
comment on function public.compact_page_document(uuid, uuid, bigint, text, uuid) is
  'Puts a state in place of the updates of a page''s document up to `up_to`, whose id is `head`, and which the page''s texts hold. False when it is another document or state by now, or the caller finds no such page.';
revoke execute on function public.compact_page_document(uuid, uuid, bigint, text, uuid) from public, anon;
grant execute on function public.compact_page_document(uuid, uuid, bigint, text, uuid) to authenticated;

create function public.restart_page_document(page_id uuid, epoch uuid) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if epoch is null then
    raise exception 'The document to replace is named.' using errcode = '22004';
  end if;
  perform from public.pages as page
  where page.id = restart_page_document.page_id and not page.is_archived for no key update;
  return found and private.begin_page_document(page_id, epoch);
end
$$;
comment on function public.restart_page_document(uuid, uuid) is
  'Begins a page''s document anew with the page''s present texts, for one that cannot be read. False when it is another one by now, while updates are on their way into the texts, or when the caller finds no such page.';
revoke execute on function public.restart_page_document(uuid, uuid) from public, anon;
grant execute on function public.restart_page_document(uuid, uuid) to authenticated;
