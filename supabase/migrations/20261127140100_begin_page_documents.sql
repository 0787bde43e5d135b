-- A document begins with the page's present texts. The database writes that first state itself: two browsers that each
-- made one would have two documents, and every text twice once they were merged.
-- The bytes are those of a Yjs update (format 1): one client, one struct for each text, nothing deleted. Numbers are
-- LEB128; a struct is a ContentString without origins, whose parent is named.

create function private.encode_number(number bigint) returns bytea
language plpgsql immutable strict
set search_path = ''
as $$
declare
  rest bigint := number;
  bytes bytea := '';
begin
  while rest > 127 loop
    bytes := bytes || set_byte('\x00'::bytea, 0, (rest & 127)::integer | 128);
    rest := rest >> 7;
  end loop;
  return bytes || set_byte('\x00'::bytea, 0, rest::integer);
end
$$;
comment on function private.encode_number(bigint) is 'A number as Yjs writes it: seven bits in each byte, the lowest first.';
revoke execute on function private.encode_number(bigint) from public, anon, authenticated;

create function private.encode_text(written text) returns bytea
language plpgsql immutable strict
set search_path = ''
as $$
declare
  bytes bytea := convert_to(written, 'UTF8');
begin
  return private.encode_number(octet_length(bytes)) || bytes;
end
$$;
comment on function private.encode_text(text) is 'A text as Yjs writes it: its length in bytes, and those.';
revoke execute on function private.encode_text(text) from public, anon, authenticated;

create function private.encode_document(name text, description text, content text) returns bytea
language plpgsql volatile
set search_path = ''
as $$
declare
  -- Browsers choose among all numbers of 32 bits: it is unlikely enough that one of them gets the same.
  client constant bigint := (2 ^ 29 + floor(random() * 2 ^ 29))::bigint;
  structs bytea := '';
  count integer := 0;
  field record;
begin
  for field in
    -- Line ends as the editor has them.
    select texts.root, replace(replace(texts.written, E'\r\n', E'\n'), E'\r', E'\n') as written
    from (values (1, 'name', name), (2, 'description', description), (3, 'content', content)) as texts (place, root, written)
    where texts.written <> ''
    order by texts.place
  loop
    structs := structs || '\x0401'::bytea || private.encode_text(field.root) || private.encode_text(field.written);
    count := count + 1;
  end loop;
  if count = 0 then
    return '\x0000';
  end if;
  return '\x01'::bytea || private.encode_number(count) || private.encode_number(client) || '\x00'::bytea
    || structs || '\x00'::bytea;
end
$$;
comment on function private.encode_document(text, text, text) is
  'A new Yjs document with these texts, as an update. The same texts give another document each time.';
revoke execute on function private.encode_document(text, text, text) from public, anon, authenticated;

-- Yjs keeps a trace of everything that was ever written. A document that has become large by that begins anew, once it has
-- been left alone for a night: hardly a browser has edits for it then. The page's texts have all of its own by then. One that has
-- private words in it begins anew as soon as somebody else opens it: edits that the page's texts lack are on their
-- writer's devices.
create function private.has_outgrown(page_id uuid) returns boolean
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
comment on function private.has_outgrown(uuid) is
  'Whether a page''s document is better begun anew for this caller: it has words of somebody''s private time, or a night after its last update much more than the page''s texts.';
revoke execute on function private.has_outgrown(uuid) from public, anon, authenticated;

-- A browser may have edits of the document that ends, and not know which of them the page's texts have: it was away, or the
-- answer to its last save was lost.
create function private.keep_former_document(document public.page_documents, private_to uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  most_kept constant integer := 8;
  longest_kept constant interval := '30 days';
begin
  -- Nobody may read the words of one whose account is gone.
  if not document.is_to_restart or document.kept_for is not null then
    insert into public.page_former_documents (epoch, page_id, private_to, state, updates)
    values (document.epoch, document.page_id, coalesce(document.kept_for, keep_former_document.private_to),
      document.state, array(
        select log.update from public.page_updates as log
        where log.page_id = document.page_id and log.number <= document.texts_number order by log.number
      ));
  end if;
  delete from public.page_former_documents as former
  where former.page_id = document.page_id and former.epoch not in (
    select newest.epoch from public.page_former_documents as newest
    where newest.page_id = document.page_id order by newest.ended_at desc limit most_kept
  );
  delete from public.page_former_documents as former
  where former.epoch in (
    select old.epoch from public.page_former_documents as old
    where old.ended_at < clock_timestamp() - longest_kept limit 100 for update skip locked
  );
end
$$;
comment on function private.keep_former_document(public.page_documents, uuid) is
  'Keeps a document that ends for some weeks, and lets go of older ones.';
revoke execute on function private.keep_former_document(public.page_documents, uuid) from public, anon, authenticated;

-- The caller has locked the page's row, and may write the page.
create function private.begin_page_document(page_id uuid, replaced uuid default null) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  page record;
  document public.page_documents;
  next_epoch uuid := gen_random_uuid();
  -- Those who write bring their updates into the texts within seconds.
  is_being_written boolean;
begin
  select * into document
  from public.page_documents as known where known.page_id = begin_page_document.page_id for no key update;
  is_being_written := document.texts_number < document.number
    and document.updated_at > clock_timestamp() - interval '10 seconds';
  if replaced is not null and (document.epoch is distinct from replaced or is_being_written)
    or replaced is null and document.epoch is not null and not private.has_outgrown(page_id) then
    return false;
  end if;
  select known.updated_at, known.private_to, private.encode_document(known.name, known.description, known.content) as state
  into page
  from public.pages as known where known.id = begin_page_document.page_id;
  if document.epoch is null then
    insert into public.page_documents (page_id, epoch, state, state_head, head, texts_version, bytes)
    values (begin_page_document.page_id, next_epoch, page.state, next_epoch, next_epoch, page.updated_at,
      octet_length(page.state));
    return true;
  end if;
  perform private.keep_former_document(document, page.private_to);
  delete from public.page_updates as log where log.page_id = begin_page_document.page_id;
  update public.page_documents as known
  set epoch = next_epoch, state = page.state, state_number = 0, state_head = next_epoch, number = 0, head = next_epoch,
    texts_number = 0, texts_version = page.updated_at, bytes = octet_length(page.state), is_to_restart = false,
    kept_for = null, updated_at = clock_timestamp()
  where known.page_id = begin_page_document.page_id;
  perform realtime.send(
    jsonb_build_object('epoch', next_epoch, 'number', 0, 'head', next_epoch, 'textsNumber', 0,
      'textsVersion', page.updated_at, 'version', page.updated_at),
    'texts', 'page:' || document.channel, true);
  return true;
end
$$;
comment on function private.begin_page_document(uuid, uuid) is
  'Begins a page''s document with the page''s present texts: its first one, one in place of an outgrown one, or of the one that is named.';
revoke execute on function private.begin_page_document(uuid, uuid) from public, anon;
grant execute on function private.begin_page_document(uuid, uuid) to authenticated;

-- A document with words of a private time goes on for one person alone until the page has its texts. Each function that reads or
-- writes a document asks this first: else somebody else's save would hand out its updates.
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
