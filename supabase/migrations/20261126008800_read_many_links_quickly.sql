-- A regular expression looks for all of its finds before the first one is taken: a text of 15,000 links kept the embedded database busy for
-- seconds. The text is split at the words that each link begins with, as for files, and the expression looks at some of the pieces alone.

create or replace function private.linked_pages(content text) returns setof uuid
language sql immutable
set search_path = ''
as $$
  select distinct name::uuid
  from (
    select name
    from (
      select pg_catalog.left(part, 36) as name
      from pg_catalog.unnest((pg_catalog.string_to_array(content, '/dashboard/pages/'))[2:]) as part
    ) as parts
    where name ~ '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'
    limit 1000
  ) as names
$$;
