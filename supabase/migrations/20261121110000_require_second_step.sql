-- Who has two-step verification gets nothing for a password alone: a session that has not passed the second step reads
-- and writes no row, whatever client it comes from.

-- In plpgsql, which keeps the plan of its query for the connection. Use it as `(select …)`: once per statement.
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

-- Restrictive: they allow nothing by themselves, and take away from what the tables' own policies allow.
create policy organizations_all_second_step on public.organizations as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create policy organization_members_all_second_step on public.organization_members as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create policy user_profiles_all_second_step on public.user_profiles as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create policy pages_all_second_step on public.pages as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create policy page_activity_all_second_step on public.page_activity as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
