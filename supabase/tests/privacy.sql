-- Private pages, pages beneath them, and public ones. Mia and Max are members of Olga's workspace, Otto is an outsider.
-- A person's view is written as the names of pages.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = id.page
$$;
create function tests.add(page text, parent text, visibility text default 'workspace') returns text language sql as $$
  select format('insert into public.pages (organization_id, name, parent_id, order_index, visibility) values (%L, %L, %L, null, %L)',
    current_setting('story.org'), page, tests.id(parent), visibility)
$$;
create function tests.move(page text, parent text) returns text language sql as $$
  select format('update public.pages set parent_id = %L where name = %L', tests.id(parent), page)
$$;
create function tests.show(page text, visibility text) returns text language sql as $$
  select format('update public.pages set visibility = %L where name = %L', visibility, page)
$$;
create function tests.seen() returns text language sql as $$
  select string_agg(name, ' ' order by name) from public.pages
$$;

select tests.act_as('Mia');
select tests.affects(tests.add('Diary', null, 'private'), 1, 'Mia adds a private page');
select tests.affects(tests.add('May', 'Diary'), 1, 'and one beneath it');
select tests.affects(tests.add('May1', 'May', 'public'), 1, 'and one beneath that');
select tests.affects(tests.add('Team', null), 1, 'and one for everyone');
select tests.is(tests.seen(), 'Diary May May1 Team', 'Mia sees all of them');

select tests.act_as('Max');
select tests.is(tests.seen(), 'Team', 'Max sees neither the private page nor the pages beneath it');
select tests.affects($$update public.pages set name = 'x', parent_id = null, is_archived = true, visibility = 'public' where name <> 'Team'$$,
  0, 'Max changes none of it');
select tests.throws(tests.add('Spy', 'May'), 'TR010', 'Max adds nothing there');
select tests.throws(tests.move('Team', 'Diary'), 'TR010', 'Max moves nothing there');
select tests.throws(tests.show('Team', 'private'), 'TR014', 'Max does not make Mia''s page private');
select tests.act_as('Olga');
select tests.is(tests.seen(), 'Team', 'the owner sees no more than Max');

select tests.act_as_anon();
select tests.is((select count(*) from public.get_public_page(tests.id('May1'))), 0::bigint, 'a public page within a private one is not public');

-- Into and out of privacy
select tests.act_as('Mia');
select tests.affects(tests.move('May', 'Team'), 1, 'Mia moves a page out of her private one');
select tests.act_as('Max');
select tests.is(tests.seen(), 'May May1 Team', 'everyone sees it with the pages beneath it');
select tests.affects(tests.add('Note', 'May1'), 1, 'Max adds a page beneath');
select tests.affects(tests.add('Secret', 'May1', 'private'), 1, 'and a private one');
select tests.affects(tests.add('Key', 'Secret'), 1, 'and one beneath that');
select tests.affects(tests.add('Own', null, 'private'), 1, 'and a private one at the root');
select tests.throws(tests.move('May', 'Own'), 'TR014', 'Max does not hide Mia''s page beneath his own');
select tests.act_as('Mia');
select tests.is(tests.seen(), 'Diary May May1 Note Team', 'Mia does not see Max''s private pages beneath hers');
select tests.throws(tests.move('May', 'Diary'), 'TR015', 'Mia does not take Max''s page out of his sight with hers');
select tests.throws(tests.show('May', 'private'), 'TR015', 'in no way');
select tests.is(tests.seen(), 'Diary May May1 Note Team', 'and nothing has changed');
select tests.affects(tests.add('Draft', 'May1'), 1, 'Mia adds one more');
select tests.affects($$update public.pages set is_archived = true where name in ('Note', 'Draft')$$, 2, 'and archives it with a page of Max''s');
select tests.affects(tests.move('May', 'Diary'), 1, 'then she moves the page back');
select tests.is(tests.seen(), 'Diary Draft May May1 Note Team', 'and sees the same pages as before');
select tests.act_as('Max');
select tests.is(tests.seen(), 'Key Note Own Secret Team', 'Max finds his page in the trash, his private one beneath hers, and nothing else there');
select tests.affects($$update public.pages set is_archived = false where name = 'Note'$$, 1, 'Max restores his page');
select tests.is((select parent_id from public.pages where name = 'Note'), null, 'at the root');
select tests.throws(tests.show('Secret', 'workspace'), '42501', 'Max does not write his page out of his own sight');
select tests.affects(tests.move('Secret', null), 1, 'but takes it elsewhere');
select tests.affects(tests.show('Secret', 'workspace'), 1, 'and shows it');
select tests.act_as('Mia');
select tests.is(tests.seen(), 'Diary Draft Key May May1 Note Secret Team', 'to everyone');
select tests.throws(tests.show('Secret', 'private'), 'TR014', 'it is not Mia''s to hide');
select tests.throws(tests.move('Secret', 'Diary'), 'TR014', 'nor to move beneath her private page');
select tests.affects(tests.show('Diary', 'workspace'), 1, 'Mia opens her private page');
select tests.act_as('Max');
select tests.is(tests.seen(), 'Diary Draft Key May May1 Note Own Secret Team', 'with all pages beneath it');
select tests.affects(tests.move('Note', 'Own'), 1, 'Max may hide the page that he made');
select tests.act_as('Mia');
select tests.is(tests.seen(), 'Diary Draft Key May May1 Secret Team', 'from Mia, too');

