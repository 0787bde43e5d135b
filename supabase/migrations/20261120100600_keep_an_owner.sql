-- A workspace always has an active owner: the last one can neither leave nor step down. When the last owner's account
-- is removed altogether, the longest-standing admin, else member, inherits; a workspace nobody is left in goes with it.

create function private.keep_an_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  heir uuid;
begin
  -- The workspace's row is the lock: of two owners who demote each other at once, the second one to get it sees what
  -- the first did. No row means that the workspace itself is being deleted.
  perform from public.organizations where id = old.organization_id for no key update;
  if not found or exists (
    select from public.organization_members
    where organization_id = old.organization_id and role = 'owner' and status = 'active'
  ) then
    return null;
  end if;
  if exists (select from public.user_profiles where id = old.user_id) then
    perform private.refuse('last_owner');
  end if;
  select id into heir
  from public.organization_members
  where organization_id = old.organization_id and status = 'active'
  order by role = 'admin' desc, joined_at, id
  limit 1;
  if heir is null then
    delete from public.organizations where id = old.organization_id;
  else
    update public.organization_members set role = 'owner' where id = heir;
  end if;
  return null;
end
$$;
comment on function private.keep_an_owner() is 'Trigger: a workspace is never left without an active owner.';
revoke execute on function private.keep_an_owner() from public, anon, authenticated;

create trigger organization_members_keep_an_owner after update or delete on public.organization_members
  for each row when (old.role = 'owner' and old.status = 'active')
  execute function private.keep_an_owner();
