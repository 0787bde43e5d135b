-- The versions of pages' texts. Mia and Max are members of Olga's workspace, Otto is an outsider. Versions are written
-- as "who text", oldest first.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
-- Signs in at a device: a session of its own.
create function tests.sit_at(name text, device text) returns void language sql as $$
  select tests.act('authenticated', jsonb_build_object(
    'sub', tests.user_id(name), 'role', 'authenticated', 'session_id', name || ' at ' || device)::text)
$$;
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = page
$$;
create function tests.add(page text, content text default '', visibility text default 'workspace') returns text language sql as $$
  select format('insert into public.pages (organization_id, name, content, visibility) values (%L, %L, %L, %L)',
    current_setting('story.org'), page, content, visibility)
$$;
create function tests.set(page text, change text) returns text language sql as $$
  select format('update public.pages set %s where name = %L', change, page)
$$;
create function tests.versions(page text) returns text language sql as $$
  select string_agg(concat_ws(' ', author.full_name, version.content), ', ' order by version.updated_at)
  from public.page_versions as version
  left join public.user_profiles as author on author.id = version.created_by
  where version.page_id = tests.id(page)
$$;
create function tests.later(minutes integer) returns void language sql security definer as $$
  update public.page_versions
  set created_at = created_at - make_interval(mins => minutes), updated_at = updated_at - make_interval(mins => minutes)
$$;

-- When there is a version
select tests.sit_at('Mia', 'desk');
select tests.affects(tests.add('Plan'), 1, 'Mia adds an empty page');
select tests.is(tests.versions('Plan'), null, 'it has no version to go back to');
select tests.affects(tests.set('Plan', 'content = ''One'''), 1, 'she writes');
select tests.affects(tests.set('Plan', 'content = ''One.'''), 1, 'and goes on');
select tests.is(tests.versions('Plan'), 'Mia One.', 'a sitting is one version');
select tests.affects(tests.set('Plan', 'order_index = 7'), 1, 'she moves the page');
select tests.affects(tests.set('Plan', 'content = ''One.'''), 1, 'and saves the same text again');
select tests.is(tests.versions('Plan'), 'Mia One.', 'makes no new version');
select tests.ok(
  (select version.updated_at = page.updated_at and version.private_to is null
    from public.page_versions as version join public.pages as page on page.id = page_id),
  'it carries the page''s own version');
select tests.sit_at('Max', 'desk');
select tests.affects(tests.set('Plan', 'content = ''Two'''), 1, 'Max writes');
select tests.sit_at('Mia', 'desk');
select tests.affects(tests.set('Plan', 'content = ''Three'''), 1, 'then Mia, a moment later');
select tests.sit_at('Mia', 'phone');
select tests.affects(tests.set('Plan', 'content = ''Four'''), 1, 'then Mia on her phone');
select tests.is(tests.versions('Plan'), 'Mia One., Max Two, Mia Three, Mia Four', 'each has a version: nothing overwrites another''s');
select tests.affects(tests.set('Plan', 'content = ''Two'''), 1, 'Mia brings back Max''s text');
select tests.affects(tests.set('Plan', 'content = ''Two and a half'''), 1, 'and goes on from there');
select tests.is(tests.versions('Plan'), 'Mia One., Max Two, Mia Three, Mia Four, Mia Two and a half',
  'going back begins another version');
select tests.later(4);
select tests.affects(tests.set('Plan', 'content = ''Two and more'''), 1, 'after a pause of four minutes she goes on');
select tests.is(tests.versions('Plan'), 'Mia One., Max Two, Mia Three, Mia Four, Mia Two and more', 'in the same version');
select tests.later(5);
select tests.affects(tests.set('Plan', 'content = ''Two and a half'''), 1, 'after one of five she goes on, too');
select tests.is(tests.versions('Plan'), 'Mia One., Max Two, Mia Three, Mia Four, Mia Two and more, Mia Two and a half',
  'in a version of its own');
select tests.later(11);
select tests.affects(tests.set('Plan', 'name = ''Roadmap'''), 1, 'after ten minutes she renames it');
select tests.is(
  (select string_agg(name, ', ' order by updated_at desc) from (select * from public.page_versions order by updated_at desc limit 2) as newest),
  'Roadmap, Plan', 'that is another version, and a name is a text, too');
select tests.act_as('Mia');
select tests.affects(tests.set('Roadmap', 'content = ''a'''), 1, 'a program without a session writes');
select tests.affects(tests.set('Roadmap', 'content = ''b'''), 1, 'and again');
select tests.is((select count(*) from public.page_versions), 9::bigint, 'each of its saves is a version');
select tests.affects(tests.add('Imported', 'Dear all'), 1, 'a page that comes with a text');
select tests.is(tests.versions('Imported'), 'Mia Dear all', 'has a version at once');

