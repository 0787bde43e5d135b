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

create function private.check_page_parent() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  parent record;
begin
  if private.is_arranging() then
    return new;
  end if;
  perform private.lock_tree(new.organization_id);
  if new.parent_id is null or (
    tg_op = 'UPDATE' and new.parent_id is not distinct from old.parent_id and new.is_archived >= old.is_archived
  ) then
    return new;
  end if;

  select organization_id, is_archived, private_to into parent
  from public.pages
  where id = new.parent_id;
  -- To a caller, a page that they cannot read does not exist.
  if not found or parent.organization_id <> new.organization_id or (caller is not null and not private.sees_page(
    caller, array(select private.my_organization_ids()), new.organization_id, parent.private_to
  )) then
    perform private.refuse('parent_missing');
  end if;
  if parent.is_archived and not new.is_archived then
    perform private.refuse('parent_archived');
  end if;
  if tg_op = 'UPDATE' and private.is_page_within(new.parent_id, new.id) then
    perform private.refuse('page_cycle');
  end if;
  return new;
end
$$;
comment on function private.check_page_parent() is 'Trigger: a page can only be where there is a place for it.';
revoke execute on function private.check_page_parent() from public, anon, authenticated;

create trigger pages_20_check_parent before insert or update of parent_id, is_archived on public.pages
  for each row execute function private.check_page_parent();
