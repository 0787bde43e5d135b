-- Three questions that policies ask about the caller. These functions query tables that later files create: plpgsql parses
-- a body when it first runs, so each table can be created together with all of its policies. plpgsql also keeps the
-- plan of its query for the connection.

-- Bypasses row-level security, because policies on organization_members call it, too. Use it as
-- `= any (array(select …))`: once per statement, not per row.
create function private.my_organization_ids(roles text[] default '{owner,admin,member}') returns setof uuid
language plpgsql stable security definer
set search_path = ''
rows 5
as $$
begin
  return query
    select member.organization_id
    from public.organization_members as member
    join public.organizations as organization on organization.id = member.organization_id
    where member.user_id = (select auth.uid())
      and member.status = 'active'
      and organization.status = 'active'
      and member.role = any (roles);
end
$$;
comment on function private.my_organization_ids(text[]) is 'The active workspaces in which the caller has one of the roles.';
revoke execute on function private.my_organization_ids(text[]) from public, anon, authenticated;
grant execute on function private.my_organization_ids(text[]) to authenticated, service_role;

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

-- With two-step verification, a password alone gives no access: a session that has not passed the second step reads
-- and writes no row, with any client. Every table asks this in a restrictive policy, which allows nothing by itself
-- and narrows what the table's other policies allow. Use it as `(select …)`: once per statement.
create function private.has_passed_second_step() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return coalesce((select auth.jwt() ->> 'aal') = 'aal2', false) or not exists (
    select from auth.mfa_factors as factor
    where factor.user_id = (select auth.uid()) and factor.status = 'verified'
  );
end
$$;
comment on function private.has_passed_second_step() is
  'Whether the caller''s session is as sure as their account asks for: aal2 when it has a verified factor.';
revoke execute on function private.has_passed_second_step() from public, anon, authenticated;
grant execute on function private.has_passed_second_step() to authenticated, service_role;
