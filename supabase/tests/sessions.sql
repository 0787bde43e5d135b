-- Everybody sees and ends their own sessions, and those with two-step verification only after both steps.

select tests.create_user('Ann');
select tests.create_user('Bob');

-- Each server's auth service fills in other columns; these columns are everywhere.
insert into auth.sessions (id, user_id, user_agent, created_at, refreshed_at, updated_at, refresh_token_hmac_key) values
  ('00000000-0000-4000-8000-0000000000a1', tests.user_id('Ann'), 'Laptop', '2026-11-01 10:00Z', '2026-11-03 10:00Z', now(), 'x'),
  ('00000000-0000-4000-8000-0000000000a2', tests.user_id('Ann'), 'Phone', '2026-11-04 10:00Z', null, now(), 'x'),
  ('00000000-0000-4000-8000-0000000000a3', tests.user_id('Ann'), null, '2026-11-02 10:00Z', null, now(), 'x'),
  ('00000000-0000-4000-8000-0000000000b1', tests.user_id('Bob'), 'Desktop', '2026-11-05 10:00Z', null, now(), 'x');

create function tests.act_in_session(name text, session_id text, aal text) returns void
language sql
as $$
  select tests.act('authenticated', jsonb_build_object(
    'sub', tests.user_id(name), 'role', 'authenticated', 'session_id', session_id, 'aal', aal)::text)
$$;

select tests.act_in_session('Ann', '00000000-0000-4000-8000-0000000000a3', 'aal1');
select tests.is(
  (select array_agg(format('%s %s %s', right(id::text, 2), user_agent, is_current)) from public.list_my_sessions()),
  array['a3  t', 'a2 Phone f', 'a1 Laptop f'], 'people see their own sessions, this one first, then the latest active');
set local timezone = 'America/New_York';
select tests.is(
  (select (signed_in_at, last_active_at) from public.list_my_sessions() where user_agent = 'Laptop'),
  ('2026-11-01 10:00Z'::timestamptz, '2026-11-03 10:00Z'::timestamptz), 'times are right in every time zone');
select tests.is(
  public.end_my_session('00000000-0000-4000-8000-0000000000b1'), false, 'nobody ends another''s session');
select tests.is(public.end_my_session(null), false, 'no session is not a session');
select tests.is(public.end_my_session('00000000-0000-4000-8000-0000000000a1'), true, 'people end their own sessions');
select tests.is(public.end_my_session('00000000-0000-4000-8000-0000000000a1'), false, 'once');

select tests.act_as_owner();
select tests.is(
  (select array_agg(right(id::text, 2) order by id) from auth.sessions
    where user_id in (tests.user_id('Ann'), tests.user_id('Bob'))),
  array['a2', 'a3', 'b1'], 'the session is gone, the others are there');

select tests.act_as('Ann');
select tests.is((select bool_or(is_current) from public.list_my_sessions()), false, 'a token without a session belongs to none of them');
select tests.throws('select * from auth.sessions', '42501', 'the table itself is closed');

select tests.act_as_anon();
select tests.throws('select * from public.list_my_sessions()', '42501', 'without an account there is nothing to list');
select tests.throws($$select public.end_my_session('00000000-0000-4000-8000-0000000000b1')$$,
  '42501', 'without an account there is nothing to end');

-- The second step
select tests.act_as_owner();
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at) values
  (gen_random_uuid(), tests.user_id('Ann'), 'App', 'totp', 'unverified', 'x', now(), now());
select tests.act_in_session('Ann', '00000000-0000-4000-8000-0000000000a2', 'aal1');
select tests.is((select count(*) from public.user_profiles), 1::bigint, 'a factor that was never verified asks for nothing');

select tests.act_as_owner();
update auth.mfa_factors set status = 'verified' where user_id = tests.user_id('Ann');
insert into public.pages (organization_id, name, content_type, order_index, created_by, updated_by)
  values (tests.first_organization('Ann'), 'Plan', 'markdown', 1, tests.user_id('Ann'), tests.user_id('Ann'));

select tests.act_in_session('Ann', '00000000-0000-4000-8000-0000000000a2', 'aal1');
select tests.is((select count(*) from public.user_profiles), 0::bigint, 'one step: no profile');
select tests.is((select count(*) from public.organizations), 0::bigint, 'one step: no workspace');
select tests.is((select count(*) from public.organization_members), 0::bigint, 'one step: no members');
select tests.is((select count(*) from public.pages), 0::bigint, 'one step: no page');
select tests.is((select count(*) from public.page_activity), 0::bigint, 'one step: no activity');
select tests.affects($$update public.pages set name = 'x'$$, 0, 'one step: no page is written');
select tests.throws($$insert into public.organizations (name, created_by) values ('x', tests.user_id('Ann'))$$,
  '42501', 'one step: no workspace is made');
select tests.is((select count(*) from public.list_my_sessions()), 0::bigint, 'one step: no session is seen');
select tests.is(public.end_my_session('00000000-0000-4000-8000-0000000000a3'), false, 'one step: no session is ended');
select tests.act_as('Ann');
select tests.is((select count(*) from public.pages), 0::bigint, 'a token that says nothing of steps has passed none');

select tests.act_in_session('Ann', '00000000-0000-4000-8000-0000000000a2', 'aal2');
select tests.is(
  (select count(*) from public.pages) + (select count(*) from public.user_profiles), 2::bigint, 'both steps: everything');
select tests.affects($$update public.pages set name = 'Plans'$$, 1, 'both steps: pages are written');
select tests.is(public.end_my_session('00000000-0000-4000-8000-0000000000a3'), true, 'both steps: sessions are ended');

select tests.act_in_session('Bob', '00000000-0000-4000-8000-0000000000b1', 'aal1');
select tests.is((select count(*) from public.user_profiles), 1::bigint, 'another''s second step does not count');
