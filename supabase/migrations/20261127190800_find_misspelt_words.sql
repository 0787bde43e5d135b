-- Words with one slip of the keyboard, for questions that nothing answers.

-- A slip is a wrong character, one too many, one missing, or two that changed places.
create function private.misspelt_patterns(term text) returns text[]
language sql immutable strict
set search_path = ''
as $$
  select coalesce(array_agg(distinct '%' || slip || '%'), '{}')
  from generate_series(1, length(term)) as place,
    lateral (values
      (overlay(term placing '_' from place for 1)),
      (case when length(term) > 5 then overlay(term placing '' from place for 1) end),
      (case when place > 1 then overlay(term placing '_' from place for 0) end),
      (case when place > 1 then overlay(term placing reverse(substr(term, place - 1, 2)) from place - 1 for 2) end)
    ) as slips (slip)
  where slip is not null and term ~ '^[[:alnum:]]{5,24}$'
$$;
comment on function private.misspelt_patterns(text) is 'Patterns of texts that hold the word as it was meant; none for words that are too short to tell.';
revoke execute on function private.misspelt_patterns(text) from public, anon, authenticated;

-- All slips of a word are one expression: comparing a text with each of them would take twenty times as long.
create function private.misspelt_expression(term text) returns text
language sql immutable strict
set search_path = ''
as $$
  select string_agg(replace(btrim(slip, '%'), '_', '.'), '|')
  from unnest(private.misspelt_patterns(term)) as slip
$$;
comment on function private.misspelt_expression(text) is 'An expression of texts that hold the word as it was meant; null for words that are too short to tell.';
revoke execute on function private.misspelt_expression(text) from public, anon, authenticated;

create function private.find_misspelt(organization uuid, terms text[], most integer) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  slips text := (select string_agg(private.misspelt_expression(word), '|') from unnest(terms) as word);
  -- As written or as meant, word by word.
  meant text[] := array(
    select concat_ws('|', regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g'), private.misspelt_expression(word))
    from unnest(terms) as word
  );
  -- A busy machine finds less in it, so tests that look for a certain page give themselves longer.
  patience interval := make_interval(secs => coalesce(nullif(current_setting('trellis.misspelt_ms', true), ''), '60')::integer / 1000.0);
  begun timestamptz;
  has_parts constant boolean := exists (
    select from public.page_search as long where long.organization_id = organization and long.parts > 0);
  found uuid[];
  term text;
  pattern text;
begin
  -- Titles are short enough to look at all of them.
  found := array(
    select named.page_id from public.page_search as named
    join public.pages as page on page.id = named.page_id and not page.is_archived
      and private.sees_page(auth.uid(), array[organization], page.organization_id, page.private_to)
    where named.organization_id = organization and named.title ~ slips
    order by named.title ~ format('\m(%s)\M', slips) desc, named.updated_at desc
    limit most
  );
  -- A word that is in many texts is in one of the newest: those are looked at first, because looking for it through the
  -- index would mean to look at all of them.
  found := found || array(
    select recent.page_id from (
      select known.page_id, known.words from public.page_search as known
      where known.organization_id = organization
      order by known.updated_at desc
      limit 200
    ) as recent
    join public.pages as page on page.id = recent.page_id and not page.is_archived
      and private.sees_page(auth.uid(), array[organization], page.organization_id, page.private_to)
    where recent.words ~ slips
    limit most
  );
  if cardinality(found) < 5 then
    begun := clock_timestamp();
    foreach term in array terms loop
      foreach pattern in array private.misspelt_patterns(term) loop
        exit when clock_timestamp() > begun + patience;
        found := found || array(select private.pages_with(organization, pattern, '{}', most));
        if has_parts then
          found := found || array(select private.long_pages_with(organization, pattern, '{}', most));
        end if;
      end loop;
    end loop;
  end if;
  foreach term in array terms loop
    slips := private.misspelt_expression(term);
    found := array(
      select id from (select distinct id from unnest(found) as id) as candidates
      -- Words are looked up one by one: reading the whole table for them would compare every text.
      cross join lateral (select search.words, search.parts from public.page_search as search where search.page_id = id offset 0) as known
      where known.words like private.like_pattern(term) or known.words ~ slips or known.parts > 0 and exists (
        select from public.page_search_parts as part
        where part.page_id = id and (part.words like private.like_pattern(term) or part.words ~ slips)
      )
    );
  end loop;
  return array(
    select page.id from public.pages as page
    join public.page_search as known on known.page_id = page.id
    where page.id = any (found) and not page.is_archived and private.sees_page(auth.uid(), array[organization], page.organization_id, page.private_to)
    order by
      (select bool_and(known.title ~ format('\m(%s)\M', word)) from unnest(meant) as word) desc,
      array_length(regexp_split_to_array(known.title, '[^[:alnum:]]+'), 1) = cardinality(terms) desc,
      (select bool_and(known.title ~ word) from unnest(meant) as word) desc,
      page.updated_at desc
    limit most
  );
end
$$;
comment on function private.find_misspelt(uuid, text[], integer) is
  'The pages that have all words of a question, at least one of them written a little differently.';
revoke execute on function private.find_misspelt(uuid, text[], integer) from public, anon, authenticated;
