-- Deleting an account takes its own data along, leaves shared pages, and needs a fresh proof of its holder.

select tests.create_user('Ann');
select tests.create_user('Bob');
select tests.create_user('Eve');
update auth.users set encrypted_password = 'a hash' where id in (tests.user_id('Ann'), tests.user_id('Bob'));

-- A session begun so many seconds ago, and the caller with its token.
create function tests.act_signed_in(name text, method text default 'password', age integer default 0, aal text default 'aal1')
returns void
language plpgsql security definer
as $$
declare
  session uuid;
begin
  insert into auth.sessions (user_id, refresh_token_hmac_key) values (tests.user_id(name), 'x') returning id into session;
  perform set_config('tests.claims', jsonb_build_object(
    'sub', tests.user_id(name), 'role', 'authenticated', 'aal', aal, 'session_id', session,
    'amr', jsonb_build_array(
      jsonb_build_object('method', method, 'timestamp', floor(extract(epoch from now()))::bigint - age))
  )::text, true);
end
$$;
create function tests.sign_in_as(name text, method text default 'password', age integer default 0, aal text default 'aal1')
returns void
language plpgsql
as $$
begin
  perform set_config('role', 'none', true);
  perform tests.act_signed_in(name, method, age, aal);
  perform tests.act('authenticated', current_setting('tests.claims'));
end
$$;
create function tests.has_account(name text) returns boolean
language sql stable security definer
as $$ select tests.user_id(name) is not null $$;
create function tests.deletion(organizations uuid[] default '{}') returns text
language sql
as $$ select format('select public.delete_my_account(%L)', organizations) $$;

-- Not without a proof
select tests.act_as_anon();
select tests.throws(tests.deletion(), '42501', 'nobody without an account deletes one');
select tests.throws('select * from public.preview_account_deletion()', '42501', 'nobody without an account reads a preview');
select tests.throws('select public.has_password()', '42501', 'nobody without an account learns how it signs in');
select tests.act_as('Ann');
select tests.throws(tests.deletion(array[tests.first_organization('Ann')]), 'TR030', 'a token that names no session deletes nothing');
select tests.sign_in_as('Ann', age => 301);
select tests.throws(tests.deletion(array[tests.first_organization('Ann')]), 'TR030', 'a session from a while ago deletes nothing');
select tests.sign_in_as('Ann', 'otp');
select tests.throws(tests.deletion(array[tests.first_organization('Ann')]), 'TR030', 'a mailed code is no password');
select tests.sign_in_as('Ann', 'token_refresh');
select tests.throws(tests.deletion(array[tests.first_organization('Ann')]), 'TR030', 'a renewed session is no password');
select tests.sign_in_as('Eve');
select tests.throws(tests.deletion(array[tests.first_organization('Eve')]), 'TR030', 'an account without a password has none to show');
select tests.sign_in_as('Ann');
select tests.act('authenticated', (current_setting('tests.claims')::jsonb || '{"amr":["password"]}')::text);
select tests.throws(tests.deletion(array[tests.first_organization('Ann')]), 'TR030', 'a token without the time of its sign-in proves nothing');
select tests.act('authenticated', (current_setting('tests.claims')::jsonb || '{"amr":"password"}')::text);
select tests.throws(tests.deletion(array[tests.first_organization('Ann')]), 'TR030', 'nor does one with a text instead of a list');
select tests.act('authenticated', (current_setting('tests.claims')::jsonb || jsonb_build_object('sub', tests.user_id('Bob')))::text);
select tests.throws(tests.deletion(array[tests.first_organization('Bob')]), 'TR030', 'nobody deletes an account by another''s session');
select tests.act_as_owner();
delete from auth.sessions where user_id = tests.user_id('Ann');
select tests.act('authenticated', current_setting('tests.claims'));
select tests.throws(tests.deletion(array[tests.first_organization('Ann')]), 'TR030', 'a session that has ended deletes nothing');
select tests.throws('select private.has_just_signed_in()', '42501', 'nobody goes past the function');
select tests.throws($$select private.organizations_without(tests.user_id('Bob'))$$, '42501', 'nobody asks for the workspaces of others');

-- Not without the second step
select tests.act_as_owner();
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
  values (gen_random_uuid(), tests.user_id('Ann'), 'App', 'totp', 'verified', now(), now());
select tests.sign_in_as('Ann');
select tests.throws(tests.deletion(array[tests.first_organization('Ann')]), 'TR030', 'a password alone is not enough with two steps');
select tests.is((select count(*) from public.preview_account_deletion()), 0::bigint, 'nor does it reveal anything');
select tests.act_as_owner();
delete from auth.mfa_factors;
select tests.ok(tests.has_account('Ann') and tests.has_account('Bob') and tests.has_account('Eve'), 'everybody is still there');

-- The preview
select tests.join_organization('Bob', tests.first_organization('Ann'));
insert into public.pages (id, organization_id, name, order_index, created_by, visibility, is_archived) values
  ('00000000-0000-4000-8000-0000000000a1', tests.first_organization('Ann'), 'Shared', 1, tests.user_id('Ann'), 'workspace', false),
  ('00000000-0000-4000-8000-0000000000a2', tests.first_organization('Ann'), 'Bob''s', 2, tests.user_id('Bob'), 'private', false),
  ('00000000-0000-4000-8000-0000000000b1', tests.first_organization('Bob'), 'Bob alone', 1, tests.user_id('Bob'), 'workspace', false),
  ('00000000-0000-4000-8000-0000000000b2', tests.first_organization('Bob'), 'Trashed', 2, tests.user_id('Bob'), 'workspace', true);
