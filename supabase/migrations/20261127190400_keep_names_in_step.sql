-- The worker of public.page_work keeps the names in texts, too, and pages ask who names them: which page a wiki link [[Name]]
-- leads to.

create function private.refresh_names(page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  source record;
  known text[] := array(
    select link.target from public.page_wiki_links as link where link.source_id = refresh_names.page_id order by link.target collate "C");
  known_aliases text[] := array(
    select alias.name from public.page_aliases as alias where alias.page_id = refresh_names.page_id order by alias.name collate "C");
begin
  select page.organization_id, page.private_to,
    case when page.content like '%[[%'
      then array(select target from private.wiki_targets(page.content) as target order by target collate "C")
      else '{}'
    end as targets,
    case when page.content like '---%'
      then array(
        select distinct name collate "C" from private.aliases_in(page.content) as name
        where length(name) between 1 and 500 order by 1 limit 100)
      else '{}'
    end as aliases
  into source
  from public.pages as page where page.id = refresh_names.page_id;
  if source.targets = known and source.aliases = known_aliases then
    return;
  end if;
  delete from public.page_wiki_links as link
  where link.source_id = refresh_names.page_id and link.target <> all (source.targets);
  insert into public.page_wiki_links (source_id, organization_id, target, key)
  select refresh_names.page_id, source.organization_id, target, private.name_key(target)
  from unnest(source.targets) as target where target <> all (known);
  delete from public.page_aliases as alias
  where alias.page_id = refresh_names.page_id and alias.name <> all (source.aliases);
  insert into public.page_aliases (page_id, organization_id, name, key)
  select refresh_names.page_id, source.organization_id, name, private.name_key(name)
  from unnest(source.aliases) as name where name <> all (known_aliases);
  -- Only a browser knows which pages are meant.
  if source.private_to is null then
    perform private.tell_workspace(source.organization_id, 'names');
  else
    perform private.tell_person(source.private_to, 'names');
  end if;
end
$$;
comment on function private.refresh_names(uuid) is 'Makes the wiki links and aliases of a page those of its text, and tells that they changed.';
revoke execute on function private.refresh_names(uuid) from public, anon, authenticated;

-- The policies say which rows are seen. A page is named by its name, its aliases and its former names.
create function public.pages_linking_to(page_id uuid)
returns table (id uuid, name text, icon text, has_link boolean, wiki_targets text[])
language sql stable
set search_path = ''
as $$
  with names as materialized (
    select page.organization_id, private.name_key(page.name) as key
    from public.pages as page where page.id = pages_linking_to.page_id
    union
    select alias.organization_id, alias.key from public.page_aliases as alias where alias.page_id = pages_linking_to.page_id
    union
    select activity.organization_id, private.name_key(activity.old_name)
    from public.page_activity as activity where activity.page_id = pages_linking_to.page_id and activity.kind = 'renamed'
  ),
  found as (
    select link.source_id, null as target from public.page_links as link where link.target_id = pages_linking_to.page_id
    union all
    select link.source_id, link.target
    from names join public.page_wiki_links as link on link.organization_id = names.organization_id and link.key = names.key
  )
  select source.id, source.name, source.icon, bool_or(found.target is null),
    coalesce(array_agg(found.target order by found.target) filter (where found.target is not null), '{}')
  from found join public.pages as source on source.id = found.source_id
  where not source.is_archived and source.id <> pages_linking_to.page_id
  group by source.id
  order by source.name, source.id
  limit 500
$$;
comment on function public.pages_linking_to(uuid) is
  'The pages that link to a page by its id, or may do so by a name, with what those wiki links say: whoever knows all names tells whether they mean it.';
revoke execute on function public.pages_linking_to(uuid) from public, anon;
grant execute on function public.pages_linking_to(uuid) to authenticated, service_role;

create function public.pages_also_named(names text[])
returns table (name text, page_id uuid, is_alias boolean)
language sql stable
set search_path = ''
as $$
  with asked as materialized (
    select distinct asked.name, private.name_key(asked.name) as key from unnest(names[:100]) as asked (name) where asked.name is not null
  )
  (
    select asked.name, alias.page_id, true
    from asked join public.page_aliases as alias on alias.key = asked.key
    where alias.organization_id in (select private.my_organization_ids())
    union
    select asked.name, activity.page_id, false
    from asked join public.page_activity as activity on activity.old_name = asked.name
    where activity.kind = 'renamed' and activity.page_id is not null
      and activity.organization_id in (select private.my_organization_ids())
  )
  order by 3 desc
  limit 1000
$$;
comment on function public.pages_also_named(text[]) is
  'The pages that have these names by an alias, or had them before a rename, as far as the caller reads them. A hundred names at most.';
revoke execute on function public.pages_also_named(text[]) from public, anon;
grant execute on function public.pages_also_named(text[]) to authenticated, service_role;
