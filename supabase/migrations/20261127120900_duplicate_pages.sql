-- Copies a page beside itself, on request with everything beneath it, as the caller: pages that they cannot read are not
-- copied, and the copies are theirs. In one transaction, so that no half of a tree is left behind.

create function public.duplicate_page(page_id uuid, copy_id uuid default gen_random_uuid(), with_children boolean default false)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  original record;
  next_place double precision;
  originals uuid[];
  copies uuid[];
begin
  -- The copied pages hold still.
  perform private.lock_tree_of(page_id);

  select page.id, page.organization_id, page.parent_id, page.order_index into original
  from public.pages as page where page.id = duplicate_page.page_id and not page.is_archived;
  if not found then
    return null;
  end if;
  select min(page.order_index) into next_place
  from public.pages as page
  where page.organization_id = original.organization_id and page.parent_id is not distinct from original.parent_id
    and not page.is_archived and page.order_index > original.order_index;

  perform set_config('trellis.copying_to', copy_id::text, true);
  with recursive subtree as (
    select original.id, null::uuid as parent_id, duplicate_page.copy_id, original.parent_id as copy_parent_id, 0 as depth
    union all
    select child.id, child.parent_id, gen_random_uuid(), subtree.copy_id, subtree.depth + 1
    from subtree
    join public.pages as child on child.parent_id = subtree.id and child.organization_id = original.organization_id
    where duplicate_page.with_children and not child.is_archived
  ),
  copied as (
    insert into public.pages (id, organization_id, parent_id, name, description, content, content_type, order_index, visibility,
      icon, cover, is_full_width, has_small_text)
    select
      subtree.copy_id, page.organization_id, subtree.copy_parent_id,
      case when subtree.depth > 0 then page.name else left(page.name, 500 - char_length(' copy')) || ' copy' end,
      page.description, page.content, page.content_type,
      case when subtree.depth > 0 then page.order_index
        else coalesce((original.order_index + next_place) / 2, original.order_index + 1) end,
      -- A copy of a private page is private, too. A public one is shared on purpose only.
      case page.visibility when 'private' then 'private' else 'workspace' end,
      -- A copy is made to be written on: it is not locked.
      page.icon, page.cover, page.is_full_width, page.has_small_text
    from subtree
    join public.pages as page on page.id = subtree.id
    -- Each page is checked when it comes, and its parent must be there by then.
    order by subtree.depth
  )
  select array_agg(subtree.id), array_agg(subtree.copy_id) into originals, copies from subtree;
  perform set_config('trellis.copying_to', '', true);
  perform private.use_copied_files(originals, copies);
  return copy_id;
end
$$;
comment on function public.duplicate_page(uuid, uuid, boolean) is
  'Copies a page behind itself as "<name> copy", on request with its subpages, and answers the copy''s id; null when the caller finds no such page.';
revoke execute on function public.duplicate_page(uuid, uuid, boolean) from public, anon;
grant execute on function public.duplicate_page(uuid, uuid, boolean) to authenticated, service_role;
