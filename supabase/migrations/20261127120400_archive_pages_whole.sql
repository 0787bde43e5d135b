-- Archiving a page takes everything beneath it along, and restoring it brings back exactly that: what had been
-- archived before stays in the trash. `archived_with` remembers which page took which along, `archived_by` who put them
-- there: the last writer may be somebody else, since a text that was being written when the page went is still saved.

create function private.stamp_archiving() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_arranging() then
    return new;
  end if;
  if not new.is_archived then
    new.archived_at := null;
    new.archived_with := null;
    new.archived_by := null;
  elsif tg_op = 'INSERT' or not old.is_archived then
    new.archived_at := clock_timestamp();
    new.archived_with := new.id;
    new.archived_by := auth.uid();
  end if;
  return new;
end
$$;
comment on function private.stamp_archiving() is
  'Trigger: notes when a page went to the trash, the person who put it there, and the page that it went along with.';
revoke execute on function private.stamp_archiving() from public, anon, authenticated;

create trigger pages_30_stamp_archiving before insert or update of is_archived on public.pages
  for each row execute function private.stamp_archiving();

-- Goes down from the page that was written, and stops at pages in another state than it was: those were archived on
-- their own.
create function private.archive_subtree() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_arranging() then
    return null;
  end if;
  perform private.set_arranging(true);
  with recursive subtree as (
    select id from public.pages where id = new.id
    union all
    select child.id
    from subtree
    join public.pages as child on child.parent_id = subtree.id and child.organization_id = new.organization_id
    where child.archived_with is not distinct from old.archived_with
  )
  update public.pages as page
  set is_archived = new.is_archived, archived_at = new.archived_at, archived_with = new.archived_with,
    archived_by = new.archived_by
  from subtree
  where page.id = subtree.id and page.id <> new.id;
  perform private.set_arranging(false);
  return null;
end
$$;
comment on function private.archive_subtree() is 'Trigger: the pages beneath a page go to the trash, and come back, with it.';
revoke execute on function private.archive_subtree() from public, anon, authenticated;

create trigger pages_60_archive_subtree after update of is_archived on public.pages
  for each row when (old.is_archived <> new.is_archived)
  execute function private.archive_subtree();
