-- A wiki link before a colon is one, as in Obsidian and in the web app.

create or replace function private.wiki_targets(content text) returns setof text
language sql immutable
set search_path = ''
as $$
  select distinct target
  from (
    select regexp_replace(btrim(split_part(rtrim(found[1], '\'), '#', 1), E' \t\r'), '\.md$', '', 'i') as target
    from regexp_matches(private.text_without_code(content), '\[\[(?!\s)([^][\n|]+)(\|[^][\n]*)?\]\](?!\()', 'g') as found
    limit 1000
  ) as targets
  where target <> '' and length(target) <= 500
$$;

insert into public.page_work (page_id)
select page.id from public.pages as page where page.content like '%]]:%'
on conflict (page_id) do update
set ticket = excluded.ticket, due_at = excluded.due_at, tries = 0, problem = null;
