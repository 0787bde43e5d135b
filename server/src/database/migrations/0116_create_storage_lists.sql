-- The lists of the Storage API, with the signatures that Supabase Storage gives them.

create function storage.search(
  prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
)
language plpgsql stable as $$
#variable_conflict use_column
declare
  folder_length constant integer := length(coalesce(prefix, ''));
  sought constant text := lower(coalesce(prefix, '') || coalesce(search, ''));
  -- No text has a larger last character.
  beyond constant text := sought || chr(1114111);
  sorting constant text := lower(coalesce(sortcolumn, 'name'));
  ascending constant boolean := lower(coalesce(sortorder, 'asc')) <> 'desc';
begin
  return query
  with entries as (
    select substr(storage.get_common_prefix(o.name, sought, '/'), folder_length + 1) as folder,
      substr(o.name, folder_length + 1) as file, o.*
    from storage.objects as o
    where o.bucket_id = bucketname and lower(o.name) collate "C" >= sought and lower(o.name) collate "C" < beyond
  ), listed as (
    select min(rtrim(folder, '/')) as name, null::uuid as id, null::timestamptz as updated_at,
      null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
    from entries where folder is not null group by lower(folder)
    union all
    select file, id, updated_at, created_at, last_accessed_at, metadata from entries where folder is null
  ), sorted as (
    select *, case sorting
      when 'updated_at' then updated_at when 'created_at' then created_at when 'last_accessed_at' then last_accessed_at
    end as moment
    from listed
  )
  select name, id, updated_at, created_at, last_accessed_at, metadata from sorted
  -- By time, folders come first: they have none.
  order by
    (sorting in ('updated_at', 'created_at', 'last_accessed_at') and id is not null),
    case when ascending then moment end, case when not ascending then moment end desc,
    case when ascending then lower(name) end collate "C", case when not ascending then lower(name) end collate "C" desc
  limit least(coalesce(limits, 100), 1500) offset offsets;
end
$$;
comment on function storage.search(text, text, integer, integer, integer, text, text, text) is
  'The files and folders right below a prefix whose names go on with the search, whatever their case; names without the prefix.';

create function storage.search_v2(
  prefix text, bucket_name text, limits integer default 100, levels integer default 1, start_after text default '',
  sort_order text default 'asc', sort_column text default 'name', sort_column_after text default ''
) returns table (
  key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
)
language plpgsql stable as $$
#variable_conflict use_column
declare
  sought constant text := coalesce(prefix, '');
  beyond constant text := sought || chr(1114111);
  most constant integer := least(coalesce(limits, 100), 1500);
  sorting constant text := lower(coalesce(sort_column, 'name'));
  ascending constant boolean := lower(coalesce(sort_order, 'asc')) <> 'desc';
  -- Cursors know milliseconds.
  after constant timestamptz := coalesce(nullif(sort_column_after, '')::timestamptz, 'epoch');
begin
  if sorting not in ('updated_at', 'created_at') then
    return query
    select split_part(l.name, '/', levels), l.name, l.id, l.updated_at, l.created_at, l.last_accessed_at, l.metadata
    from storage.list_objects_with_delimiter(bucket_name, sought, '/', most, start_after, '', sort_order) as l;
    return;
  end if;
  return query
  with entries as (
    select storage.get_common_prefix(o.name, sought, '/') as folder, o.name as file, o.*
    from storage.objects as o
    where o.bucket_id = bucket_name and o.name collate "C" >= sought and o.name collate "C" < beyond
  ), listed as (
    -- A folder is as old as its oldest file.
    select rtrim(folder, '/') as name, null::uuid as id, min(created_at) as updated_at, min(created_at) as created_at,
      null::timestamptz as last_accessed_at, null::jsonb as metadata
    from entries where folder is not null group by folder
    union all
    select file, id, updated_at, created_at, last_accessed_at, metadata from entries where folder is null
  ), timed as (
    select *, coalesce(date_trunc('milliseconds', case sorting when 'updated_at' then updated_at else created_at end), 'epoch')
      as moment
    from listed
  )
  select split_part(name, '/', levels), name, id, updated_at, created_at, last_accessed_at, metadata from timed
  where coalesce(start_after, '') = '' or case
    when ascending then (moment, name collate "C") > (after, start_after)
    else (moment, name collate "C") < (after, start_after)
  end
  order by
    case when ascending then moment end, case when not ascending then moment end desc,
    case when ascending then name end collate "C", case when not ascending then name end collate "C" desc
  limit most;
end
$$;
comment on function storage.search_v2(text, text, integer, integer, text, text, text, text) is
  'The files and folders right below a prefix, a page at a time; names with the prefix.';
