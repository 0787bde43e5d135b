-- A page's parent is in the same workspace, visible to the caller, not in the trash, and never beneath
-- the page itself.

create function private.is_page_within(page_id uuid, ancestor_id uuid) returns boolean
language sql volatile security definer
set search_path = ''
as $$
  with recursive line as (
    select id, parent_id from public.pages where id = page_id
    union
    select page.id, page.parent_id from line join public.pages as page on page.id = line.parent_id
  )
  select exists (select from line where id = ancestor_id)
$$;
comment on function private.is_page_within(uuid, uuid) is 'Whether a page is another one or beneath it.';
revoke execute on function private.is_page_within(uuid, uuid) from public, anon, authenticated;

create function private.check_page_parent(id uuid, organization_id uuid, parent_id uuid, is_archived boolean, is_new boolean) returns void
language plpgsql
as $$
declare
  caller uuid := auth.uid();
  parent record;
begin
  select page.organization_id, page.is_archived, page.private_to into parent
  from public.pages as page
  where page.id = check_page_parent.parent_id;
  -- To a caller, a page that they cannot read does not exist.
  if not found or parent.organization_id <> check_page_parent.organization_id or (caller is not null and not private.sees_page(
    caller, array(select private.my_organization_ids()), parent.organization_id, parent.private_to
  )) then
    perform private.refuse('parent_missing');
  end if;
  if parent.is_archived and not check_page_parent.is_archived then
    perform private.refuse('parent_archived');
  end if;
  if not is_new and private.is_page_within(parent_id, id) then
    perform private.refuse('page_cycle');
  end if;
end
$$;
comment on function private.check_page_parent(uuid, uuid, uuid, boolean, boolean) is 'A page can only be where there is a place for it.';
revoke execute on function private.check_page_parent(uuid, uuid, uuid, boolean, boolean) from public, anon, authenticated;
