-- Looking for misspelt words takes no longer than it is given. Sixty pages of a hundred thousand letters kept the embedded database
-- busy until the question was ended, and everybody's with it: each text was compared with every slip of every word.

-- A question with more letters is a sentence that somebody pasted, and has no slips: their expression would grow with each letter.
create function private.misspelt_terms(terms text[]) returns table (term text, slips text)
language sql stable
set search_path = ''
as $$
  select word, case when sum(length(word)) over (order by place) <= 80 then private.misspelt_expression(word) end
  from unnest(terms) with ordinality as asked (word, place)
  order by place
$$;
comment on function private.misspelt_terms(text[]) is
  'The words of a question, each with the expression of its slips, or null where nobody looks for them.';
revoke execute on function private.misspelt_terms(text[]) from public, anon, authenticated;

create function private.says_or_means(page_id uuid, term text, slips text, until timestamptz) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  pattern constant text := private.like_pattern(term);
  known record;
  part record;
begin
  select search.words, search.parts into known from public.page_search as search where search.page_id = says_or_means.page_id;
  if known.words like pattern or known.words ~ slips then
    return true;
  end if;
  if known.parts > 0 then
    for part in
      select further.words from public.page_search_parts as further
      where further.page_id = says_or_means.page_id order by further.number
    loop
      exit when clock_timestamp() > until;
      if part.words like pattern or part.words ~ slips then
        return true;
      end if;
    end loop;
  end if;
  return false;
end
$$;
comment on function private.says_or_means(uuid, text, text, timestamptz) is
  'Whether a page has a word, as it is written or with one slip, as far as there is time to look.';
revoke execute on function private.says_or_means(uuid, text, text, timestamptz) from public, anon, authenticated;

create or replace function private.find_misspelt(organization uuid, terms text[], most integer) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  slips constant text := (select string_agg(each.slips, '|') from private.misspelt_terms(terms) as each);
  -- As written or as meant, word by word.
  meant constant text[] := array(
    select concat_ws('|', regexp_replace(each.term, '([^[:alnum:]])', '\\\1', 'g'), each.slips)
    from private.misspelt_terms(terms) as each
  );
  -- A busy machine finds less in it, so tests that look for a certain page give themselves longer.
  patience constant interval :=
    make_interval(secs => coalesce(nullif(current_setting('trellis.misspelt_ms', true), ''), '60')::integer / 1000.0);
  begun timestamptz := clock_timestamp();
  has_parts constant boolean := exists (
    select from public.page_search as long where long.organization_id = organization and long.parts > 0);
  candidate record;
  found uuid[];
  recent uuid[] := '{}';
  confirmed uuid[] := '{}';
  term text;
  pattern text;
begin
  if slips is null then
    return '{}';
  end if;
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
  for candidate in
    select known.page_id, known.words
    from (
      select search.page_id, search.words from public.page_search as search
      where search.organization_id = organization
      order by search.updated_at desc
      limit 200
    ) as known
    join public.pages as page on page.id = known.page_id and not page.is_archived
      and private.sees_page(auth.uid(), array[organization], page.organization_id, page.private_to)
  loop
    exit when cardinality(recent) >= most or clock_timestamp() > begun + 2 * patience;
    if candidate.words ~ slips then
      recent := recent || candidate.page_id;
    end if;
  end loop;
  found := found || recent;
  if cardinality(found) < 5 then
    begun := clock_timestamp();
    <<looking>>
    foreach term in array terms loop
      foreach pattern in array private.misspelt_patterns(term) loop
        exit looking when clock_timestamp() > begun + patience;
        found := found || array(select private.pages_with(organization, pattern, '{}', most));
        if has_parts then
          found := found || array(select private.long_pages_with(organization, pattern, '{}', most));
        end if;
      end loop;
    end loop;
  end if;
  begun := clock_timestamp();
  for candidate in
    select listed.id from (select id, min(place) as place from unnest(found) with ordinality as each (id, place) group by id) as listed
    order by listed.place
  loop
    exit when clock_timestamp() > begun + 2 * patience;
    if (select bool_and(private.says_or_means(candidate.id, each.term, each.slips, begun + 2 * patience))
        from private.misspelt_terms(terms) as each) then
      confirmed := confirmed || candidate.id;
    end if;
  end loop;
  return array(
    select page.id from public.pages as page
    join public.page_search as known on known.page_id = page.id
    where page.id = any (confirmed) and not page.is_archived
      and private.sees_page(auth.uid(), array[organization], page.organization_id, page.private_to)
    order by
      (select bool_and(known.title ~ format('\m(%s)\M', word)) from unnest(meant) as word) desc,
      array_length(regexp_split_to_array(known.title, '[^[:alnum:]]+'), 1) = cardinality(terms) desc,
      (select bool_and(known.title ~ word) from unnest(meant) as word) desc,
      page.updated_at desc
    limit most
  );
end
$$;