-- The trash hides as the tree does.
select tests.affects($$update public.pages set visibility = 'private', is_archived = true where name = 'Diary'$$, 1, 'Mia hides and archives at once');
select tests.act_as('Max');
select tests.is(tests.seen(), 'Key Note Own Secret Team', 'Max sees nothing of it in the trash');

-- Anyone with the link
select tests.act_as_anon();
select tests.is((select count(*) from public.get_public_page(tests.id('Team'))), 0::bigint, 'a workspace page is not public');
select tests.act_as('Otto');
select tests.is((select count(*) from public.get_public_page(tests.id('Team'))), 0::bigint, 'not for an outsider either');
select tests.act_as('Max');
select tests.affects($$update public.pages set visibility = 'public', content = '# Hi' where name = 'Team'$$, 1, 'a member publishes it');
select tests.act_as_anon();
select tests.is((select (name, description, content)::text from public.get_public_page(tests.id('Team'))), '(Team,,"# Hi")', 'then every holder of the id reads it');
select tests.throws('select * from public.pages', '42501', 'but nobody can list it');
select tests.is((select count(*) from public.get_public_page(null)), 0::bigint, 'no id, no page');
select tests.act_as('Otto');
select tests.is((select count(*) from public.get_public_page(tests.id('Team'))), 1::bigint, 'an outsider reads it by its id, too');
select tests.is((select count(*) from public.pages), 0::bigint, 'and lists nothing');
select tests.act_as('Max');
select tests.affects($$update public.pages set is_archived = true where name = 'Team'$$, 1, 'a member archives it');
select tests.act_as_anon();
select tests.is((select count(*) from public.get_public_page(tests.id('Team'))), 0::bigint, 'and it is not public any more');

-- Accounts that go
select tests.act_as_owner();
update public.pages set is_archived = false where name in ('Diary', 'Team');
select tests.act_as('Max');
select tests.affects(tests.move('Own', 'Team'), 1, 'Max puts his private page beneath Mia''s');
select tests.act_as('Mia');
select tests.affects(tests.show('Team', 'private'), 1, 'Mia hides hers');
select tests.act_as_owner();
delete from auth.users where id = tests.user_id('Mia');
select tests.is(
  (select string_agg(name || coalesce('<' || parent_id, ''), ' ' order by name) from public.pages where name <> 'Note'),
  'Key<' || tests.id('Secret') || ' Own Secret', 'an account takes along the pages only it could see, but not private ones of others beneath');
select tests.act_as('Max');
select tests.is(tests.seen(), 'Key Note Own Secret', 'those still belong to their owners');
