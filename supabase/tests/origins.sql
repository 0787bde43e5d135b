-- The files that pages were imported from. Mia and Max are members of Olga's workspace, Otto is an outsider.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = id.page
$$;
create function tests.note(page text) returns text language sql as $$
  select format('insert into public.page_origins (page_id, name, path, changes, files) values (%L, %L, %L, %L, %L)',
    tests.id(page), page, page || '.md', '[["b", "a"]]', '{}')
$$;
create function tests.pages() returns text language sql as $$
  select string_agg(name, ' ' order by name) from public.page_origins
$$;

select tests.act_as('Mia');
insert into public.pages (organization_id, name, visibility) values
  (current_setting('story.org')::uuid, 'Plan', 'workspace'), (current_setting('story.org')::uuid, 'Diary', 'private'),
  (current_setting('story.org')::uuid, 'Third', 'private');
select tests.affects(tests.note('Plan'), 1, 'people note where a page of theirs came from');
select tests.affects(tests.note('Diary'), 1, 'a private one as well');
select tests.is(tests.pages(), 'Diary Plan', 'and read it');
select tests.throws(tests.note('Plan'), '23505', 'once');
select tests.throws($$update public.page_origins set path = 'x'$$, '42501', 'it never changes');
select tests.throws($$delete from public.page_origins$$, '42501', 'and goes with its page alone');

select tests.act_as('Max');
select tests.is(tests.pages(), 'Plan', 'Max sees none of a private page');
insert into public.pages (organization_id, name) values (current_setting('story.org')::uuid, 'Own');
select tests.act_as('Mia');
select tests.throws(tests.note('Own'), '42501', 'nobody notes one for a page that others made');
select tests.throws(replace(tests.note('Third'), '[["b", "a"]]', '{}'), '23514', 'changes are a list');
select tests.throws(replace(tests.note('Third'), 'Third.md', repeat('x', 8193)), '23514', 'a path is short');
update public.pages set visibility = 'workspace' where name = 'Diary';
select tests.is(tests.pages(), 'Diary Plan', 'she keeps the one that she noted while she alone saw the page');
select tests.act_as('Max');
select tests.is(tests.pages(), 'Plan', 'and it stays hers, with the words that the page had then');
select tests.act_as('Otto');
select tests.is(tests.pages(), null, 'an outsider sees none');
select tests.act_as_anon();
select tests.throws('select * from public.page_origins', '42501', 'without an account nobody does');

select tests.act_as_owner();
delete from public.pages where name = 'Plan';
select tests.is(tests.pages(), 'Diary', 'it goes with its page');
