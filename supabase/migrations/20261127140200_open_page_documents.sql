-- Opening a page to write on it: the document, and the page's texts where they are not the document's.

-- A database that is restored from a backup gives numbers a second time. A browser that was away meanwhile has seen another
-- update under its number, and would neither hear of the others nor send its own again.
create function private.has_in_log(document public.page_documents, number bigint, head uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return coalesce(
    number between 0 and document.number and (
      -- A tab with an earlier build knows no ids.
      head is null
      or head = case number
        when document.number then document.head
        when document.state_number then document.state_head
        else (
          select log.id from public.page_updates as log
          where log.page_id = document.page_id and log.number = has_in_log.number
        )
      end
    ), false);
end
$$;
comment on function private.has_in_log(public.page_documents, bigint, uuid) is
  'Whether a document''s log has this update under this number. False for one that only the state holds.';
revoke execute on function private.has_in_log(public.page_documents, bigint, uuid) from public, anon, authenticated;

create function private.list_page_updates(page_id uuid, after bigint, until bigint) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'number', log.number, 'id', log.id, 'update', encode(log.update, 'base64'), 'by', log.created_by, 'at', log.created_at
    ) order by log.number)
    from public.page_updates as log
    where log.page_id = list_page_updates.page_id and log.number > after and log.number <= until
  ), '[]');
end
$$;
comment on function private.list_page_updates(uuid, bigint, bigint) is 'Updates of a page''s document, as clients get them.';
revoke execute on function private.list_page_updates(uuid, bigint, bigint) from public, anon, authenticated;

-- Stable, so that it reads what the query that calls it reads: a document that fits the page's version.
create function private.read_page_document(
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
comment on function private.read_page_document(uuid, uuid, bigint, uuid, timestamptz) is
  'A page''s document, or what is new in it since the caller had it.';
revoke execute on function private.read_page_document(uuid, uuid, bigint, uuid, timestamptz) from public, anon;
grant execute on function private.read_page_document(uuid, uuid, bigint, uuid, timestamptz) to authenticated;

-- A page's look comes with its text: on a new device the tree comes after it, and a cover would move the text.
create function public.open_page_document(
  page_id uuid, known_epoch uuid default null, known_number bigint default null, known_head uuid default null
) returns table (
  epoch uuid, channel uuid, number bigint, head uuid, state text, state_number bigint, updates jsonb,
  texts_number bigint, texts_version timestamptz, version timestamptz, name text, description text, content text, look jsonb
)
language plpgsql
set search_path = ''
rows 1
as $$
declare
  opened record;
begin
  for attempt in 1 .. 2 loop
    select page.updated_at, document.*, public.look(page) as look,
      case when is_other then page.name end as name,
      case when is_other then coalesce(page.description, '') end as description,
      case when is_other then page.content end as content
    into opened
    from public.pages as page
    left join lateral private.read_page_document(page.id, known_epoch, known_number, known_head, page.updated_at) as document
      on true
    cross join lateral (select page.updated_at is distinct from document.texts_version) as texts (is_other)
    where page.id = open_page_document.page_id and not page.is_archived;
    if not found then
      return;
    end if;
    exit when attempt = 2 or opened.epoch is not null and not opened.has_outgrown;
    -- Only those begin a document who may write the page. Of two at once, the second one finds the first one's.
    perform from public.pages as page
    where page.id = open_page_document.page_id and not page.is_archived for no key update;
    exit when not found;
    perform private.begin_page_document(page_id);
  end loop;
  return query select opened.epoch, opened.channel, opened.number, opened.head, opened.state, opened.state_number, opened.updates,
    opened.texts_number, opened.texts_version, opened.updated_at, opened.name, opened.description, opened.content, opened.look;
end
$$;
comment on function public.open_page_document(uuid, uuid, bigint, uuid) is
  'A page''s document, which begins with its first opening: state and updates, or the updates alone that are new since `known_number`, whose id is `known_head`; the page''s texts where they are not the document''s; and its look. Nothing when the caller finds no such page.';
revoke execute on function public.open_page_document(uuid, uuid, bigint, uuid) from public, anon;
grant execute on function public.open_page_document(uuid, uuid, bigint, uuid) to authenticated, service_role;

create function private.read_former_document(page_id uuid, epoch uuid) returns table (state text, updates jsonb)
language plpgsql stable security definer
set search_path = ''
rows 1
as $$
begin
  return query
  select encode(former.state, 'base64'), coalesce((
    select jsonb_agg(encode(log.update, 'base64') order by log.place)
    from unnest(former.updates) with ordinality as log (update, place)
  ), '[]')
  from public.page_former_documents as former
  where former.epoch = read_former_document.epoch and former.page_id = read_former_document.page_id
    and coalesce(former.private_to, auth.uid()) = auth.uid();
end
$$;
comment on function private.read_former_document(uuid, uuid) is
  'A document that a page had before. Nothing when it has words of somebody else''s private time.';
revoke execute on function private.read_former_document(uuid, uuid) from public, anon;
grant execute on function private.read_former_document(uuid, uuid) to authenticated;

create function public.open_former_document(page_id uuid, epoch uuid) returns table (state text, updates jsonb)
language plpgsql stable
set search_path = ''
rows 1
as $$
begin
  return query
  select former.state, former.updates
  from public.pages as page
  cross join lateral private.read_former_document(page.id, open_former_document.epoch) as former
  where page.id = open_former_document.page_id and not page.is_archived;
end
$$;
comment on function public.open_former_document(uuid, uuid) is
  'A document that a page had before, as far as the page''s texts had it when the next one began: for a browser that still has edits of it. Nothing when the caller finds no such page, or may not read that document, or it ended some weeks ago.';
revoke execute on function public.open_former_document(uuid, uuid) from public, anon;
grant execute on function public.open_former_document(uuid, uuid) to authenticated;
