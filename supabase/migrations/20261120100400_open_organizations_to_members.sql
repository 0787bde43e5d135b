-- With memberships in place: who may see, change and delete a workspace, and whose profiles people see.

-- Members see their workspaces.
create policy organizations_select_member on public.organizations for select to authenticated
  using (id = any (array(select private.my_organization_ids())));

-- A new workspace's founder becomes its owner at the end of the statement, too late for its `returning`. So the
-- founder sees it in the transaction that makes it, which `now()` identifies.
create policy organizations_select_founder on public.organizations for select to authenticated
  using (created_by = (select auth.uid()) and created_at = now());

-- Whoever is signed in may found a workspace in their own name.
create policy organizations_insert_founder on public.organizations for insert to authenticated
  with check (created_by = (select auth.uid()));

-- Owners and admins change the name and the looks.
create policy organizations_update_administrator on public.organizations for update to authenticated
  using (id = any (array(select private.my_organization_ids('{owner,admin}'))))
  with check (id = any (array(select private.my_organization_ids('{owner,admin}'))));

-- Only owners delete it. (That it may not be their last is a trigger's matter.)
create policy organizations_delete_owner on public.organizations for delete to authenticated
  using (id = any (array(select private.my_organization_ids('{owner}'))));

create function private.my_co_member_ids() returns setof uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
    select distinct member.user_id
    from public.organization_members as member
    where member.organization_id = any (array(select private.my_organization_ids()));
end
$$;
comment on function private.my_co_member_ids() is 'Everyone who shares an active workspace with the caller.';
revoke execute on function private.my_co_member_ids() from public, anon, authenticated;
grant execute on function private.my_co_member_ids() to authenticated, service_role;

-- People see the profiles of those they share a workspace with.
create policy user_profiles_select_co_member on public.user_profiles for select to authenticated
  using (id = any (array(select private.my_co_member_ids())));
