-- Finding pages: by all words of a question, anywhere in a page's texts, in any language; titles before texts, whole words
-- before parts of them, recent before old, and only where nothing is found, words with one slip of the keyboard.
-- `find_pages` reads tables that no policy opens, so it checks the caller's workspaces and others' privacy itself;
-- `search_pages` then reads its results under the policies of `pages`.

create function private.like_pattern(term text) returns text
language sql immutable strict
set search_path = ''
as $$
  select case
    -- Found by their edges in the line of pairs: see private.character_pairs.
    when term ~ '^[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]{2}$' then '% ' || term || ' %'
    when term ~ '^[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]$' then '% ' || term || '%'
    else '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%'
  end
$$;
comment on function private.like_pattern(text) is 'The pattern of texts that hold the word.';
revoke execute on function private.like_pattern(text) from public, anon, authenticated;

-- One wrong character, one too many, one missing, or two that changed places.
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

-- One expression for all slips of a word: comparing a text with each of them would take twenty times as long.
create function private.misspelt_expression(term text) returns text
language sql immutable strict
set search_path = ''
as $$
  select string_agg(replace(btrim(slip, '%'), '_', '.'), '|')
  from unnest(private.misspelt_patterns(term)) as slip
$$;
comment on function private.misspelt_expression(text) is 'An expression of texts that hold the word as it was meant; null for words that are too short to tell.';
revoke execute on function private.misspelt_expression(text) from public, anon, authenticated;

-- Forces the index: the planner does not know how common a piece of a text is.
-- Counts only pages that the caller may find: else a limit filled by others' private pages would tell of their texts.
create function private.pages_with(organization uuid, pattern text, patterns text[], most integer) returns setof uuid
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off
as $$
begin
  return query
  select known.page_id from public.page_search as known
  where known.organization_id = organization and known.words like pattern and known.words like all (patterns)
    -- One by one, and only for what matches.
    and (
      select not page.is_archived and private.sees_page((select auth.uid()), array[organization], page.organization_id, page.private_to)
      from public.pages as page where page.id = known.page_id
    )
  limit most;
