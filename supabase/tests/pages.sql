-- Reading and writing pages, and the fields that the server sets. Mia and Max are members of Olga's workspace,
-- Otto is an outsider.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.org() returns uuid language sql stable as $$ select current_setting('story.org')::uuid $$;
create function tests.page(id text) returns public.pages language sql stable security definer as $$
  select pages from public.pages where name = page.id
$$;

select tests.act_as('Mia');
select tests.affects($$insert into public.pages (organization_id, parent_id, name, description, content, content_type,
    order_index, is_archived, created_by, updated_by, created_at, updated_at, notion_page_id, notion_last_sync, notion_url)
  values (tests.org(), null, 'Plan', null, '# Plan', 'markdown', 1, false, tests.user_id('Otto'), tests.user_id('Otto'),
    '2000-01-01', '2000-01-01', null, null, null)$$, 1, 'a member adds a page');
select tests.is((tests.page('Plan')).created_by, tests.user_id('Mia'), 'the server says who made it');
select tests.is((tests.page('Plan')).updated_by, tests.user_id('Mia'), 'the server says who changed it');
select tests.is((tests.page('Plan')).created_at, now(), 'the server says when');
select tests.is((tests.page('Plan')).visibility, 'workspace', 'a page is for the workspace unless said otherwise');
select tests.affects($$insert into public.pages (organization_id, name, content, order_index) values (tests.org(), null, null, null)$$,
  1, 'a page can come without name, text and place');
select tests.is((tests.page('Untitled')).order_index, 2::double precision, 'it is then called Untitled and goes last');

-- The version
select set_config('story.base', (tests.page('Plan')).updated_at::text, true);
select tests.act_as('Max');
select tests.affects($$update public.pages set content = '# Plan B', updated_by = tests.user_id('Otto'), updated_at = '2000-01-01'
  where name = 'Plan' and updated_at = current_setting('story.base')::timestamptz$$, 1, 'another member writes it');
select tests.ok((tests.page('Plan')).updated_at > current_setting('story.base')::timestamptz, 'a new text is a new version');
select tests.is((tests.page('Plan')).updated_by, tests.user_id('Max'), 'and says who wrote it');
select tests.is((tests.page('Plan')).created_by, tests.user_id('Mia'), 'but its founder stays');
select tests.affects($$update public.pages set content = 'late' where name = 'Plan' and updated_at = current_setting('story.base')::timestamptz$$,
  0, 'a write based on an older version does nothing');

-- A write cannot blank the last writer
select tests.affects($$update public.pages set updated_by = null where name = 'Plan'$$, 1, 'a write may claim to come from nobody');
select tests.is((tests.page('Plan')).updated_by, tests.user_id('Max'), 'the server ignores that');
select tests.affects($$update public.pages set updated_by = null, description = 'Calm' where name = 'Plan'$$, 1, 'also together with a text');
select tests.is((tests.page('Plan')).updated_by, tests.user_id('Max'), 'the writer is recorded');
select tests.act_as_service();
select tests.affects($$update public.pages set updated_by = null, created_by = null where name = 'Plan'$$, 1, 'or from the operator');
select tests.ok((select created_by is not null and updated_by is not null from public.pages where name = 'Plan'), 'while the accounts are there');
select tests.act_as('Max');

-- The version, once more
select set_config('story.base', (tests.page('Plan')).updated_at::text, true);
select tests.affects($$update public.pages set order_index = 7, is_archived = true, notion_page_id = '1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d' where name = 'Plan'$$, 1, 'a member arranges it');
select tests.affects($$update public.pages set is_archived = false, content = '# Plan B' where name = 'Plan'$$, 1, 'and the former text again');
select tests.is((tests.page('Plan')).updated_at, current_setting('story.base')::timestamptz, 'neither is a new version');

-- Refused to every member
select tests.throws($$update public.pages set organization_id = tests.first_organization('Max')$$, '42501', 'nobody carries a page elsewhere');
select tests.throws($$update public.pages set id = gen_random_uuid()$$, '42501', 'nobody changes an id');
select tests.throws($$update public.pages set created_by = tests.user_id('Max')$$, '42501', 'nobody claims a page');
select tests.throws($$update public.pages set private_to = tests.user_id('Max')$$, '42501', 'nobody hides a page by hand');
select tests.throws($$update public.pages set archived_with = id$$, '42501', 'nobody fakes the way it was archived');
select tests.throws($$insert into public.pages (organization_id, order_index, private_to) values (tests.org(), 1, tests.user_id('Mia'))$$,
  '42501', 'nobody adds to another''s private pages by hand');
