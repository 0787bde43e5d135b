-- Search finds a word that is a link in a part of it, however the link is written: by a reference (`[lin][1]ked`), with parentheses in its
-- address, and with brackets in its words.

create or replace function private.with_joined_words(source text) returns text
language plpgsql immutable strict
set search_path = ''
as $$
declare
  -- Brackets and parentheses may stand within each other once: no more is read, however many are open.
  words constant text := '\[((?:[^][\\\n]|\\[^\n]|\[[^][\n]*\])*)\]';
  address constant text := '(?:\((?:<[^<>\n]*>|\\[^\n]|[^()\\\n]|\([^()\n]*\))*\)|\[[^][\n]*\])';
  link constant text := '(?:' || words || address || '|\[\[(?:[^][|\n]*\|)?([^][|\n]+)\]\])';
begin
  if strpos(source, '](') = 0 and strpos(source, ']]') = 0 and strpos(source, '][') = 0 then
    return source;
  end if;
  return regexp_replace(
    regexp_replace(source, '(\m\w+)?' || link || '(\w+)', '\& \1\2\3\4', 'g'),
    '(\m\w+)' || link || '(?!\w)', '\& \1\2\3', 'g');
end
$$;

-- The texts that search knows are folded anew.
insert into public.page_work (page_id) select page.id from public.pages as page
on conflict (page_id) do update
set ticket = excluded.ticket, due_at = excluded.due_at, tries = 0, problem = null, begun_at = null, part = 0;
