-- A page that has nothing beneath it takes nothing along. Each of two thousand pages that went to the trash at once had the workspace
-- read whole for the pages beneath it, twice, and on the embedded database everybody waited for that.

create function private.has_children(page public.pages) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
    select from public.pages as child
    where child.organization_id = has_children.page.organization_id and child.parent_id = has_children.page.id
  );
end
$$;
comment on function private.has_children(public.pages) is 'Whether there are pages beneath a page, in the trash or not.';
revoke execute on function private.has_children(public.pages) from public, anon, authenticated;

create or replace function private.archive_subtree(old public.pages, new public.pages) returns void
language plpgsql
as $$
declare
  beneath uuid[];
begin
  if not private.has_children(new) then
    return;
  end if;
  beneath := array(
    with recursive subtree as (
      select new.id
      union all
      select child.id
      from subtree
      join public.pages as child on child.parent_id = subtree.id and child.organization_id = new.organization_id
      where child.archived_with is not distinct from old.archived_with
    )
    select subtree.id from subtree where subtree.id <> new.id
  );
  perform private.set_arranging(true);
  update public.pages as page
  set is_archived = new.is_archived, archived_at = new.archived_at, archived_with = new.archived_with,
    archived_by = new.archived_by
  where page.id = any (beneath);
  perform private.set_arranging(false);
end
$$;

create or replace function private.hide_subtree(new public.pages) returns void
language plpgsql
as $$
declare
  subtree uuid[];
begin
  if not private.has_children(new) then
    return;
  end if;
  perform private.set_arranging(true);
  if new.private_to is not null then
    update public.pages as page
    set parent_id = null
    where page.id = any (private.pages_hidden_with(new.id, new.organization_id))
      and page.created_by is distinct from new.private_to and page.is_archived and not new.is_archived;
  end if;
  subtree := private.pages_hidden_with(new.id, new.organization_id);
  if new.private_to is not null and exists (
    select from public.pages as page
    where page.id = any (subtree) and page.created_by is distinct from new.private_to
  ) then
    perform private.refuse('hides_others');
  end if;
  update public.pages as page
  set private_to = new.private_to
  where page.id = any (subtree);
  perform private.set_arranging(false);
end
$$;