select tests.sign_in_as('Bob');
select tests.is(
  (select array_agg((name, fate, pages, trashed_pages)::text order by name) from public.preview_account_deletion()),
  array['("Ann''s Workspace",stays,1,0)', '("Bob''s Workspace",deleted,1,1)'],
  'a person learns what becomes of each workspace, and how many pages go');
select tests.sign_in_as('Ann');
select tests.is(
  (select array_agg((name, fate, pages)::text) from public.preview_account_deletion()),
  array['("Ann''s Workspace",blocks,0)'], 'and which ones have to be handed over');
select tests.is(public.has_password(), true, 'and that the account has a password');
select tests.act_as('Eve');
select tests.is(public.has_password(), false, 'or that it has none');

-- Not while others would be left without an owner
select tests.sign_in_as('Ann');
select tests.throws(tests.deletion(array[tests.first_organization('Ann')]), 'TR031', 'the only owner among others stays');
select tests.act_as_owner();
select tests.ok(tests.has_account('Ann'), 'and nothing is deleted');
update public.organization_members set status = 'suspended'
  where user_id = tests.user_id('Bob') and organization_id = tests.first_organization('Ann');
select tests.sign_in_as('Ann');
select tests.throws(tests.deletion(), 'TR032', 'a workspace that was not named is not deleted');
select tests.throws(tests.deletion(null), 'TR032', 'nor does a missing list delete one');
select tests.throws(tests.deletion(array[tests.first_organization('Bob')]), 'TR032', 'nor when another one was named');
select tests.act_as_owner();
update public.organization_members set status = 'active';
update public.organization_members set role = 'owner'
  where user_id = tests.user_id('Bob') and organization_id = tests.first_organization('Ann');

-- Handed over: the account goes, shared pages stay
insert into public.pages (id, organization_id, parent_id, name, order_index, created_by, visibility) values
  ('00000000-0000-4000-8000-0000000000a3', tests.first_organization('Ann'), null, 'Secret', 3, tests.user_id('Ann'), 'private'),
  ('00000000-0000-4000-8000-0000000000a4', tests.first_organization('Ann'), '00000000-0000-4000-8000-0000000000a3', 'Secret, too', 1, tests.user_id('Ann'), 'workspace'),
  ('00000000-0000-4000-8000-0000000000a5', tests.first_organization('Ann'), '00000000-0000-4000-8000-0000000000a4', 'Bob''s, too', 1, tests.user_id('Bob'), 'private');
insert into public.page_favorites (user_id, page_id) values (tests.user_id('Ann'), '00000000-0000-4000-8000-0000000000a1');
insert into public.organization_invitations (organization_id, email, role, token_hash, expires_at, max_uses, uses) values
  (tests.first_organization('Bob'), 'ann@example.test', 'member', 'accepted', now(), 1, 1),
  (tests.first_organization('Bob'), 'ann@example.test', 'member', 'waiting', now(), 1, 0),
  (tests.first_organization('Bob'), 'eve@example.test', 'member', 'of another', now(), 1, 1);
select tests.sign_in_as('Ann');
update public.pages set content = 'What Ann wrote' where id = '00000000-0000-4000-8000-0000000000a1';
select tests.affects(tests.deletion(array[tests.first_organization('Bob')]), 1, 'a person who has handed over goes, and a named workspace of others is left alone');
select tests.throws(tests.deletion(), 'TR030', 'once');
select tests.act_as_owner();
select tests.ok(not tests.has_account('Ann'), 'the account is gone');
select tests.is((select count(*) from public.user_profiles where full_name = 'Ann'), 0::bigint, 'with its profile');
select tests.is((select count(*) from auth.sessions where user_id not in (select id from auth.users)), 0::bigint, 'its sessions');
select tests.is(
  (select array_agg(token_hash order by token_hash) from public.organization_invitations), array['of another', 'waiting'],
  'the invitations it accepted');
select tests.is((select count(*) from public.page_favorites), 0::bigint, 'its favourites');
select tests.is(
  (select array_agg(name order by name) from public.pages),
  array['Bob alone', 'Bob''s', 'Bob''s, too', 'Shared', 'Trashed'],
  'and the pages only it could see, except for pages of others beneath them');
select tests.is(
  (select (content, created_by, updated_by)::text from public.pages where name = 'Shared'),
  '("What Ann wrote",,)', 'shared pages stay, without a name');
select tests.is(
  (select count(*) from public.page_versions as version where version.content = 'What Ann wrote' and created_by is null), 1::bigint,
  'also in its history');
select tests.is((select count(*) from public.organizations where name in ('Ann''s Workspace', 'Bob''s Workspace')), 2::bigint,
  'the workspaces of others stay');

-- By a mailed code, with the workspace that nobody else is in
insert into public.pages (organization_id, name, order_index, created_by)
  values (tests.first_organization('Eve'), 'Eve alone', 1, tests.user_id('Eve'));
select tests.sign_in_as('Eve', 'otp');
select tests.affects(tests.deletion(array[tests.first_organization('Eve')]), 1, 'without a password a mailed code is the proof');
select tests.act_as_owner();
select tests.is((select count(*) from public.organizations where name = 'Eve''s Workspace'), 0::bigint,
  'a workspace without any other member goes along');
select tests.is((select count(*) from public.pages where name = 'Eve alone'), 0::bigint, 'with its pages');
