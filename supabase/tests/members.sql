-- Seeing, promoting and removing members. Olga owns a workspace; Adam is its admin, Mia and Max are members, Otto an
-- outsider.

select tests.create_user(name) from unnest(array['Olga', 'Adam', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Adam', current_setting('story.org')::uuid, 'admin');
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);

create function tests.set_role(name text, role text) returns text language sql as $$
  select format('update public.organization_members set role = %L where user_id = %L and organization_id = %L',
    role, tests.user_id(name), current_setting('story.org'))
$$;
create function tests.remove(name text) returns text language sql as $$
  select format('delete from public.organization_members where user_id = %L and organization_id = %L',
    tests.user_id(name), current_setting('story.org'))
$$;
create function tests.roles() returns text language sql stable security definer as $$
  select string_agg(full_name || ' ' || role, ', ' order by full_name)
  from public.organization_members join public.user_profiles on user_profiles.id = user_id
  where organization_id = current_setting('story.org')::uuid
$$;
create function tests.add(name text) returns text language sql as $$
  select format('insert into public.organization_members (organization_id, user_id, role) values (%L, %L, ''owner'')',
    current_setting('story.org'), tests.user_id(name))
$$;

select tests.act_as('Otto');
select tests.is((select count(*) from public.organization_members), 1::bigint, 'an outsider sees only their own membership');
select tests.affects(tests.set_role('Mia', 'admin'), 0, 'an outsider promotes nobody');
select tests.affects(tests.remove('Mia'), 0, 'an outsider removes nobody');
select tests.throws(tests.add('Otto'), '42501', 'an outsider cannot put themselves in');

select tests.act_as('Mia');
select tests.is((select count(*) from public.organization_members where organization_id = current_setting('story.org')::uuid), 4::bigint, 'a member sees all members');
select tests.affects(tests.set_role('Mia', 'owner'), 0, 'a member does not promote themselves');
select tests.affects(tests.set_role('Adam', 'member'), 0, 'a member demotes nobody');
select tests.affects(tests.remove('Max'), 0, 'a member removes nobody else');
select tests.throws(tests.add('Otto'), '42501', 'a member puts nobody in');

select tests.act_as('Adam');
select tests.throws(tests.set_role('Mia', 'owner'), '42501', 'an admin makes nobody an owner');
select tests.throws(tests.set_role('Adam', 'owner'), '42501', 'an admin does not become owner by themselves');
select tests.affects(tests.set_role('Olga', 'member'), 0, 'an admin does not demote an owner');
select tests.affects(tests.remove('Olga'), 0, 'an admin does not remove an owner');
select tests.throws(tests.add('Otto'), '42501', 'an admin puts nobody in unasked');
select tests.throws($$update public.organization_members set status = 'suspended'$$, '42501', 'nobody changes a status');
select tests.throws($$update public.organization_members set user_id = tests.user_id('Otto')$$, '42501', 'nobody hands a membership to someone else');
select tests.throws($$update public.organization_members set organization_id = tests.first_organization('Otto')$$, '42501', 'nobody carries a membership elsewhere');

select tests.act_as_anon();
select tests.throws('select * from public.organization_members', '42501', 'without an account nobody reads memberships');
select tests.throws(tests.set_role('Mia', 'owner'), '42501', 'without an account nobody promotes');
select tests.throws(tests.remove('Mia'), '42501', 'without an account nobody removes');
select tests.throws(tests.add('Otto'), '42501', 'without an account nobody joins');

select tests.is(tests.roles(), 'Adam admin, Max member, Mia member, Olga owner', 'all of that changed nothing');

select tests.act_as('Adam');
select tests.affects(tests.set_role('Mia', 'admin'), 1, 'an admin makes a member an admin');
select tests.affects(tests.remove('Max'), 1, 'an admin removes a member');
select tests.act_as('Olga');
select tests.throws(tests.set_role('Olga', 'member'), 'TR002', 'the last owner does not step down');
select tests.throws(tests.remove('Olga'), 'TR002', 'the last owner does not leave');
select tests.throws(tests.set_role('Mia', 'king'), '23514', 'there are three roles');
select tests.affects(tests.set_role('Mia', 'owner'), 1, 'an owner makes someone else an owner');
select tests.affects(tests.set_role('Olga', 'member'), 1, 'with another owner an owner steps down');
select tests.affects(tests.set_role('Olga', 'owner'), 0, 'and is no owner any more');
select tests.affects(tests.remove('Olga'), 1, 'a member leaves');
select tests.is((select count(*) from public.organizations), 1::bigint, 'and no longer sees the workspace');
select tests.is(tests.roles(), 'Adam admin, Mia owner', 'everyone else stayed');

-- Suspended members are out, but stay on the list.
select tests.act_as_owner();
update public.organization_members set status = 'suspended' where user_id = tests.user_id('Adam')
  and organization_id = current_setting('story.org')::uuid;
select tests.act_as('Adam');
select tests.is((select count(*) from public.organizations), 1::bigint, 'a suspended member does not see the workspace');
select tests.affects(tests.set_role('Adam', 'admin'), 0, 'a suspended admin administers nothing');
select tests.act_as_service();
select tests.throws(tests.remove('Mia'), 'TR002', 'not even the operator leaves a workspace without an active owner');

-- Accounts that are removed altogether
select tests.act_as_owner();
update public.organization_members set status = 'active' where user_id = tests.user_id('Adam');
select tests.join_organization('Max', current_setting('story.org')::uuid);
update public.organization_members set joined_at = '2000-01-01' where user_id = tests.user_id('Max');
insert into public.pages (organization_id, name, created_by, order_index)
  values (current_setting('story.org')::uuid, 'Mia''s page', tests.user_id('Mia'), 1);
select set_config('story.mias', tests.first_organization('Mia')::text, true);
delete from auth.users where id = tests.user_id('Mia');
select tests.is(tests.roles(), 'Adam owner, Max member', 'an admin inherits the workspace of a removed account before an older member');
select tests.is((select count(*) from public.organizations where id = current_setting('story.mias')::uuid), 0::bigint,
  'a workspace without members goes with the account');
select tests.is((select name || coalesce(created_by::text, ' by nobody') from public.pages where organization_id = current_setting('story.org')::uuid),
  'Mia''s page by nobody', 'pages stay when their creator''s account is removed');
