-- Lists the trash as a person reads it: each page that was put there, and how many went along. Restores a page with those
-- that went along: to where it was, or, when that place is gone, to the nearest page above it that is still there, or to
-- the root. Both run as the caller, so that nobody finds in the trash what they could not find in the tree.

create function public.list_trash(organization_id uuid)
returns table (
  id uuid, name text, visibility text, archived_at timestamptz, archived_by uuid, archived_by_name text, pages_beneath integer,
  icon text
)
language sql stable
set search_path = ''
as $$
  with recursive trash as materialized (
    select page.id, page.parent_id, page.name, page.visibility, page.archived_at, page.archived_by, page.archived_with, page.icon
    from public.pages as page
    where page.organization_id = list_trash.organization_id and page.is_archived
  ),
  -- A page whose parent went to the trash with it counts beneath the parent, unless the parent is out of sight.
  tops as (
    select trash.* from trash
    left join trash as parent on parent.id = trash.parent_id and parent.archived_with = trash.archived_with
    where parent.id is null
  ),
  subtrees as (
    select tops.id as top, tops.id, tops.archived_with from tops
    union all
    select subtrees.top, child.id, child.archived_with
    from subtrees
    join trash as child on child.parent_id = subtrees.id and child.archived_with = subtrees.archived_with
  ),
  sizes as (select subtrees.top, count(*)::integer - 1 as beneath from subtrees group by subtrees.top)
  select
    tops.id, tops.name, tops.visibility, tops.archived_at, tops.archived_by,
    coalesce(nullif(profile.display_name, ''), nullif(profile.full_name, ''), profile.email),
    sizes.beneath,
    tops.icon
  from tops
  join sizes on sizes.top = tops.id
  left join public.user_profiles as profile on profile.id = tops.archived_by
  order by tops.archived_at desc, tops.id
$$;
comment on function public.list_trash(uuid) is
  'The pages that the caller sees in a workspace''s trash, newest first, without those that went there beneath another page.';
revoke execute on function public.list_trash(uuid) from public, anon;
grant execute on function public.list_trash(uuid) to authenticated, service_role;

create function public.restore_page(page_id uuid) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  gone record;
  place record;
  restored uuid;
begin
  -- The page above must not go while it is looked for.
  perform private.lock_tree_of(page_id);

  select page.parent_id into gone
  from public.pages as page where page.id = restore_page.page_id;
  -- Read as the caller: a page out of sight is not found, and neither is what lies above it.
  with recursive line as (
    select page.id, page.parent_id, page.private_to, page.is_archived
    from public.pages as page where page.id = gone.parent_id
    union all
    select page.id, page.parent_id, page.private_to, page.is_archived
    from line join public.pages as page on page.id = line.parent_id
    where line.is_archived
  )
  select line.id, line.private_to into place from line where not line.is_archived;

  update public.pages as page
  set is_archived = false,
    parent_id = place.id,
    -- A page hidden by a private page that is gone becomes private itself, so that coming back shows it to nobody else.
    visibility = case when page.private_to is not null and page.private_to is distinct from place.private_to
      then 'private' else page.visibility end
  where page.id = restore_page.page_id and page.is_archived
  returning page.id into restored;
  return restored;
end
$$;
comment on function public.restore_page(uuid) is
  'Takes a page out of the trash as the caller, and answers its id; null when the caller finds no such page there.';
revoke execute on function public.restore_page(uuid) from public, anon;
grant execute on function public.restore_page(uuid) to authenticated, service_role;
