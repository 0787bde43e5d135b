-- Folds pages' texts for search. private.work_off_pages() calls it, seconds after a save.

create function private.fold_text(original text) returns text
language plpgsql stable strict
set search_path = ''
as $$
begin
  -- In this language Postgres plans it once for a connection, and not at each page.
  return lower(case
    -- Most texts have no other characters, or only usual ones: bringing them into one form would take most of the time.
    when octet_length(original) = length(original) then original
    when original is nfkc normalized then extensions.unaccent('extensions.unaccent'::regdictionary, original)
    else extensions.unaccent('extensions.unaccent'::regdictionary, normalize(original, NFKC))
  end);
end
$$;
comment on function private.fold_text(text) is 'A text as search compares it: small letters without accents, in one form each. Lines stay lines.';
revoke execute on function private.fold_text(text) from public, anon, authenticated;

-- Pieces of three characters find words of an alphabet, but two characters are a word in Chinese, Japanese and Korean.
-- So each pair of those stands in a line of its own, apart, where the index knows it by its edges.
create function private.character_pairs(folded text) returns text
language plpgsql stable strict
set search_path = ''
as $$
begin
  if octet_length(folded) = length(folded) then
    return '';
  end if;
  return (
    select coalesce(string_agg(distinct pair, ' '), '')
    from (
      select single || coalesce(lead(single) over (partition by run_number order by place), '') as pair
      from regexp_matches(folded, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+', 'g')
        with ordinality as runs (run, run_number),
        string_to_table(run[1], null) with ordinality as singles (single, place)
    ) as pairs
  );
end
$$;
comment on function private.character_pairs(text) is 'The pairs of neighbouring Chinese, Japanese and Korean characters of a text, each once, and the last of each run.';
revoke execute on function private.character_pairs(text) from public, anon, authenticated;

-- Nobody reads a page of more than half a million characters, so the rest is not searched. One
-- character may unfold to many, so they are counted twice.
create function private.searchable_words(name text, description text, content text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  folded constant text := left(
    private.fold_text(left(concat_ws(E'\n', name, coalesce(description, ''), content), 500000)), 500000);
begin
  return folded || E'\n ' || private.character_pairs(folded) || ' ';
end
$$;
comment on function private.searchable_words(text, text, text) is 'A page''s texts as they are searched.';
revoke execute on function private.searchable_words(text, text, text) from public, anon, authenticated;

create function private.index_pages(page_ids uuid[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  insert into public.page_search as known (page_id, organization_id, updated_at, title, words)
  select
    page.id, page.organization_id, page.updated_at, private.fold_text(page.name),
    private.searchable_words(page.name, page.description, page.content)
  from public.pages as page
  where page.id = any (page_ids)
  on conflict (page_id) do update
  set updated_at = excluded.updated_at, title = excluded.title, words = excluded.words
  -- A save that came meanwhile knows better.
  where known.updated_at < excluded.updated_at;
end
$$;
comment on function private.index_pages(uuid[]) is 'Folds the texts of pages for search.';
revoke execute on function private.index_pages(uuid[]) from public, anon, authenticated;
