-- Bringing a page back from the trash, with what went there with it: to where it was, or, when that place is gone, to
-- the nearest page above it that is still there, or to the root.

create function public.restore_page(page_id uuid) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  gone record;
  place record;
  restored uuid;
begin
  -- Changes nothing, but waits for the tree's lock: the page above must not go while it is looked for.
  update public.pages set is_archived = is_archived where false;

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
    -- What only one person saw, by the privacy of a page that is gone, is not shown to everyone by coming back.
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
