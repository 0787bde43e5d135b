-- Templates: who reads, makes, changes and deletes them. Olga owns a workspace with Adam, its admin, and the members Mia and Max;
-- Otto is an outsider with a workspace and a template of his own.

select tests.create_user(name) from unnest(array['Olga', 'Adam', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select set_config('story.other', tests.first_organization('Otto')::text, true);
select tests.join_organization('Adam', current_setting('story.org')::uuid, 'admin');
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.org() returns uuid language sql stable as $$ select current_setting('story.org')::uuid $$;
create function tests.other() returns uuid language sql stable as $$ select current_setting('story.other')::uuid $$;
create function tests.names() returns text language sql as $$
  select string_agg(name, ' ' order by order_index, name) from public.templates
$$;

select tests.act_as('Otto');
select tests.affects($$insert into public.templates (organization_id, name) values (tests.other(), 'Foreign')$$, 1, 'Otto has a template of his own');

-- Making
select tests.act_as('Mia');
select tests.affects($$insert into public.templates (organization_id, name, description, content, icon)
  values (tests.org(), 'Standup', 'Each morning', '# {{date}}', '📋')$$, 1, 'a member makes a template');
select tests.affects($$insert into public.templates (organization_id, name) values (tests.org(), 'Retro')$$, 1, 'and another one');
select tests.is((select array_agg(created_by = tests.user_id('Mia') and created_at = now() order by name) from public.templates),
  array[true, true], 'the server says who made them, and when');
select tests.is(tests.names(), 'Standup Retro', 'a new one comes last');
select tests.affects($$insert into public.templates (organization_id, name, order_index) values (tests.org(), 'First', 0.5)$$, 1, 'a place can be chosen');
select tests.is(tests.names(), 'First Standup Retro', 'and is kept');
select tests.throws($$insert into public.templates (organization_id, name, created_by) values (tests.org(), 'x', tests.user_id('Max'))$$, '42501', 'nobody makes one in another name');
select tests.throws($$insert into public.templates (organization_id, name) values (tests.other(), 'x')$$, '42501', 'nobody makes one in another workspace');
select tests.throws($$insert into public.templates (organization_id, name) values (tests.org(), '  ')$$, '23514', 'a template has a name');
select tests.throws($$insert into public.templates (organization_id, name) values (tests.org(), repeat('x', 501))$$, '23514', 'of 500 characters');
select tests.throws($$insert into public.templates (organization_id, name, description) values (tests.org(), 'x', repeat('x', 501))$$, '23514', 'a description has 500, too');
select tests.throws($$insert into public.templates (organization_id, name, content) values (tests.org(), 'x', repeat('x', 5 * 1024 * 1024 + 1))$$, '23514', 'a text is as long as a page''s');
select tests.throws($$insert into public.templates (organization_id, name, icon) values (tests.org(), 'x', repeat('x', 33))$$, '23514', 'an icon is short');
select tests.throws($$insert into public.templates (organization_id, name, order_index) values (tests.org(), 'x', 'NaN')$$, '23514', 'a place is a number');

-- Another member
select tests.act_as('Max');
select tests.is(tests.names(), 'First Standup Retro', 'members read the templates of their workspace alone');
select tests.affects($$update public.templates set name = 'x'$$, 0, 'a member changes no template of others');
select tests.affects($$delete from public.templates$$, 0, 'and deletes none');

-- An outsider, and nobody
select tests.act_as('Otto');
select tests.is(tests.names(), 'Foreign', 'an outsider reads none');
select tests.throws($$insert into public.templates (organization_id, name) values (tests.org(), 'x')$$, '42501', 'an outsider makes none');
select tests.affects($$update public.templates set name = 'Foreigner' where organization_id = tests.org()$$, 0, 'nor changes one');
select tests.affects($$delete from public.templates where organization_id = tests.org()$$, 0, 'nor deletes one');
select tests.throws($$update public.templates set organization_id = tests.org()$$, '42501', 'nor moves one in');
select tests.act_as_anon();
select tests.throws('select * from public.templates', '42501', 'without an account nobody reads templates');
select tests.throws($$insert into public.templates (organization_id, name) values (tests.org(), 'x')$$, '42501', 'or makes one');
select tests.act_as_owner();
select tests.is(tests.names(), 'First Foreign Standup Retro', 'none of that changed anything');

-- Changing and deleting
select tests.act_as('Mia');
select set_config('story.version', (select updated_at::text from public.templates where name = 'Retro'), true);
select tests.affects($$update public.templates set content = 'New', icon = null where name = 'Retro'$$, 1, 'its maker changes a template');
select tests.ok((select updated_at > current_setting('story.version')::timestamptz from public.templates where name = 'Retro'), 'which has a new version then');
select tests.affects($$update public.templates set name = 'x' where name = 'Retro' and updated_at = current_setting('story.version')::timestamptz$$, 0,
  'an edit that is based on the version before changes nothing');
select set_config('story.version', (select updated_at::text from public.templates where name = 'Retro'), true);
select tests.affects($$update public.templates set order_index = 9 where name = 'Retro'$$, 1, 'it can have another place');
select tests.is((select updated_at::text from public.templates where name = 'Retro'), current_setting('story.version'), 'and is the same version there');
select tests.throws($$update public.templates set id = gen_random_uuid()$$, '42501', 'nobody changes its id');
select tests.throws($$update public.templates set organization_id = tests.other()$$, '42501', 'or its workspace');
select tests.throws($$update public.templates set created_by = tests.user_id('Max')$$, '42501', 'or who made it');
select tests.affects($$delete from public.templates where name = 'First'$$, 1, 'its maker deletes one');
select tests.act_as('Adam');
select tests.affects($$update public.templates set name = 'Retrospective' where name = 'Retro'$$, 1, 'an admin changes those of others');
select tests.is((select created_by from public.templates where name = 'Retrospective'), tests.user_id('Mia'), 'which stay theirs');
select tests.affects($$delete from public.templates where name = 'Retrospective'$$, 1, 'an admin deletes those of others');

-- A member who is gone
select tests.act_as_owner();
delete from public.organization_members where organization_id = tests.org() and user_id = tests.user_id('Mia');
select tests.act_as('Mia');
select tests.is((select count(*) from public.templates), 0::bigint, 'who left reads none');
select tests.affects($$update public.templates set name = 'x'$$, 0, 'not even changes their own');
select tests.affects('delete from public.templates', 0, 'nor deletes them');
select tests.act_as_owner();
delete from auth.users where id = tests.user_id('Mia');
select tests.is((select created_by from public.templates where name = 'Standup'), null::uuid, 'a template outlives its maker''s account');

-- Told, counted and limited
delete from realtime.messages;
select tests.act_as('Max');
select tests.affects($$insert into public.templates (organization_id, name) select tests.org(), 'Many' from generate_series(1, 199)$$, 199, 'a workspace has 200 templates');
select tests.throws($$insert into public.templates (organization_id, name) values (tests.org(), 'One more')$$, 'TR045', 'and no more');
select tests.affects($$delete from public.templates where name = 'Many'$$, 199, 'they go again');
select tests.throws($$insert into public.templates (organization_id, name) select tests.org(), 'Many' from generate_series(1, 200)$$, 'TR045', 'nor at once');
select tests.act_as_owner();
select tests.is((select string_agg(event, ' ') from realtime.messages where topic = 'workspace:' || tests.org()), 'templates templates', 'the members are told of each change');
select set_config('trellis.request_megabytes', '1', true);
select tests.act_as('Max');
create temporary table large as select string_agg(encode(sha256(convert_to(n::text, 'UTF8')), 'hex'), '') as content from generate_series(1, 20000) as n;
select tests.throws($$insert into public.templates (organization_id, name, content) select tests.org(), 'Large', content from large$$, 'TR040', 'a request writes as much as it may write into pages');
select set_config('trellis.request_megabytes', '9', true);
select set_config('trellis.workspace_megabytes', '2', true);
select tests.affects($$insert into public.templates (organization_id, name, content) select tests.org(), 'Large', content from large$$, 1, 'templates take room');
select tests.throws($$insert into public.templates (organization_id, name, content) select tests.org(), 'Large', content from large$$, 'TR041', 'that pages have, too');

select tests.act_as_owner();
select tests.join_organization('Otto', tests.org(), 'owner');
delete from public.organizations where id = tests.org();
select tests.is(tests.names(), 'Foreign', 'templates go with their workspace');
