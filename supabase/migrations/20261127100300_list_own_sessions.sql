-- Where a person is signed in, and a way to end it there. The sessions belong to the auth service, which has no request
-- for this: two functions read and delete the caller's own, and nobody else's.

-- Supabase keeps one of these times without its zone, in UTC.
create function public.list_my_sessions()
returns table (id uuid, user_agent text, signed_in_at timestamptz, last_active_at timestamptz, is_current boolean)
language sql stable security definer
set search_path = ''
set timezone = 'UTC'
rows 5
as $$
  select
    session.id,
    session.user_agent,
    session.created_at::timestamptz,
    greatest(session.created_at::timestamptz, session.refreshed_at::timestamptz),
    coalesce(session.id::text = (select auth.jwt() ->> 'session_id'), false)
  from auth.sessions as session
  where session.user_id = (select auth.uid()) and (select private.has_passed_second_step())
  order by 5 desc, 4 desc, 1
$$;
comment on function public.list_my_sessions() is
  'Where the caller is signed in: this session first, then the most recently active.';
revoke execute on function public.list_my_sessions() from public, anon;
grant execute on function public.list_my_sessions() to authenticated, service_role;

create function public.end_my_session(session_id uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from auth.sessions as session
  where session.id = session_id
    and session.user_id = (select auth.uid())
    and (select private.has_passed_second_step());
  return found;
end
$$;
comment on function public.end_my_session(uuid) is 'Signs the caller out there. False when they have no such session.';
revoke execute on function public.end_my_session(uuid) from public, anon;
grant execute on function public.end_my_session(uuid) to authenticated, service_role;
