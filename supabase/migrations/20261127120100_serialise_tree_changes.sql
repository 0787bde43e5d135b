-- Changes to the shape of a tree (new pages, moves, order, archiving, privacy) come one at a time in each workspace:
-- each of the rules that follow looks at other pages, which must not change meanwhile. Writing text takes no lock.

-- Trees are waited for in one order. A transaction that comes to one out of order takes it if nobody has it, and otherwise ends as
-- the loser of a deadlock does, which it would be, or would make of somebody else.
create function private.lock_tree(organization_id uuid) returns void
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
comment on function private.lock_tree(uuid) is 'Waits for the right to change a workspace''s tree, until the end of the transaction.';
revoke execute on function private.lock_tree(uuid) from public, anon, authenticated;

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

-- Some rules change further pages than the one that was written. Their writes are right already, so
-- the rules do not apply to them again. The mark lives in the transaction, where API callers cannot set it.
-- Postgres inlines a function without `set`, so all names in it are schema-qualified.
create function private.is_arranging() returns boolean
language sql stable
as $$
  select coalesce(pg_catalog.current_setting('trellis.arranging', true), '') operator(pg_catalog.=) 'on'
$$;
comment on function private.is_arranging() is 'Whether the current statement is a page rule''s own.';
revoke execute on function private.is_arranging() from public, anon, authenticated;

create function private.set_arranging(arranging boolean) returns void
language sql volatile
set search_path = ''
as $$
  select set_config('trellis.arranging', case when arranging then 'on' else '' end, true)
$$;
comment on function private.set_arranging(boolean) is 'Marks the statements up to the next call as a page rule''s own.';
revoke execute on function private.set_arranging(boolean) from public, anon, authenticated;

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
