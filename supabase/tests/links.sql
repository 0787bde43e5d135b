-- Links between pages. Mia and Max are members of Olga's workspace, Otto is an outsider.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = id.page
$$;
create function tests.link(page text) returns text language sql as $$
  select format('[%s](/dashboard/pages/%s)', page, tests.id(page))
$$;
create function tests.add(page text, content text default '', visibility text default 'workspace') returns text language sql as $$
  select format('insert into public.pages (organization_id, name, content, visibility) values (%L, %L, %L, %L)',
    current_setting('story.org'), page, content, visibility)
$$;
create function tests.write(page text, content text) returns text language sql as $$
  select format('update public.pages set content = %L where name = %L', content, page)
$$;
create function tests.linking_to(page text) returns text language sql as $$
  select tests.work_off_pages();
  select string_agg(source.name, ', ' order by source.name)
  from public.page_links as link
  join public.pages as source on source.id = link.source_id
  where link.target_id = tests.id(page)
$$;

select tests.act_as('Mia');
select tests.affects(tests.add('Plan'), 1, 'Mia adds a page');
select tests.affects(tests.add('Team', 'See ' || tests.link('Plan')), 1, 'and one that links to it');
select tests.is((select count(*) from public.page_links where target_id = tests.id('Plan')), 0::bigint, 'no save waits for its links');
select tests.is(tests.linking_to('Plan'), 'Team', 'the link is known a moment later');
select tests.affects(tests.add('Notes'), 1, 'a third');
select tests.affects(tests.write('Notes', tests.link('Plan') || tests.link('Plan') || tests.link('Team') || tests.link('Notes')), 1, 'links twice to the first, and to itself');
select tests.is(tests.linking_to('Plan'), 'Notes, Team', 'the page counts once');
select tests.is(tests.linking_to('Notes'), null, 'and not for itself');
select tests.affects(tests.write('Notes', upper(tests.link('Plan'))), 1, 'in capitals it is no address of the app, whose paths are lower-case');
select tests.affects(tests.write('Notes', tests.link('Team')), 1, 'a link is taken out');
select tests.is(tests.linking_to('Plan'), 'Team', 'and is gone');
select tests.affects(tests.write('Notes', 'none'), 1, 'all are');
select tests.is(tests.linking_to('Team'), null, 'and nothing is left');
select tests.affects(tests.write('Notes', '/dashboard/pages/00000000-0000-4000-8000-00000000000 /dashboard/pages/x /dashboard/pages/'), 1, 'an invalid id is no link, and no error');
select tests.affects(tests.write('Notes', '[?](/dashboard/pages/00000000-0000-4000-8000-000000000000)'), 1, 'nor is the id of a missing page an error');

-- Reading them
select tests.affects(tests.add('Diary', tests.link('Plan'), 'private'), 1, 'Mia''s private page links, too');
select tests.is(tests.linking_to('Plan'), 'Diary, Team', 'Mia sees it');
select tests.act_as('Max');
select tests.is(tests.linking_to('Plan'), 'Team', 'and Max does not');
select tests.is((select count(*) from public.page_links where source_id = tests.id('Diary')), 0::bigint, 'not even the row');
select tests.act_as('Otto');
select tests.is((select count(*) from public.page_links), 0::bigint, 'an outsider sees none');
select tests.act_as_anon();
select tests.throws('select * from public.page_links', '42501', 'without an account nothing is answered');

-- Nobody writes them
select tests.act_as('Mia');
select tests.throws(format('insert into public.page_links values (%L, %L)', tests.id('Plan'), tests.id('Team')), '42501', 'not even a person who may write the pages adds one');
select tests.throws('delete from public.page_links', '42501', 'nor takes one away');

-- The trash
select tests.affects('update public.pages set is_archived = true where name = ''Team''', 1, 'a page that links goes to the trash');
select tests.is(
  (select count(*) from public.page_links as link join public.pages as page on page.id = source_id and not page.is_archived where target_id = tests.id('Plan') and page.name = 'Team'),
  0::bigint, 'and is not counted among living pages');
select tests.act_as_owner();
delete from public.pages where name = 'Team';
select tests.is((select count(*) from public.page_links where target_id = tests.id('Plan')), 1::bigint, 'links go with their page');
