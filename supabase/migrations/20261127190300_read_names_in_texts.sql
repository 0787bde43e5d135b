-- Reads wiki links and aliases in a page's text, as the web app does (web/src/features/editor/markdown/wiki-links.ts and
-- properties/read-properties.ts), but for rare forms: a link too many here leads nowhere there.

-- A backtick that follows three of them on their line makes them code in a sentence. No group keeps what it found, which would be most
-- of the work.
create function private.text_without_code(content text) returns text
language sql immutable
set search_path = ''
as $$
  select regexp_replace(coalesce(string_agg(piece, E'\n' order by place) filter (where place % 2 = 1), ''), '`[^`\n]+`', '`', 'g')
  from regexp_split_to_table(content, '(?:^|\n)[ \t>]*(?:`{3,}[^`\n]*|~{3,}[^\n]*)(?=\n|$)') with ordinality as pieces (piece, place)
$$;
comment on function private.text_without_code(text) is 'A text without its code, where nothing is a link.';
revoke execute on function private.text_without_code(text) from public, anon, authenticated;

-- At most a thousand, as of private.linked_pages(). A megabyte of `[[a]]` would take the worker five seconds, so no more is read than
-- half a megabyte, and of that no more than ten thousand places that may be wiki links.
create function private.wiki_targets(content text) returns setof text
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
comment on function private.wiki_targets(text) is 'The names and paths of names that the wiki links of a text say.';
revoke execute on function private.wiki_targets(text) from public, anon, authenticated;

create function private.plain_value(written text) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when written ~ '^".*"$' then replace(replace(substr(written, 2, length(written) - 2), '\"', '"'), '\\', '\')
    when written ~ '^''.*''$' then replace(substr(written, 2, length(written) - 2), '''''', '''')
    else btrim(regexp_replace(written, '\s#.*$', ''), E' \t\r')
  end
$$;
comment on function private.plain_value(text) is 'A value of front matter without its quotes, or the comment behind it.';
revoke execute on function private.plain_value(text) from public, anon, authenticated;

-- `aliases: [One, "Two"]`, `aliases: One`, or a line for each, as Obsidian writes them.
create function private.aliases_in(content text) returns setof text
language plpgsql immutable
set search_path = ''
as $$
declare
  is_list boolean := false;
  line text;
  value text;
begin
  if content not like E'---%\n%' then
    return;
  end if;
  foreach line in array (string_to_array(left(content, 20000), E'\n'))[2:] loop
    exit when line ~ '^(-{3}|\.{3})\s*$';
    value := null;
    if is_list and line ~ '^\s*-\s+\S' then
      value := btrim(substring(line from '^\s*-\s+(.*)$'), E' \t\r');
    elsif line ~ '^\s*(#|$)' then
      continue;
    else
      is_list := line ~* '^["'']?alias(es)?["'']?\s*:(\s|$)';
      value := case when is_list then btrim(regexp_replace(line, '^[^:]*:', ''), E' \t\r') end;
    end if;
    if value ~ '^\[' then
      return query
        select private.plain_value(btrim(item[1], E' \t\r'))
        from regexp_matches(substr(value, 2), '("(?:[^"\\]|\\.)*"|''(?:[^'']|'''')*''|[^],"''\s][^],]*)', 'g') as item;
    elsif value ~ '[^#]' and value !~ '^#' then
      return next private.plain_value(value);
    end if;
  end loop;
end
$$;
comment on function private.aliases_in(text) is 'The other names that a page gives itself in its front matter.';
revoke execute on function private.aliases_in(text) from public, anon, authenticated;
