-- Looking for ids in updates has a bound: an update of 5 MB of ids, of which a document may have several, kept the embedded database busy
-- for a minute. Whoever wrote more than is looked at counts as having brought every id: they, too, must be able to read the file.

create or replace function private.ids_in_edits(edits bytea) returns uuid[]
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

create or replace function private.note_brought_ids(content text, update text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  -- Empty where no update came. An unreadable one is refused here, as it would be later.
  perform set_config('trellis.brought', case when strpos(content, '/files/') > 0 and update <> ''
    then coalesce(private.ids_in_edits(private.read_edits(update))::text, 'all') end, true);
end
$$;

create or replace function private.files_brought(page_id uuid, writers uuid[], files uuid[]) returns uuid[]
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
  -- Those who brought the same file are few: files with the same ones are asked about together.
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
