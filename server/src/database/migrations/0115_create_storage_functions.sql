-- The functions of Supabase Storage that policies ask, and that lists are made with.

create function storage.foldername(name text) returns text[]
language sql immutable parallel safe
return (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1];
comment on function storage.foldername(text) is 'The folders of a file''s name, from the outermost on.';

create function storage.filename(name text) returns text
language sql immutable parallel safe
return (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)];
comment on function storage.filename(text) is 'A file''s name without its folders.';

create function storage.extension(name text) returns text
language sql immutable parallel safe
return reverse(split_part(reverse(storage.filename(name)), '.', 1));
comment on function storage.extension(text) is 'The part of a file''s name behind its last dot; all of it without a dot.';

create function storage.operation() returns text
language sql stable
return current_setting('storage.operation', true);
comment on function storage.operation() is 'The operation that a policy is asked about, such as storage.object.upload.';

create function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable
return exists (
  select from unnest(expected_operations) as expected
  where expected <> '' and regexp_replace(expected, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', '')
);
comment on function storage.allow_any_operation(text[]) is 'Whether the operation is one of these, with or without storage. in front.';

create function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable
return storage.allow_any_operation(array[expected_operation]);
comment on function storage.allow_only_operation(text) is 'Whether the operation is this one, with or without storage. in front.';

create function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void
language plpgsql as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata) values (bucketid, name, owner, metadata);
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end
$$;
comment on function storage.can_insert_object(text, text, uuid, jsonb) is
  'Raises PT200 when the caller may upload the file, and leaves nothing behind.';

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable as $$
  select sum((metadata ->> 'size')::bigint)::bigint, bucket_id from storage.objects group by bucket_id
$$;
comment on function storage.get_size_by_bucket() is 'The bytes of each bucket''s files.';

create function storage.get_common_prefix(p_key text, p_prefix text, p_delimiter text) returns text
language sql immutable parallel safe
return case
  when position(p_delimiter in substr(p_key, length(p_prefix) + 1)) > 0
  then left(p_key, length(p_prefix) + position(p_delimiter in substr(p_key, length(p_prefix) + 1)))
end;
comment on function storage.get_common_prefix(text, text, text) is
  'The folder right below a prefix that a name is in, with the delimiter; null when it is in none.';

create function storage.list_objects_with_delimiter(
  _bucket_id text, prefix_param text, delimiter_param text, max_keys integer default 100, start_after text default '',
  next_token text default '', sort_order text default 'asc'
) returns table (
  name text, id uuid, metadata jsonb, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz
)
language plpgsql stable as $$
#variable_conflict use_column
declare
  prefix constant text := coalesce(prefix_param, '');
  -- No text has a larger last character.
  beyond constant text := prefix || chr(1114111);
  after constant text := coalesce(nullif(next_token, ''), start_after, '');
  ascending constant boolean := lower(coalesce(sort_order, 'asc')) <> 'desc';
begin
  return query
  with entries as (
    select storage.get_common_prefix(o.name, prefix, delimiter_param) as folder, o.name as file, o.*
    from storage.objects as o
    where o.bucket_id = _bucket_id and o.name collate "C" >= prefix and o.name collate "C" < beyond
  ), listed as (
    select rtrim(folder, delimiter_param) as name, null::uuid as id, null::jsonb as metadata, null::timestamptz as updated_at,
      null::timestamptz as created_at, null::timestamptz as last_accessed_at
    from entries where folder is not null group by folder
    union all
    select file, id, metadata, updated_at, created_at, last_accessed_at from entries where folder is null
  )
  select * from listed
  where after = '' or case when ascending then name collate "C" > after else name collate "C" < after end
  order by case when ascending then name end collate "C", case when not ascending then name end collate "C" desc
  limit max_keys;
end
$$;
comment on function storage.list_objects_with_delimiter(text, text, text, integer, text, text, text) is
  'The files and the folders right below a prefix, by name. A folder has no id.';
