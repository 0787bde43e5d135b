-- Names in texts: wiki links and aliases. Mia and Max are members of Olga's workspace, Otto is an outsider.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = id.page
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
  select string_agg(name || case when has_link then '!' else '' end || ' ' || wiki_targets::text, ', ' order by name)
  from public.pages_linking_to(tests.id(page))
$$;
create function tests.named(name text) returns text language sql as $$
  select tests.work_off_pages();
  select string_agg(page.name || case when found.is_alias then '' else ' (formerly)' end, ', ' order by page.name)
  from public.pages_also_named(array[named.name]) as found join public.pages as page on page.id = found.page_id
$$;
create function tests.kept_links() returns text[] language sql as $$
  select tests.work_off_pages();
  select array(select target from public.page_wiki_links order by target collate "C")
$$;
create function tests.kept_aliases() returns text[] language sql as $$
  select tests.work_off_pages();
  select array(select name from public.page_aliases order by name collate "C")
$$;

select tests.act_as('Mia');
select tests.affects(tests.add('Laws of motion'), 1, 'Mia adds a page');
select tests.affects(tests.add('Notes', 'See [[laws  of Motion#First|those]] and ![[Physics/Laws of motion.md]].'), 1, 'and one that links to it by its name');
select tests.is((select count(*) from public.page_wiki_links), 0::bigint, 'no save waits for its wiki links');
select tests.is(tests.linking_to('Laws of motion'), 'Notes {"Physics/Laws of motion","laws  of Motion"}', 'the names are known a moment later, whatever their case');
select tests.affects(tests.write('Notes', '[[Laws of motion]] ' || format('[x](/dashboard/pages/%s)', tests.id('Laws of motion'))), 1, 'a page links by name and by id');
select tests.is(tests.linking_to('Laws of motion'), 'Notes! {"Laws of motion"}', 'and counts once');
select tests.affects(tests.write('Notes', E'`[[Laws of motion]]` [[ -f x ]] [[x](y)] [[a]](b)\n```md\n[[Laws of motion]]\n```\n[[#Below]] [[Other\\|x]]'), 1, 'what stands in code, and what is no wiki link');
select tests.is(array_to_string(tests.kept_links(), ', '), 'Other', 'is none');
select tests.affects(tests.write('Notes', E'> ```\n> [[a]]\n> ```\n[[b]]\n~~~\n[[c]]'), 1, 'code in a quote ends, and other code never does');
select tests.is(array_to_string(tests.kept_links(), ', '), 'b', 'between them is a link');
select tests.affects(tests.write('Notes', (select string_agg(format('[[%s]]', n), '') from generate_series(1, 1500) as n)), 1, 'a text with many links');
select tests.is(cardinality(tests.kept_links()), 1000, 'is known by a thousand');
select tests.affects(tests.write('Notes', '[[' || repeat('x[[', 20000) || '[[[late]]'), 1, 'a text of nothing but beginnings of links');
select tests.is(cardinality(tests.kept_links()), 0, 'is not read to its end');
select tests.affects(tests.write('Notes', '[[' || repeat('x', 600) || ']] [[' || repeat('ﷺ', 400) || ']]'), 1, 'names that are too long, or grow as they are compared');
select tests.is(cardinality(tests.kept_links()), 1, 'are no error');
select tests.affects(tests.write('Notes', 'None'), 1, 'all are taken out');
select tests.is(cardinality(tests.kept_links()), 0, 'and nothing is left');