select tests.throws('delete from public.pages', '42501', 'nobody deletes pages for good');
select tests.throws('truncate public.pages', '42501', 'nobody empties the table');
select tests.throws($$update public.pages set content_type = 'text/html'$$, '23514', 'pages are Markdown');
select tests.throws($$update public.pages set visibility = 'secret'$$, '23514', 'there are three visibilities');
select tests.throws($$update public.pages set order_index = 'NaN'$$, '23514', 'a place is a number');
select tests.throws($$update public.pages set order_index = 'Infinity'$$, '23514', 'a place is finite');
select tests.throws(format('update public.pages set notion_url = %L', address), '23514', 'a Notion address is not ' || to_json(address))
  from unnest(array['javascript:alert(1)', 'http://notion.so/x', ' https://notion.so/x', E'https://notion.so/\nx', E'https://notion.so/x\n',
    E'javascript:alert(1)\nhttps://notion.so/x', E'https://notion.so/\tx', 'https://notion.so /x', 'https://']) as address;
select tests.affects($$update public.pages set notion_url = 'https://www.notion.so/x' where name = 'Plan'$$, 1, 'it is an https address');
select tests.throws($$update public.pages set name = repeat('x', 501) where name = 'Plan'$$, '23514', 'a name has at most 500 characters');
select tests.throws($$update public.pages set content = repeat('x', 5242881) where name = 'Plan'$$, '23514', 'a text has at most 5 MiB');
select tests.affects($$update public.pages set content = repeat('x', 5242880) where name = 'Plan'$$, 1, 'a text may have 5 MiB');

-- An outsider
select tests.act_as('Otto');
select tests.is((select count(*) from public.pages), 0::bigint, 'an outsider sees no page');
select tests.affects($$update public.pages set name = 'x'$$, 0, 'an outsider writes no page');
select tests.affects($$update public.pages set parent_id = null, is_archived = true, visibility = 'public'$$, 0, 'an outsider arranges no page');
select tests.throws($$insert into public.pages (organization_id, order_index) values (tests.org(), 1)$$, '42501', 'an outsider adds no page');
select tests.throws($$insert into public.pages (organization_id, parent_id, order_index) values (tests.org(), (tests.page('Plan')).id, 1)$$,
  'TR010', 'an outsider adds none beneath a page that exists');
select tests.throws($$insert into public.pages (organization_id, parent_id, order_index) values (tests.org(), gen_random_uuid(), 1)$$,
  'TR010', 'nor learns which pages exist');

select tests.act_as_anon();
select tests.throws('select * from public.pages', '42501', 'without an account nobody lists pages');
select tests.throws($$insert into public.pages (organization_id, order_index) values (tests.org(), 1)$$, '42501', 'without an account nobody adds pages');
select tests.throws($$update public.pages set name = 'x'$$, '42501', 'without an account nobody writes pages');
select tests.throws('delete from public.pages', '42501', 'without an account nobody deletes pages');

select tests.act_as_owner();
select tests.is((select string_agg(name, ', ' order by name) from public.pages where not is_archived), 'Plan, Untitled', 'none of that changed anything');

-- Leaving, and a suspended workspace
delete from public.organization_members where user_id = tests.user_id('Max') and organization_id = tests.org();
select tests.act_as('Max');
select tests.is((select count(*) from public.pages), 0::bigint, 'a former member sees no page');
select tests.affects($$update public.pages set name = 'x'$$, 0, 'a former member writes no page');
select tests.act_as_owner();
update public.organizations set status = 'suspended' where id = tests.org();
select tests.act_as('Mia');
select tests.is((select count(*) from public.pages), 0::bigint, 'a suspended workspace shows no pages');
select tests.affects($$update public.pages set name = 'x'$$, 0, 'nor lets them be written');

-- The operator
select tests.act_as_service();
select tests.throws($$update public.pages set organization_id = tests.first_organization('Mia')$$, 'TR013', 'not even the operator carries a page elsewhere');
select tests.affects($$delete from public.pages$$, 2, 'the operator deletes pages for good');
