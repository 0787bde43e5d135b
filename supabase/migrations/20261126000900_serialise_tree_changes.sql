-- Changes to the shape of a tree (new pages, moves, order, archiving, privacy) come one at a time in each workspace:
-- each of the rules that follow looks at other pages, which must not change meanwhile. Writing text takes no lock.

create function private.lock_tree(organization_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('pages of ' || organization_id, 0));
end
$$;
comment on function private.lock_tree(uuid) is 'Waits for the right to change a workspace''s tree, until the end of the transaction.';
revoke execute on function private.lock_tree(uuid) from public, anon, authenticated;

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

-- Before the statement locks its first row, and always in the same order: two statements cannot wait for each other.
-- The statement's workspaces are not known yet, so it locks all of the caller's. (The operator has none; those
-- statements lock row by row.)
create function private.lock_my_trees() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  organization_id uuid;
begin
  if not private.is_arranging() then
    for organization_id in select mine from private.my_organization_ids() as mine order by mine loop
      perform private.lock_tree(organization_id);
    end loop;
  end if;
  return null;
end
$$;
comment on function private.lock_my_trees() is 'Trigger: locks the trees that the caller can change.';
revoke execute on function private.lock_my_trees() from public, anon, authenticated;

create trigger pages_00_lock
  before insert or update of parent_id, order_index, visibility, is_archived on public.pages
  for each statement execute function private.lock_my_trees();
