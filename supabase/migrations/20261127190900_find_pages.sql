-- Finding pages: by all words of a question, anywhere in a page's texts, in any language; titles before texts, whole words
-- before parts of them, recent before old, and only where nothing is found, words with one slip of the keyboard.
-- `find_pages` reads tables that no policy opens, so it checks the caller's workspaces and others' privacy itself;
-- `search_pages` then reads its results under the policies of `pages`.

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
    -- Each is worked out by itself, and only for matches.
    and (
      select not page.is_archived and private.sees_page((select auth.uid()), array[organization], page.organization_id, page.private_to)
      from public.pages as page where page.id = known.page_id
    )
  limit most;
end
$$;
comment on function private.pages_with(uuid, text, text[], integer) is 'Pages of a workspace with texts that match a pattern and all further ones, in no order.';
revoke execute on function private.pages_with(uuid, text, text[], integer) from public, anon, authenticated;

-- Beside private.pages_with(), which is asked for each slip of a word and stays as quick as it was.
create function private.long_pages_with(organization uuid, pattern text, patterns text[], most integer) returns setof uuid
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
begin
  return query
  select known.page_id
  from (
    select first.page_id from public.page_search as first
    where first.organization_id = organization and first.parts > 0 and first.words like pattern
    union
    select part.page_id from public.page_search_parts as part
    where part.organization_id = organization and part.words like pattern
  ) as candidates
  join public.page_search as known on known.page_id = candidates.page_id
  join public.pages as page on page.id = known.page_id and not page.is_archived
    and private.sees_page((select auth.uid()), array[organization], page.organization_id, page.private_to)
  where not (known.words like all (array_prepend(pattern, patterns))) and private.parts_say(known.page_id, known.words, patterns)
  limit most;
end
$$;
comment on function private.long_pages_with(uuid, text, text[], integer) is
  'Pages of a workspace whose texts match a pattern and all further ones in several parts, in no order.';
revoke execute on function private.long_pages_with(uuid, text, text[], integer) from public, anon, authenticated;

create function private.parts_say(page_id uuid, words text, patterns text[]) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return not exists (
    select from unnest(patterns) as pattern
    where parts_say.words not like pattern and not exists (
      select from public.page_search_parts as part
      where part.page_id = parts_say.page_id and part.words like pattern
    )
  );
end
$$;
comment on function private.parts_say(uuid, text, text[]) is 'Whether the first part of a page''s text, or further ones, match each pattern.';
revoke execute on function private.parts_say(uuid, text, text[]) from public, anon, authenticated;

create function private.find_titles(organization uuid, terms text[], most integer) returns uuid[]
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  asked constant text := array_to_string(terms, ' ');
  patterns constant text[] := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(terms) as word);
begin
  return array(
    select known.page_id
    from (
      select named.page_id, named.title, named.updated_at from public.page_search as named
      join public.pages as page on page.id = named.page_id and not page.is_archived
        and private.sees_page((select auth.uid()), array[organization], page.organization_id, page.private_to)
      where named.organization_id = organization and named.title like all (patterns)
    ) as known
    order by
      known.title = asked desc,
      regexp_split_to_array(known.title, '[^[:alnum:]]+') @> terms desc,
      starts_with(known.title, asked) desc,
      known.updated_at desc
    limit most
  );
end
$$;
comment on function private.find_titles(uuid, text[], integer) is 'The pages whose names have all words of a question, best first.';
revoke execute on function private.find_titles(uuid, text[], integer) from public, anon, authenticated;

create function private.find_texts(organization uuid, terms text[], longest text, known_ids uuid[], most integer) returns uuid[]
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  -- A text is looked at in a fraction of a millisecond. These keep every question within some ten of them.
  newest constant integer := 200;
  candidates constant integer := 1000;
  caller constant uuid := auth.uid();
  patterns constant text[] := array(select private.like_pattern(word) from unnest(terms) as word);
  -- The index knows three characters in a row, and pairs of those that are words by themselves.
  is_indexed constant boolean := longest ~ '[[:alnum:]]{3}' or private.like_pattern(longest) like '\% %';
  in_texts uuid[];
