-- What was hidden by the private page above it stays hidden when that one is deleted for good: it becomes private itself,
-- as it does when it is restored, or the next move of it would show it to everyone. Replaces the function of
-- delete_pages_for_good.

create or replace function private.spare_pages_beneath(doomed uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  spared record;
begin
  perform private.set_arranging(true);
  for spared in
    select page.id from public.pages as page
    where page.parent_id = any (doomed) and page.id <> all (doomed)
  loop
    with recursive subtree as (
      select page.id, page.archived_with from public.pages as page where page.id = spared.id
      union all
      select child.id, child.archived_with
      from subtree
      join public.pages as child on child.parent_id = subtree.id and child.archived_with = subtree.archived_with
      where child.id <> all (doomed)
    )
    update public.pages as page
    set archived_with = spared.id,
      parent_id = case when page.id = spared.id then null else page.parent_id end,
      visibility = case when page.id = spared.id and page.private_to is not null then 'private' else page.visibility end
    from subtree
    where page.id = subtree.id;
  end loop;
  perform private.set_arranging(false);
end
$$;
