-- A new account has a profile and a workspace from the first moment, and the profile follows the account.

select tests.create_user('Ann');
select tests.create_user('Bob');

select tests.is(
  (select (full_name, email, display_name)::text from public.user_profiles where id = tests.user_id('Ann')),
  '(Ann,ann@example.test,)', 'a new account has a profile');
select tests.is(
  (select array_agg(name || ' / ' || status) from public.organizations where created_by = tests.user_id('Ann')),
  array['Ann''s Workspace / active'], 'a new account has one workspace, named after its person');
select tests.is(
  (select array_agg(role || ' / ' || status) from public.organization_members where user_id = tests.user_id('Ann')),
  array['owner / active'], 'a new account owns that workspace');
select tests.ok(
  (select slug ~ '^ann-s-workspace-[0-9a-f]{10}$' from public.organizations where created_by = tests.user_id('Ann')),
  'the workspace has a slug that reads like its name');

-- The sign-up works, whatever a client sends as metadata.
insert into auth.users (id, email, raw_user_meta_data) values
  ('00000000-0000-4000-8000-000000000001', 'nameless@example.test', '{"full_name":""}'),
  ('00000000-0000-4000-8000-000000000002', null, '{}'),
  ('00000000-0000-4000-8000-000000000003', 'long@example.test', jsonb_build_object('full_name', repeat('x ', 5000))),
  ('00000000-0000-4000-8000-000000000004', 'odd@example.test', '{"full_name":{"a":1},"display_name":["b"]}'),
  ('00000000-0000-4000-8000-000000000005', 'kana@example.test', '{"full_name":"やまだ","display_name":" Yama "}');
select tests.is(
  (select array_agg(name order by created_by) from public.organizations
    where created_by in ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002',
      '00000000-0000-4000-8000-000000000005')),
  array['nameless''s Workspace', 'My Workspace', 'やまだ''s Workspace'],
  'without a name the workspace is called after the address, without either "My Workspace"');
select tests.is(
  (select char_length(full_name) from public.user_profiles where id = '00000000-0000-4000-8000-000000000003'),
  200, 'an overlong name is cut, not refused');
select tests.is(
  (select display_name from public.user_profiles where id = '00000000-0000-4000-8000-000000000005'),
  'Yama', 'the display name comes from the metadata, too');

update auth.users set email = 'ann@elsewhere.test', raw_user_meta_data = '{"full_name":"X","display_name":"Annie"}'
  where id = tests.user_id('Ann');
select tests.is(
  (select (full_name, email, display_name)::text from public.user_profiles where email = 'ann@elsewhere.test'),
  '(Ann,ann@elsewhere.test,Annie)', 'a changed address and display name reach the profile, the full name is its own');
update auth.users set email = 'ann@example.test', raw_user_meta_data = raw_user_meta_data - 'display_name'
  where email = 'ann@elsewhere.test';

-- Profiles
select tests.act_as('Ann');
select tests.is((select array_agg(full_name) from public.user_profiles), array['Ann'], 'a stranger''s profile is out of sight');
select tests.affects($$update public.user_profiles set full_name = 'Anna', display_name = 'A' where id = tests.user_id('Ann')$$,
  1, 'people change their own name');
select tests.affects($$update public.user_profiles set full_name = 'Fool' where id = tests.user_id('Bob')$$,
  0, 'people change no stranger''s name');
select tests.throws($$update public.user_profiles set email = 'bob@example.test' where id = tests.user_id('Ann')$$,
  '42501', 'people cannot give their profile another address');
select tests.throws($$update public.user_profiles set id = tests.user_id('Bob') where id = tests.user_id('Ann')$$,
  '42501', 'people cannot take another account''s id');
select tests.throws($$insert into public.user_profiles (id) values (gen_random_uuid())$$, '42501', 'people make no profiles');
select tests.throws($$delete from public.user_profiles$$, '42501', 'people delete no profiles');
select tests.throws($$update public.user_profiles set full_name = repeat('x', 201) where id = tests.user_id('Ann')$$,
  '23514', 'a name has at most 200 characters');
select tests.throws($$select private.welcome_account(gen_random_uuid(), 'a@b', '{}')$$, '42501', 'nobody calls the functions of triggers');

select tests.act_as_owner();
select tests.join_organization('Bob', tests.first_organization('Ann'));
select tests.act_as('Bob');
select tests.is((select count(*) from public.user_profiles), 2::bigint, 'co-members see each other''s profiles');
select tests.affects($$update public.user_profiles set full_name = 'Fool' where id = tests.user_id('Ann')$$,
  0, 'co-members do not change each other''s profiles');
select tests.is(
  (select updated_at > created_at from public.user_profiles where id = tests.user_id('Ann')),
  true, 'a profile says when it changed');

select tests.act_as_owner();
delete from public.organizations where id = tests.first_organization('Bob');
delete from public.organization_members where user_id = tests.user_id('Bob');
select tests.act_as('Bob');
select tests.is((select array_agg(full_name) from public.user_profiles), array['Bob'], 'a person without a workspace sees their own profile');

select tests.act_as_anon();
select tests.throws('select * from public.user_profiles', '42501', 'without an account nobody reads profiles');
select tests.throws($$update public.user_profiles set full_name = 'x'$$, '42501', 'without an account nobody writes profiles');
