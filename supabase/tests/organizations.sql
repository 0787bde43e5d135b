-- Seeing, founding, renaming and deleting workspaces. Olga owns one; Adam is its admin, Mia a member, Otto an outsider.

select tests.create_user(name) from unnest(array['Olga', 'Adam', 'Mia', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Adam', current_setting('story.org')::uuid, 'admin');
select tests.join_organization('Mia', current_setting('story.org')::uuid);

-- An outsider
select tests.act_as('Otto');
select tests.is((select array_agg(name) from public.organizations), array['Otto''s Workspace'], 'an outsider sees only their own workspace');
select tests.affects($$update public.organizations set name = 'x' where id = current_setting('story.org')::uuid$$, 0, 'an outsider renames nothing');
select tests.affects($$delete from public.organizations where id = current_setting('story.org')::uuid$$, 0, 'an outsider deletes nothing');

-- A member
select tests.act_as('Mia');
select tests.is((select count(*) from public.organizations), 2::bigint, 'a member sees the workspace');
select tests.affects($$update public.organizations set name = 'x' where id = current_setting('story.org')::uuid$$, 0, 'a member does not rename it');
select tests.affects($$delete from public.organizations where id = current_setting('story.org')::uuid$$, 0, 'a member does not delete it');

-- An admin
select tests.act_as('Adam');
select tests.affects($$update public.organizations set name = 'Acme' where id = current_setting('story.org')::uuid$$, 1, 'an admin renames it');
select tests.affects($$delete from public.organizations where id = current_setting('story.org')::uuid$$, 0, 'an admin does not delete it');
select tests.throws($$update public.organizations set status = 'suspended' where id = current_setting('story.org')::uuid$$, '42501', 'nobody changes its status');
select tests.throws($$update public.organizations set id = gen_random_uuid() where id = current_setting('story.org')::uuid$$, '42501', 'nobody changes its id');
select tests.throws($$update public.organizations set created_by = tests.user_id('Adam')$$, '42501', 'nobody changes its founder');
select tests.throws($$update public.organizations set name = '  ' where id = current_setting('story.org')::uuid$$, '23514', 'a workspace has a name');
select tests.throws($$update public.organizations set logo_url = 'javascript:alert(1)' where id = current_setting('story.org')::uuid$$, '23514', 'a logo is an https address');
select tests.throws(format('update public.organizations set logo_url = %L where id = current_setting(''story.org'')::uuid', address), '23514',
    'a logo is not at ' || to_json(address))
  from unnest(array['http://example.test/logo.png', E'https://example.test/\nlogo.png', E'x\nhttps://example.test/logo.png']) as address;

-- Anonymously
select tests.act_as_anon();
select tests.throws('select * from public.organizations', '42501', 'without an account nobody reads workspaces');
select tests.throws($$insert into public.organizations (name) values ('x')$$, '42501', 'without an account nobody founds one');
select tests.throws($$update public.organizations set name = 'x'$$, '42501', 'without an account nobody renames one');
select tests.throws('delete from public.organizations', '42501', 'without an account nobody deletes one');
select tests.throws('select private.my_organization_ids()', '42501', 'without an account nobody asks for memberships');

select tests.act_as_owner();
select tests.is((select name from public.organizations where id = current_setting('story.org')::uuid), 'Acme', 'only the admin''s new name has changed');

-- The owner
select tests.act_as('Olga');
select tests.affects($$update public.organizations set name = 'Olga & Co' where id = current_setting('story.org')::uuid$$, 1, 'an owner renames it');
select tests.throws($$delete from public.organizations where id = current_setting('story.org')::uuid$$, 'TR001', 'an owner does not delete their only workspace');
select tests.affects($$with made as (insert into public.organizations (name) values ('Second') returning *)
  select from made where created_by = auth.uid() and slug like 'second-%'$$, 1, 'a signed-in person founds a workspace and gets it returned');
select tests.is((select role from public.organization_members join public.organizations on organizations.id = organization_id
  where name = 'Second'), 'owner', 'the founder owns it');
select tests.throws($$insert into public.organizations (name, created_by) values ('x', tests.user_id('Otto'))$$, '42501', 'nobody founds one in another name');
select tests.throws($$insert into public.organizations (name, status) values ('x', 'active')$$, '42501', 'nobody chooses its status');
select tests.throws($$insert into public.organizations (name, slug) values ('x', 'No Slug')$$, '23514', 'a slug has lower-case letters, digits and hyphens');
select tests.affects($$insert into public.organizations (name, slug) values ('Third', 'third')$$, 1, 'a slug can be chosen');
select tests.throws($$insert into public.organizations (name, slug) values ('Fourth', 'third')$$, '23505', 'a slug belongs to one workspace');
select tests.throws($$delete from public.organizations$$, 'TR001', 'nobody deletes all workspaces at once, as the last one stays');
select tests.is((select count(*) from public.organizations), 3::bigint, 'all of them are still there');
select tests.affects($$delete from public.organizations where id = current_setting('story.org')::uuid$$, 1, 'an owner deletes a workspace when they have another');

-- Only active workspaces count. (Founders see what they found in the same transaction, so that is made to be past.)
select tests.act_as_owner();
update public.organizations set created_at = '2000-01-01';
update public.organizations set status = 'suspended' where name = 'Second';
select tests.act_as('Olga');
select tests.is((select array_agg(name) from public.organizations), array['Third'], 'a suspended workspace is closed to its owner');
select tests.throws($$delete from public.organizations where slug = 'third'$$, 'TR001', 'a suspended workspace does not count as another');

select tests.act_as_service();
select tests.affects($$delete from public.organizations where name in ('Second', 'Third')$$, 2, 'the operator deletes any workspace');

-- So many, and no more
select tests.act_as('Olga');
select tests.affects($$insert into public.organizations (name) select 'Many' from generate_series(1, 100)$$, 100, 'a person has founded a hundred workspaces');
select tests.throws($$insert into public.organizations (name) values ('One more')$$, 'TR003', 'and no more');
select tests.act_as_owner();
update public.organizations set created_at = '2000-01-01';
select tests.act_as('Olga');
select tests.affects($$delete from public.organizations where id = (select min(id::text)::uuid from public.organizations where name = 'Many')$$, 1, 'one is deleted');
select tests.affects($$insert into public.organizations (name) values ('Another')$$, 1, 'and makes room for another');
select tests.throws($$insert into public.organizations (name) select 'Many' from generate_series(1, 2)$$, 'TR003', 'also at once');
select tests.act_as_service();
select tests.affects($$insert into public.organizations (name, created_by) values ('The operator''s', tests.user_id('Olga'))$$, 1, 'an operator founds any number');
