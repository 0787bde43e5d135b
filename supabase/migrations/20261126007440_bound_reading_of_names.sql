-- A megabyte of `[[a]]` took the worker five seconds, and a text may have five of them. So no more is read than is searched, and
-- of that no more than ten thousand places that may be wiki links.

create or replace function private.wiki_targets(content text) returns setof text
language sql immutable
set search_path = ''
as $$
  select distinct target
  from (
    select regexp_replace(btrim(split_part(rtrim(found[1], '\'), '#', 1), E' \t\r'), '\.md$', '', 'i') as target
    from (
      select left(piece, 1000) as piece
      from string_to_table(private.text_without_code(left(content, 500000)), '[[') with ordinality as pieces (piece, place)
      where place > 1
      limit 10000
    ) as pieces,
    regexp_match(piece, '^\[*(?!\s)([^][\n|]+)(\|[^][\n]*)?\]\](?!\()') as found
    where found is not null
    limit 1000
  ) as targets
  where target <> '' and length(target) <= 500
$$;

-- Without groups that keep what they found, which is most of the work.
create or replace function private.text_without_code(content text) returns text
language sql immutable
set search_path = ''
as $$
  select regexp_replace(coalesce(string_agg(piece, E'\n' order by place) filter (where place % 2 = 1), ''), '`[^`\n]+`', '`', 'g')
  from regexp_split_to_table(content, '(?:^|\n)[ \t>]*(?:`{3,}[^`\n]*|~{3,}[^\n]*)(?=\n|$)') with ordinality as pieces (piece, place)
$$;
