-- Deletes for good only pages in the trash, only those that the caller sees there, and only what the trash lists as one
-- entry. Nobody has the privilege to delete from the table itself, where a page would take everything beneath it along.

-- Beneath a page in the trash lie two kinds of pages that do not go with it: those that were put there on their own,
-- which the trash lists on their own, and private ones of others, which the caller cannot even see. They step out to the
-- root of the trash; pages that went there beneath them stay with them. A page hidden by the page above it becomes private
-- itself, as when it is restored, or its next move would show it to everyone.
create function private.spare_pages_beneath(doomed uuid[]) returns void
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
comment on function private.spare_pages_beneath(uuid[]) is
  'Moves the pages that are to stay out from beneath the pages that are about to be deleted.';
revoke execute on function private.spare_pages_beneath(uuid[]) from public, anon, authenticated;

-- The pages that the caller may delete for good, as the policies of pages say it: this function's own rights see every row.
create function private.my_trash(page_ids uuid[] default null, organization uuid default null) returns uuid[]
language sql volatile security definer
set search_path = ''
as $$
  with recursive mine as (
    select page.id, page.parent_id, page.archived_with
    from public.pages as page
    where page.is_archived
      and (page.id = any (my_trash.page_ids) or page.organization_id = my_trash.organization)
      and private.sees_page(
        (select auth.uid()), array(select private.my_organization_ids()), page.organization_id, page.private_to
      )
      and (select private.has_passed_second_step())
    union
    select child.id, child.parent_id, child.archived_with
    from mine
    join public.pages as child on child.parent_id = mine.id and child.archived_with = mine.archived_with
    where private.sees_page(
      (select auth.uid()), array(select private.my_organization_ids()), child.organization_id, child.private_to
    )
  )
  select coalesce(array_agg(mine.id), '{}') from mine
$$;
comment on function private.my_trash(uuid[], uuid) is
  'These pages, or those of a workspace, with the pages that went to the trash with them, as far as the caller sees them there.';
revoke execute on function private.my_trash(uuid[], uuid) from public, anon, authenticated;

create function private.delete_pages(doomed uuid[]) returns integer
language plpgsql security definer
set search_path = ''
as $$
begin
  -- One line for each entry of the trash, none for pages that went there with it.
  insert into public.page_activity (organization_id, actor_id, kind, old_name, private_to)
  select page.organization_id, auth.uid(), 'deleted', page.name, page.private_to
  from public.pages as page
  where page.id = any (doomed)
    and (page.archived_with = page.id or page.parent_id is null or page.parent_id <> all (doomed));
  perform private.spare_pages_beneath(doomed);
  delete from public.pages as page where page.id = any (doomed);
  perform private.look_at_files(1000);
  return cardinality(doomed);
end
$$;
comment on function private.delete_pages(uuid[]) is 'Deletes these pages for good, tells it in the activity, and answers how many.';
revoke execute on function private.delete_pages(uuid[]) from public, anon, authenticated;

create function public.delete_page_for_good(page_id uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
begin
  -- As every change of a tree's shape: one at a time. See serialise_tree_changes.
  perform private.lock_tree_of(page_id);
  return private.delete_pages(private.my_trash(page_ids => array[page_id]));
end
$$;
comment on function public.delete_page_for_good(uuid) is
  'Deletes a page that is in the trash, with the pages that went there with it, and answers how many; 0 when the caller sees no such page there.';
revoke execute on function public.delete_page_for_good(uuid) from public, anon;
grant execute on function public.delete_page_for_good(uuid) to authenticated;

create function public.empty_trash(organization_id uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.lock_tree(mine) from private.my_organization_ids() as mine where mine = empty_trash.organization_id;
  return private.delete_pages(private.my_trash(organization => organization_id));
end
$$;
comment on function public.empty_trash(uuid) is
  'Deletes everything for good that the caller sees in a workspace''s trash, and answers how many pages that were.';
revoke execute on function public.empty_trash(uuid) from public, anon;
grant execute on function public.empty_trash(uuid) to authenticated;