-- Large cuts
select tests.sit_at('Mia', 'desk');
select tests.affects(tests.add('Report', repeat('Chapter. ', 100)), 1, 'Mia writes a report');
select tests.affects(tests.set('Report', 'content = ' || quote_literal(repeat('Chapter. ', 80))), 1, 'she takes a fifth of it away');
select tests.affects(tests.set('Report', 'content = content || ''More.'''), 1, 'and goes on');
select tests.is(
  (select string_agg(length(version.content)::text, ', ' order by updated_at) from public.page_versions as version where page_id = tests.id('Report')),
  '900, 725', 'the whole one is kept, and her later words are one version');
select tests.affects(tests.set('Report', 'content = left(content, -80)'), 1, 'a few words less');
select tests.affects(tests.set('Report', 'content = '''''), 1, 'and then everything');
select tests.is(
  (select string_agg(length(version.content)::text, ', ' order by updated_at) from public.page_versions as version where page_id = tests.id('Report')),
  '900, 645, 0', 'are told apart');
select tests.act_as_owner();
delete from public.pages where name = 'Report';

-- Texts without a version
select tests.act_as_owner();
delete from public.page_versions where page_id = tests.id('Imported');
select tests.sit_at('Max', 'desk');
select tests.affects(tests.set('Imported', 'content = ''Dear Mia'''), 1, 'Max changes a page that has no version yet');
select tests.is(tests.versions('Imported'), 'Mia Dear all, Max Dear Mia', 'the text that he overwrites is kept');
select tests.is(
  (select string_agg(full_name, ' ' order by full_name) from public.page_version_authors
    join public.user_profiles on user_profiles.id = person
    join public.page_versions as version on version.id = version_id where page_id = tests.id('Imported')), 'Max Mia',
  'each version names its author');
select tests.act_as_service();
select tests.affects(tests.set('Imported', 'content = ''Synced'', updated_by = null'), 1, 'the operator writes');
select tests.sit_at('Max', 'desk');
select tests.affects(tests.set('Imported', 'content = ''Mine'''), 1, 'and Max again');
select tests.is(tests.versions('Imported'), 'Mia Dear all, Max Dear Mia, Synced, Max Mine', 'the operator''s writes are kept');

-- Reading and writing it
select tests.act_as('Olga');
select tests.is((select count(*) from public.page_versions), 13::bigint, 'every member reads them');
select tests.act_as('Otto');
select tests.is((select count(*) from public.page_versions), 0::bigint, 'an outsider does not');
select tests.act_as_anon();
select tests.throws('select * from public.page_versions', '42501', 'nor does a stranger');
select tests.sit_at('Mia', 'desk');
select tests.throws($$insert into public.page_versions (page_id, organization_id, name, created_at, updated_at, digest)
  select page_id, organization_id, name, now(), now(), digest from public.page_versions$$, '42501', 'nobody adds one');
select tests.throws($$update public.page_versions set name = 'never'$$, '42501', 'nor changes one');
select tests.throws('delete from public.page_versions', '42501', 'nor takes one away');
select tests.throws('select private.record_page_version(null, null, null, null)', '42501', 'nor calls the function that adds them');
select tests.affects(tests.set('Imported', 'is_archived = true'), 1, 'Mia deletes the page');
select tests.act_as('Max');
select tests.is(tests.versions('Imported'), 'Mia Dear all, Max Dear Mia, Synced, Max Mine', 'its versions are still read');

-- Privacy
select tests.sit_at('Mia', 'desk');
select tests.affects(tests.add('Note', 'Fire Max', 'private'), 1, 'Mia writes for herself');
select tests.is(tests.versions('Note'), 'Mia Fire Max', 'she reads it');
select tests.act_as('Max');
select tests.is((select count(*) from public.page_versions where page_id = tests.id('Note')), 0::bigint, 'Max does not');
select tests.act_as('Olga');
select tests.is((select count(*) from public.page_versions where page_id = tests.id('Note')), 0::bigint, 'nor does the owner');
select tests.sit_at('Mia', 'desk');
select tests.affects(tests.set('Note', 'content = ''Praise Max'', visibility = ''workspace'''), 1, 'she rewrites it and shows it to everyone at once');
select tests.is(tests.versions('Note'), 'Mia Fire Max, Mia Praise Max', 'she reads both');
select tests.act_as('Max');
select tests.is(tests.versions('Note'), 'Mia Praise Max', 'Max reads no word from before');
select tests.sit_at('Mia', 'desk');
select tests.affects(tests.add('Draft', 'Hello', 'private'), 1, 'Mia drafts in private');
select tests.affects(tests.set('Draft', 'visibility = ''workspace'''), 1, 'and shows it as it is');
select tests.sit_at('Max', 'desk');
select tests.affects(tests.set('Draft', 'content = ''Bye'''), 1, 'Max overwrites it');
select tests.is(tests.versions('Draft'), 'Mia Hello, Max Bye', 'a text that everyone saw is kept for everyone');
select tests.sit_at('Mia', 'desk');
select tests.is(tests.versions('Draft'), 'Mia Hello, Max Bye', 'once');
select tests.affects(tests.set('Note', 'visibility = ''private'''), 1, 'Mia hides a page again');
select tests.act_as('Max');
select tests.is((select count(*) from public.page_versions where page_id = tests.id('Note')), 0::bigint, 'its versions go with it');
select tests.sit_at('Mia', 'desk');
select tests.affects(tests.set('Draft', 'visibility = ''private'''), 1, 'Mia hides a page that Max has written');
select tests.affects(tests.set('Draft', 'content = ''Gone'''), 1, 'overwrites it');
select tests.is(tests.versions('Draft'), 'Mia Hello, Max Bye, Mia Gone', 'still reads it, once');
select tests.affects(tests.set('Draft', 'visibility = ''workspace'''), 1, 'and shows the page again');
select tests.act_as('Max');
select tests.is(tests.versions('Draft'), 'Mia Hello, Max Bye', 'Max still has his own text');

