-- Archiving a page takes everything beneath it along, and restoring it brings back exactly that: what had been
-- archived before stays in the trash. `archived_with` remembers which page took which along, `archived_by` who put them
-- there: the last writer may be somebody else, since a text that was being written when the page went is still saved.

-- Goes down from the page that was written, and stops at pages in another state than it was: those were archived on
-- their own.
create function private.archive_subtree(old public.pages, new public.pages) returns void
language plpgsql
as $$
begin
  perform private.set_arranging(true);
  with recursive subtree as (
    select page.id from public.pages as page where page.id = new.id
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
end
$$;
comment on function private.archive_subtree(public.pages, public.pages) is 'The pages beneath a page go to the trash, and come back, with it.';
revoke execute on function private.archive_subtree(public.pages, public.pages) from public, anon, authenticated;
