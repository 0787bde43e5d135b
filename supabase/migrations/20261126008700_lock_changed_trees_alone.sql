-- A change locks the trees that it changes, and no other tree of the caller's: two thousand pages that change in one workspace
-- must not hold up moves in another.
--
-- The lock has to come before the first row is locked: a change waits for the rows beneath its page, and whoever has one of those
-- must not wait for the tree. A trigger for each row is too late for that, and a trigger for the statement does not know the rows.
-- A policy for updates does: it is asked for each row that a statement finds, before the row is locked. So the statement's trigger
-- says that trees change, and the policy locks the tree of each row. Statements that write texts lock nothing.
--
-- Postgres asks a policy before those conditions of a statement that could tell of hidden rows (`like`, for instance). A change that
-- looks for its pages with such a condition alone locks the trees of all the caller's pages that it looks at.

-- Trees are waited for in one order. A transaction that comes to one out of order takes it if nobody has it, and otherwise ends as
-- the loser of a deadlock does, which it would be, or would make of somebody else.
create or replace function private.lock_tree(organization_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  key constant bigint := hashtextextended('pages of ' || organization_id, 0);
  -- The last tree of the order that this transaction has.
  last_tree constant uuid := nullif(current_setting('trellis.last_tree', true), '')::uuid;
begin
  if last_tree is null or organization_id >= last_tree then
    perform pg_advisory_xact_lock(key);
    if organization_id is distinct from last_tree then
      perform set_config('trellis.last_tree', organization_id::text, true);
    end if;
  elsif not pg_try_advisory_xact_lock(key) then
    raise exception using errcode = 'deadlock_detected', message = 'Somebody else is changing one of these workspaces';
  end if;
end
$$;

drop trigger pages_00_lock on public.pages;
drop function private.lock_my_trees();

create function private.begin_changing_trees() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_arranging() then
    perform set_config('trellis.changed_trees', array(select private.my_organization_ids())::text, true);
  end if;
  return null;
end
$$;
comment on function private.begin_changing_trees() is 'Trigger: has a policy lock the trees of the pages that the statement finds.';
revoke execute on function private.begin_changing_trees() from public, anon, authenticated;

-- New pages find no row of others: the triggers of each row lock their tree in time.
create trigger pages_00_lock
  before update of parent_id, order_index, visibility, is_archived on public.pages
  for each statement execute function private.begin_changing_trees();

create function private.holds_tree(organization_id uuid) returns boolean
language plpgsql volatile security definer cost 1000
set search_path = ''
as $$
declare
  trees constant text := coalesce(current_setting('trellis.changed_trees', true), '');
begin
  if trees <> '' and organization_id = any (trees::uuid[]) then
    perform private.lock_tree(organization_id);
  end if;
  return true;
end
$$;
comment on function private.holds_tree(uuid) is
  'Always true, after it has waited for the right to change a workspace''s tree, if the statement changes trees and the caller is in that workspace.';
revoke execute on function private.holds_tree(uuid) from public, anon;
grant execute on function private.holds_tree(uuid) to authenticated, service_role;

-- A policy of its own: Postgres asks the rule for readers once where the policies for reading and writing say the same.
create policy pages_update_locked on public.pages as restrictive for update to authenticated
  using (private.holds_tree(organization_id)) with check (true);
comment on policy pages_update_locked on public.pages is 'Allows everything: locks the tree of each page that a statement is about to move.';

-- For functions that look at a tree before they change it.
create function private.lock_tree_of(page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.lock_tree(page.organization_id)
  from public.pages as page
  where page.id = lock_tree_of.page_id and (
    auth.uid() is null or private.sees_page(
      (select auth.uid()), array(select private.my_organization_ids()), page.organization_id, page.private_to
    )
  );
end
$$;
comment on function private.lock_tree_of(uuid) is 'Waits for the right to change the tree of a page that the caller sees.';
revoke execute on function private.lock_tree_of(uuid) from public, anon;
grant execute on function private.lock_tree_of(uuid) to authenticated, service_role;

create or replace function public.delete_page_for_good(page_id uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
begin
  -- As every change of a tree's shape: one at a time. See serialise_tree_changes.
  perform private.lock_tree_of(page_id);
  return private.delete_pages(private.my_trash(page_ids => array[page_id]));
end
$$;

create or replace function public.empty_trash(organization_id uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.lock_tree(mine) from private.my_organization_ids() as mine where mine = empty_trash.organization_id;
  return private.delete_pages(private.my_trash(organization => organization_id));
end
$$;

create or replace function public.restore_page(page_id uuid) returns uuid
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

create or replace function public.duplicate_page(page_id uuid, copy_id uuid default gen_random_uuid(), with_children boolean default false)
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