-- Each text once. A page's kept texts are those that it no longer says.
select tests.act_as_owner();
create function tests.kept(page text) returns text language sql stable security definer as $$
  select string_agg(content, ', ' order by content) from public.page_texts where page_id = tests.id(page)
$$;
select tests.act_as('Mia');
select tests.affects(tests.add('Twice', 'Yes'), 1, 'a program of Mia''s adds a page');
select tests.is(tests.kept('Twice'), null, 'its version has the page''s own text');
select tests.affects(tests.set('Twice', 'description = ''Said'''), 1, 'describes it');
select tests.is(tests.kept('Twice'), null, 'and so has the next one');
select tests.affects(tests.set('Twice', 'content = ''No'''), 1, 'changes its mind');
select tests.affects(tests.set('Twice', 'content = ''Yes'''), 1, 'changes it back');
select tests.affects(tests.set('Twice', 'content = ''No'''), 1, 'and again');
select tests.is(tests.versions('Twice'), 'Mia Yes, Mia Yes, Mia No, Mia Yes, Mia No', 'all of it is in the history');
select tests.is(tests.kept('Twice'), 'No, Yes', 'and each text is kept once');
select tests.act_as_owner();
delete from public.page_versions where page_id = tests.id('Twice') and description is null;
select tests.is(tests.kept('Twice'), 'No, Yes', 'a text stays as long as a version has it');
delete from public.page_versions as version where page_id = tests.id('Twice') and version.content = 'Yes';
select tests.is(tests.kept('Twice'), 'No', 'and goes with the last one');
update public.page_versions set digest = sha256('lost') where page_id = tests.id('Twice');
select tests.act_as('Mia');
select tests.is(tests.versions('Twice'), 'Mia, Mia', 'a version whose text is missing shows no other one');
select tests.act_as_owner();
delete from public.pages where name = 'Twice';
select tests.is((select count(*) from public.page_texts where page_id not in (select id from public.pages)), 0::bigint,
  'texts go with their page');

-- Readers of a version read its text
select tests.act_as_owner();
create function tests.text_of(page text, content text) returns text language sql as $$
  select version.content from public.page_versions as mine, jsonb_populate_record(mine, jsonb_build_object(
    'page_id', tests.id(page), 'digest', '\x' || encode(sha256(convert_to(content, 'UTF8')), 'hex'))) as version
  limit 1
$$;
select tests.act_as('Max');
select tests.is(tests.text_of('Note', 'Fire Max'), null, 'Max gets no private text by its hash');
select tests.is((select count(*) from public.page_texts where content = 'Fire Max'), 0::bigint, 'nor from the table of texts');
select tests.is(tests.text_of('Draft', 'Hello'), 'Hello', 'but he gets the text of a version that he reads');
select tests.act_as('Mia');
select tests.is(tests.text_of('Note', 'Fire Max'), 'Fire Max', 'Mia has hers');
select tests.act_as('Otto');
select tests.is((select count(*) from public.page_texts), 0::bigint, 'an outsider reads none');
select tests.act_as_anon();
select tests.throws('select * from public.page_texts', '42501', 'nor does a stranger');
select tests.throws('select public.content(null)', '42501', 'a stranger cannot even ask');
select tests.act_as('Mia');
select tests.throws($$insert into public.page_texts (organization_id, page_id, digest, content)
  select organization_id, page_id, sha256('x'), 'x' from public.page_texts$$, '42501', 'nobody adds a text');
select tests.throws('update public.page_texts set content = ''never''', '42501', 'nor changes one');
select tests.throws('delete from public.page_texts', '42501', 'nor takes one away');

-- Deleted accounts and pages
select tests.act_as_owner();
delete from auth.users where id = tests.user_id('Max');
select tests.act_as('Olga');
select tests.is(tests.versions('Draft'), 'Mia Hello, Bye', 'a version outlives its writer''s account');
select tests.act_as_owner();
delete from public.pages where id = tests.id('Draft');
select tests.is((select count(*) from public.page_versions where page_id not in (select id from public.pages)), 0::bigint,
  'versions go with their page');
select tests.is((select string_agg(content, ', ') from public.page_texts where content = 'Fire Max'), 'Fire Max',
  'the text that Mia wrote for herself is kept');
delete from auth.users where id = tests.user_id('Mia');
select tests.is((select count(*) from public.page_texts where content = 'Fire Max'), 0::bigint, 'and goes with her account');