-- Names change
select tests.affects(tests.write('Notes', '[[Laws of motion]]: [[Newton]] [[untitled]]'), 1, 'a page names three');
select tests.affects('update public.pages set name = ''Mechanics'' where name = ''Laws of motion''', 1, 'the first gets another name');
select tests.is(tests.linking_to('Mechanics'), 'Notes {"Laws of motion"}', 'its former name still leads to it');
select tests.is(tests.named('Laws of motion'), 'Mechanics (formerly)', 'and says so');
select tests.affects(tests.write('Mechanics', E'---\ntags: [x]\naliases:\n  - Newton # him\n\n  - "The \\"laws\\""\nother:\n  - Not this\n---\n- nor this'), 1, 'it gets aliases');
select tests.is(tests.linking_to('Mechanics'), 'Notes {"Laws of motion",Newton}', 'which lead to it');
select tests.is(tests.named('NEWTON'), 'Mechanics', 'whatever their case');
select tests.is(tests.named('the "laws"'), 'Mechanics', 'without their quotes');
select tests.is(tests.named('Not this'), null, 'other properties are no aliases');
select tests.is((select count(*) from public.page_aliases), 2::bigint, 'nor is anything in the text');
select tests.affects(tests.write('Mechanics', E'---\nAlias: [One, "Two, three", ''it''''s'']\n---\n'), 1, 'aliases in brackets');
select tests.is(array_to_string(tests.kept_aliases(), '; '), 'One; Two, three; it''s', 'are read, too');
select tests.affects(tests.write('Mechanics', E'---\naliases: Sir Isaac\n...\naliases: y'), 1, 'one alone');
select tests.is(array_to_string(tests.kept_aliases(), '; '), 'Sir Isaac', 'as well, and none behind the end');
select tests.affects(tests.write('Mechanics', E'---\naliases: [unfinished, "broken\n---\n'), 1, 'a list that is not finished');
select tests.is(array_to_string(tests.kept_aliases(), '; '), 'broken; unfinished', 'is read as far as it goes');
select tests.affects(tests.write('Mechanics', E'---\naliases:\n---\n'), 1, 'an empty list');
select tests.is(cardinality(tests.kept_aliases()), 0, 'has none');
select tests.affects(tests.add(''), 1, 'a page without a name');
select tests.is(tests.linking_to(''), 'Notes {untitled}', 'is called as it is shown');

-- Reading them
select tests.affects(tests.add('Diary', E'---\naliases: [Secret]\n---\n[[Mechanics]]', 'private'), 1, 'Mia''s private page links, too');
select tests.is(tests.linking_to('Mechanics'), 'Diary {Mechanics}, Notes {"Laws of motion"}', 'Mia sees it');
select tests.is(tests.named('secret'), 'Diary', 'and finds its alias');
select tests.act_as('Max');
select tests.is(tests.linking_to('Mechanics'), 'Notes {"Laws of motion"}', 'and Max does not');
select tests.is(tests.named('secret'), null, 'nor what it calls itself');
select tests.is((select count(*) from public.page_wiki_links where source_id = tests.id('Diary')), 0::bigint, 'not even the row of a link');
select tests.is((select count(*) from public.page_aliases where page_id = tests.id('Diary')), 0::bigint, 'or of an alias');
select tests.is((select count(*) from public.pages_linking_to(tests.id('Diary'))), 0::bigint, 'a page that is not his tells nothing');
select tests.act_as('Otto');
select tests.is((select count(*) from public.page_wiki_links), 0::bigint, 'an outsider sees no link');
select tests.is((select count(*) from public.page_aliases), 0::bigint, 'an outsider sees no alias');
select tests.is((select count(*) from public.pages_linking_to(tests.id('Mechanics'))), 0::bigint, 'nor who links to a page');
select tests.is(tests.named('Laws of motion'), null, 'nor who had a name');
select tests.act_as_anon();
select tests.throws('select * from public.page_wiki_links', '42501', 'without an account no link is answered');
select tests.throws('select * from public.page_aliases', '42501', 'nor an alias');
select tests.throws('select * from public.pages_also_named(''{x}'')', '42501', 'nor who has a name');

-- Nobody writes them
select tests.act_as('Mia');
select tests.throws(format('insert into public.page_wiki_links values (%L, %L, ''x'', ''x'')', tests.id('Notes'), current_setting('story.org')), '42501', 'not even a person who may write the pages adds a link');
select tests.throws(format('insert into public.page_aliases values (%L, %L, ''x'', ''x'')', tests.id('Notes'), current_setting('story.org')), '42501', 'or an alias');
select tests.throws('delete from public.page_wiki_links', '42501', 'nor takes one away');

-- The trash
select tests.affects('update public.pages set is_archived = true where name = ''Notes''', 1, 'a page that links goes to the trash');
select tests.is(tests.linking_to('Mechanics'), 'Diary {Mechanics}', 'and is not listed');
select tests.act_as_owner();
delete from public.pages where name in ('Notes', 'Diary');
select tests.is((select count(*) from public.page_wiki_links) + (select count(*) from public.page_aliases), 0::bigint, 'names go with their page');