begin
  in_texts := array(
    select known.page_id
    from (
      select recent.page_id, recent.words, recent.parts, recent.updated_at from public.page_search as recent
      where recent.organization_id = organization
      order by recent.updated_at desc
      limit case when is_indexed then newest else candidates end
    ) as known
    join public.pages as page on page.id = known.page_id and not page.is_archived
      and private.sees_page(caller, array[organization], page.organization_id, page.private_to)
    where known.page_id <> all (known_ids)
      and (known.words like all (patterns) or known.parts > 0 and private.parts_say(known.page_id, known.words, patterns))
    order by known.updated_at desc
    limit most
  );
  -- A word that few of the newest texts have is rare: the index finds all texts with it.
  if cardinality(known_ids) + cardinality(in_texts) < most and is_indexed then
    in_texts := array(
      select page.id
      from (
        select id from private.pages_with(organization, private.like_pattern(longest), patterns, candidates) as id
        union all
        select id from private.long_pages_with(organization, private.like_pattern(longest), patterns, candidates) as id
      ) as matching
      join public.pages as page on page.id = matching.id and not page.is_archived
        and private.sees_page(caller, array[organization], page.organization_id, page.private_to)
      where page.id <> all (known_ids)
      order by page.updated_at desc
      limit most
    );
  end if;
  return in_texts;
end
$$;
comment on function private.find_texts(uuid, text[], text, uuid[], integer) is
  'The pages whose texts have all words of a question, the newest first, but for those that are known.';
revoke execute on function private.find_texts(uuid, text[], text, uuid[], integer) from public, anon, authenticated;

create function private.place_in_texts(page_id uuid, term text) returns table (line integer, "column" integer)
language plpgsql stable security definer
set search_path = ''
rows 1
as $$
declare
  found record;
  before text;
begin
  select 0 as first_line, 0 as first_column, search.words, search.parts into found
  from public.page_search as search where search.page_id = place_in_texts.page_id;
  if found.parts > 0 and strpos(found.words, term) = 0 then
    select part.first_line, part.first_column, part.words, 0 as parts into found
    from public.page_search_parts as part
    where part.page_id = place_in_texts.page_id and strpos(part.words, term) > 0
    order by part.number limit 1;
  end if;
  before := left(found.words, greatest(0, strpos(found.words, term) - 1));
  line := coalesce(found.first_line + length(before) - length(replace(before, E'\n', '')), 0);
  "column" := coalesce(
    length(split_part(before, E'\n', -1)) + case when strpos(before, E'\n') = 0 then found.first_column else 0 end, 0);
  return next;
end
$$;
comment on function private.place_in_texts(uuid, text) is 'The line and the column at which a word begins in a page''s texts.';
revoke execute on function private.place_in_texts(uuid, text) from public, anon, authenticated;

create function private.find_pages(organization uuid, question text, most integer)
returns table (page_id uuid, kind text, place integer, line integer, "column" integer)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  exact constant text[] := private.question_terms(question, true);
  plain constant text[] := private.question_terms(question, false);
  terms text[];
  longest text;
  in_titles uuid[] := '{}';
  in_texts uuid[] := '{}';
  alike uuid[] := '{}';
begin
  if exact = '{}' or most < 1 or auth.uid() is null
    or not exists (select from private.my_organization_ids() as mine where mine = organization)
    or not private.has_passed_second_step() then
    return;
  end if;
  for attempt in 1 .. case when exact = plain then 1 else 2 end loop
    terms := case attempt when 1 then exact else plain end;
    longest := private.longest_term(terms);
    in_titles := private.find_titles(organization, terms, most);
    if cardinality(in_titles) < most then
      in_texts := private.find_texts(organization, terms, longest, in_titles, most);
    end if;
    exit when in_titles <> '{}' or in_texts <> '{}';
  end loop;
  if in_titles = '{}' and in_texts = '{}' then
    alike := private.find_misspelt(organization, terms, most);
  end if;
  return query
  select found.id, found.kind, found.place::integer, begun.line, begun."column"
  from (
    select id, 'title', number from unnest(in_titles) with ordinality as listed (id, number)
    union all
    select id, 'text', number + most from unnest(in_texts) with ordinality as listed (id, number)
    union all
    select id, 'similar', number from unnest(alike) with ordinality as listed (id, number)
  ) as found (id, kind, place)
  cross join lateral private.place_in_texts(found.id, longest) as begun
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
      private.as_read(split_part(concat_ws(E'\n', page.name, coalesce(page.description, ''), page.content), E'\n', found.line + 1)),
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
