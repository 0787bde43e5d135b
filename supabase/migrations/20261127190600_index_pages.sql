-- Folds pages' texts for search. private.work_off_pages() calls it, seconds after a save.

create function private.searchable_words(content text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  -- A single character may unfold to many.
  folded constant text := left(private.fold_words(content), 500000);
begin
  return folded || E'\n ' || private.character_pairs(folded) || ' ';
end
$$;
comment on function private.searchable_words(text) is 'A part of a page''s texts as it is searched.';
revoke execute on function private.searchable_words(text) from public, anon, authenticated;

create function private.index_page_part(page_id uuid, number integer) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  overlap constant integer := 200;
  page record;
  texts text;
  letters integer;
  size integer;
  start integer;
  -- The letters from the beginning of the part before to that of this one.
  between_them text;
  previous record;
begin
  select known.organization_id, known.updated_at, known.name,
    concat_ws(E'\n', known.name, coalesce(known.description, ''), known.content) as texts
  into page
  from public.pages as known where known.id = index_page_part.page_id;
  -- Unpacked once, and not at each use.
  texts := page.texts;
  letters := length(texts);
  -- Each Chinese, Japanese or Korean character makes a pair with the next one.
  size := case when octet_length(texts) > 2 * letters then 30000 else 100000 end;
  if number = 0 then
    insert into public.page_search as known (page_id, organization_id, updated_at, title, words, parts)
    values (index_page_part.page_id, page.organization_id, page.updated_at, private.fold_words(page.name),
      private.searchable_words(left(texts, size)), greatest(0, (letters - 1) / size))
    on conflict on constraint page_search_pkey do update
    set updated_at = excluded.updated_at, title = excluded.title, words = excluded.words, parts = excluded.parts
    -- A save that came meanwhile knows better.
    where known.updated_at <= excluded.updated_at;
    delete from public.page_search_parts as part
    where part.page_id = index_page_part.page_id and part.number > (letters - 1) / size;
    return letters > size;
  end if;
  start := number * size - overlap;
  select coalesce(max(part.first_line), 0) as line, coalesce(max(part.first_column), 0) as letters_before into previous
  from public.page_search_parts as part
  where part.page_id = index_page_part.page_id and part.number = index_page_part.number - 1;
  between_them := case when number = 1 then left(texts, start) else substr(texts, start - size + 1, size) end;
  insert into public.page_search_parts as known (page_id, number, organization_id, first_line, first_column, words)
  values (index_page_part.page_id, index_page_part.number, page.organization_id,
    previous.line + length(between_them) - length(replace(between_them, E'\n', '')),
    length(split_part(between_them, E'\n', -1))
      + case when strpos(between_them, E'\n') = 0 then previous.letters_before else 0 end,
    private.searchable_words(substr(texts, start + 1, size + overlap)))
  on conflict on constraint page_search_parts_pkey do update
  set first_line = excluded.first_line, first_column = excluded.first_column, words = excluded.words
  where (known.first_line, known.first_column, known.words) is distinct from
    (excluded.first_line, excluded.first_column, excluded.words);
  return letters > (number + 1) * size;
end
$$;
comment on function private.index_page_part(uuid, integer) is
  'Folds a part of a page''s texts for search. True when there are more of them.';
revoke execute on function private.index_page_part(uuid, integer) from public, anon, authenticated;