end
$$;
comment on function private.pages_with(uuid, text, text[], integer) is 'Pages of a workspace with texts that match a pattern and all further ones, in no order.';
revoke execute on function private.pages_with(uuid, text, text[], integer) from public, anon, authenticated;

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
      end loop;
    end loop;
  end if;
  foreach term in array terms loop
    slips := private.misspelt_expression(term);
    found := array(
      select id from (select distinct id from unnest(found) as id) as candidates
      -- One by one: reading the whole table for them would compare every text.
      cross join lateral (select words from public.page_search where page_id = id offset 0) as known
      where known.words like private.like_pattern(term) or known.words ~ slips
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

create function private.find_pages(organization uuid, question text, most integer)
returns table (page_id uuid, kind text, place integer, line integer, "column" integer)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  -- A text is looked at in a fraction of a millisecond. These keep every question within some ten of them.
  newest constant integer := 200;
  candidates constant integer := 1000;
  caller constant uuid := auth.uid();
  asked text := btrim(regexp_replace(private.fold_text(left(question, 200)), '\s+', ' ', 'g'));
  terms text[] := array(select distinct word from string_to_table(asked, ' ') as word where word <> '' limit 8);
  patterns text[] := array(select private.like_pattern(word) from unnest(terms) as word);
  titles text[] := array(select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(terms) as word);
  -- The index knows three characters in a row, and pairs of those that are words by themselves.
  longest text := (
    select word from unnest(terms) as word
    order by word ~ '[[:alnum:]]{3}' or private.like_pattern(word) like '\% %' desc, length(word) desc, word
    limit 1
  );
  is_indexed boolean := longest ~ '[[:alnum:]]{3}' or private.like_pattern(longest) like '\% %';
  in_titles uuid[];
  in_texts uuid[];
  alike uuid[] := '{}';
begin
  if terms = '{}' or most < 1 or caller is null
    or not exists (select from private.my_organization_ids() as mine where mine = organization)
    or not private.has_passed_second_step() then
    return;
  end if;

  in_titles := array(
    select known.page_id
    from (
      select named.page_id, named.title, named.updated_at from public.page_search as named
      join public.pages as page on page.id = named.page_id and not page.is_archived
        and private.sees_page(caller, array[organization], page.organization_id, page.private_to)
      where named.organization_id = organization and named.title like all (titles)
    ) as known
    order by
      known.title = asked desc,
      regexp_split_to_array(known.title, '[^[:alnum:]]+') @> terms desc,
      starts_with(known.title, asked) desc,
      known.updated_at desc
    limit most
  );
  if cardinality(in_titles) < most then
    in_texts := array(
      select known.page_id
      from (
        select recent.page_id, recent.words, recent.updated_at from public.page_search as recent
        where recent.organization_id = organization
        order by recent.updated_at desc
        limit case when is_indexed then newest else candidates end
      ) as known
      join public.pages as page on page.id = known.page_id and not page.is_archived
        and private.sees_page(caller, array[organization], page.organization_id, page.private_to)
      where known.words like all (patterns) and known.page_id <> all (in_titles)
      order by known.updated_at desc
      limit most
    );
    -- A word that few of the newest texts have is rare: the index finds all texts with it.
    if cardinality(in_titles) + cardinality(in_texts) < most and is_indexed then
      in_texts := array(
        select page.id
        from private.pages_with(organization, private.like_pattern(longest), patterns, candidates) as found (id)
        join public.pages as page on page.id = found.id and not page.is_archived
          and private.sees_page(caller, array[organization], page.organization_id, page.private_to)
        where page.id <> all (in_titles)
        order by page.updated_at desc
        limit most
      );
    end if;
    if in_titles = '{}' and in_texts = '{}' then
      alike := private.find_misspelt(organization, terms, most);
    end if;
  end if;

  return query
  select found.id, found.kind, found.place::integer,
    -- The line and the column at which the longest word of the question begins.
    length(known.before) - length(replace(known.before, E'\n', '')), length(split_part(known.before, E'\n', -1))
  from (
    select id, 'title', number from unnest(in_titles) with ordinality as listed (id, number)
    union all
    select id, 'text', number + most from unnest(in_texts) with ordinality as listed (id, number)
    union all
    select id, 'similar', number from unnest(alike) with ordinality as listed (id, number)
  ) as found (id, kind, place)
  join lateral (
    select left(search.words, greatest(0, strpos(search.words, longest) - 1)) as before
    from public.page_search as search where search.page_id = found.id
  ) as known on true
  order by found.place
  limit most;
end
$$;
comment on function private.find_pages(uuid, text, integer) is
  'The pages of one of the caller''s workspaces that answer a question, best first, and where in them.';
revoke execute on function private.find_pages(uuid, text, integer) from public, anon;
grant execute on function private.find_pages(uuid, text, integer) to authenticated, service_role;

create function public.search_pages(workspace_id uuid, question text, most integer default 20)
returns table (id uuid, name text, kind text, snippet text, updated_at timestamptz)
language sql stable
set search_path = ''
as $$
  select page.id, page.name, found.kind,
    case when found.kind = 'text' then substr(
      split_part(concat_ws(E'\n', page.name, coalesce(page.description, ''), page.content), E'\n', found.line + 1),
      greatest(1, found."column" - 40), 200
    ) end,
    page.updated_at
  from private.find_pages(workspace_id, question, least(most, 50)) as found
  join public.pages as page on page.id = found.page_id
  order by found.place
$$;
comment on function public.search_pages(uuid, text, integer) is
  'The pages of a workspace that answer a question, best first: by title, by text, or by similar words.';
revoke execute on function public.search_pages(uuid, text, integer) from public, anon;
grant execute on function public.search_pages(uuid, text, integer) to authenticated, service_role;
