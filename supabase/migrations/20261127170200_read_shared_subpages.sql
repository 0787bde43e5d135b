-- "Anyone with the link": a caller who knows a page's id reads that page, if it or a page above shares it, and learns what is around it:
-- the part of the tree that is shared, which of the pages that it links to are public and their present titles, and whether search
-- engines may list it. The tables stay closed, so nobody can list public pages, and members' names stay inside.

-- A hundred levels up at most: nobody shares a deeper tree, and a deep chain of pages must not keep the database busy. Where a page
-- is shared by several, the nearest one says whether search engines may list it, since that is where people change it; the tree
-- that is shown is that of the highest.
create function private.open_pages(page_ids uuid[])
returns table (id uuid, top_id uuid, is_indexed boolean)
language sql stable security definer
set search_path = ''
as $$
  with recursive line as (
    select page.id, page.id as above, page.parent_id, page.organization_id, 0 as steps
    from public.pages as page
    join public.organizations as organization on organization.id = page.organization_id
    -- As many links as a page can reasonably have.
    where page.id = any (page_ids[1:1000])
      and page.private_to is null
      and not page.is_archived
      and organization.status = 'active'
    union all
    select line.id, parent.id, parent.parent_id, parent.organization_id, line.steps + 1
    from line
    join public.pages as parent on parent.organization_id = line.organization_id and parent.id = line.parent_id
    where line.steps < 100 and parent.private_to is null and not parent.is_archived
  )
  select line.id,
    (array_agg(line.above order by line.steps desc))[1],
    coalesce((array_agg(share.is_indexed order by line.steps))[1], false)
  from line
  join public.pages as page on page.id = line.above and page.visibility = 'public'
  left join public.page_shares as share on share.page_id = line.above
  where line.steps = 0 or share.with_subpages
  group by line.id
$$;
comment on function private.open_pages(uuid[]) is
  'Those of the pages that are public, by themselves or with a page above; the highest that shares each, and whether search engines may list it. At most 1,000 are looked at.';
revoke execute on function private.open_pages(uuid[]) from public, anon, authenticated;

create function public.public_pages_among(page_ids uuid[])
returns setof uuid
language sql stable security definer
set search_path = ''
as $$
  select open.id from private.open_pages(page_ids) as open
$$;
comment on function public.public_pages_among(uuid[]) is 'The public ones among these pages. At most 1,000 are looked at.';
revoke execute on function public.public_pages_among(uuid[]) from public;
grant execute on function public.public_pages_among(uuid[]) to anon, authenticated, service_role;

create function public.get_public_page(page_id uuid)
returns table (id uuid, name text, description text, content text, updated_at timestamptz, look jsonb)
language sql stable security definer
set search_path = ''
rows 1
as $$
  select page.id, page.name, page.description, page.content, page.updated_at, public.look(page)
  from private.open_pages(array[page_id]) as open
  join public.pages as page on page.id = open.id
$$;
comment on function public.get_public_page(uuid) is 'A public page, by the id in its link; nothing when it is not public.';
revoke execute on function public.get_public_page(uuid) from public;
grant execute on function public.get_public_page(uuid) to anon, authenticated, service_role;

-- A small tree is answered whole. Of a larger one, the pages on the way to this one, and those directly beneath each of them.
create function public.get_public_place(page_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  most constant integer := 300;
  here record;
  way uuid[];
  shown uuid[];
begin
  select open.top_id, open.is_indexed into here from private.open_pages(array[page_id]) as open;
  if not found then
    return null;
  end if;
  if exists (select from public.page_shares as share where share.page_id = here.top_id and share.with_subpages) then
    shown := array(
      with recursive tree as (
        select here.top_id as id, 0 as depth
        union all
        select child.id, tree.depth + 1
        from tree
        join public.pages as child on child.parent_id = tree.id
        where tree.depth < 100 and child.private_to is null and not child.is_archived
      )
      select tree.id from tree limit most + 1
    );
    if cardinality(shown) > most then
      way := array(
        with recursive line as (
          select page.id, page.parent_id from public.pages as page where page.id = get_public_place.page_id
          union all
          select page.id, page.parent_id from line join public.pages as page on page.id = line.parent_id
          where line.id <> here.top_id
        )
        select line.id from line
      );
      shown := way || array(
        select child.id from public.pages as child
        where child.parent_id = any (way) and child.private_to is null and not child.is_archived
        -- Those nearest to the page first.
        order by array_position(way, child.parent_id), child.order_index, child.id
        limit most
      );
    end if;
  end if;
  return jsonb_build_object('is_indexed', here.is_indexed, 'tree', (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', page.id, 'parent_id', case when page.id <> here.top_id then page.parent_id end, 'name', page.name)
      order by page.order_index, page.created_at, page.id), '[]')
    from public.pages as page
    where page.id = any (shown)
  ));
end
$$;
comment on function public.get_public_place(uuid) is
  'Where a public page stands: the tree that is shared around it, and whether search engines may list it; null when it is not public.';
revoke execute on function public.get_public_place(uuid) from public;
grant execute on function public.get_public_place(uuid) to anon, authenticated, service_role;

-- The caller says what the links of a public page say, so that no former title is answered, only whether a text was one; and
-- only of texts that stand in that page, so that nobody can guess at titles.
create function public.list_public_titles(page_id uuid, linked uuid[], said text[])
returns table (id uuid, said text, name text)
language sql stable security definer
set search_path = ''
as $$
  with source as materialized (
    -- What is shown as Markdown: see LONGEST_MARKDOWN in supabase/functions/public-page.
    select replace(left(page.content, 256 * 1024), '\', '') as content
    from private.open_pages(array[page_id]) as open
    join public.pages as page on page.id = open.id
  )
  select distinct page.id, link.said, page.name
  from unnest(linked[1:1000], list_public_titles.said[1:1000]) as link (id, said)
  join public.pages as page on page.id = link.id and page.name <> link.said
  cross join source
  where page.id in (select open.id from private.open_pages(linked) as open)
    and exists (
      select from public.page_activity as activity
      where activity.page_id = link.id and activity.kind = 'renamed' and activity.old_name = link.said
        and activity.private_to is null
    )
    and position('[' || link.said || ']' in source.content) > 0
$$;
comment on function public.list_public_titles(uuid, uuid[], text[]) is
  'The present titles of those public pages of which a public page''s links say a former one.';
revoke execute on function public.list_public_titles(uuid, uuid[], text[]) from public;
grant execute on function public.list_public_titles(uuid, uuid[], text[]) to anon, authenticated, service_role;
