-- The trash: finding pages there, restoring them to a place, and deleting them for good. Mia and Max are
-- members of Olga's workspace, Otto is an outsider; a page is called by its name.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.org() returns uuid language sql stable as $$ select current_setting('story.org')::uuid $$;
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = id.page
$$;
create function tests.add(page text, parent text, visibility text default 'workspace') returns text language sql as $$
  insert into public.pages (organization_id, name, parent_id, order_index, visibility)
  values (tests.org(), page, tests.id(parent), null, visibility);
  select 'added'
$$;
create function tests.archive(page text) returns text language sql as $$
  update public.pages set is_archived = true where name = page;
  select 'archived'
$$;
-- The trash as the caller reads it, as "name+pages beneath".
create function tests.trash() returns text language sql as $$
  select string_agg(name || coalesce('+' || nullif(pages_beneath, 0), ''), ' ' order by name) from public.list_trash(tests.org())
$$;
-- The tree as the caller reads it, as "name<parent".
create function tests.tree() returns text language sql as $$
  select string_agg(concat_ws('<', page.name, parent.name), ' ' order by page.name)
  from public.pages as page left join public.pages as parent on parent.id = page.parent_id
  where not page.is_archived and page.organization_id = tests.org()
$$;
create function tests.all_pages() returns text language sql stable security definer as $$
  select string_agg(concat_ws('<', page.name, parent.name), ' ' order by page.name)
  from public.pages as page left join public.pages as parent on parent.id = page.parent_id
  where page.organization_id = tests.org()
$$;

select tests.act_as('Mia');
select tests.add(page, null) from unnest(array['A', 'X']) as page;
select tests.add('B', 'A');
select tests.add('C', 'B');
select tests.add('D', 'C');

-- The list
select tests.is(tests.trash(), null, 'the trash is empty at first');
select tests.archive('D');
select tests.act_as('Max');
select tests.archive('B');
select tests.is(tests.trash(), 'B+1 D', 'the trash lists the deleted pages, not those deleted with them');
select tests.is((select archived_by from public.list_trash(tests.org()) where name = 'D'), tests.user_id('Mia'), 'it names the person who deleted them');
select tests.is((select archived_by_name from public.list_trash(tests.org()) where name = 'B'), 'Max', 'by name');
select tests.affects($$update public.pages set content = 'late' where name = 'B'$$, 1, 'Max still saves his last words');
select tests.act_as('Mia');
select tests.affects($$update public.pages set content = 'later' where name = 'B'$$, 1, 'and so does Mia');
select tests.is((select archived_by from public.list_trash(tests.org()) where name = 'B'), tests.user_id('Max'), 'Max still counts as the one who deleted it');
select tests.throws($$update public.pages set archived_by = tests.user_id('Mia')$$, '42501', 'nobody sets by hand who deleted a page');
select tests.act_as('Otto');
select tests.is(tests.trash(), null, 'an outsider finds nothing');
select tests.act_as_anon();
select tests.throws($$select public.list_trash(tests.org())$$, '42501', 'without an account nobody asks');

-- Restoring and deleting, by caller
select tests.throws($$select public.restore_page(tests.id('B'))$$, '42501', 'without an account nobody restores');
select tests.throws($$select public.delete_page_for_good(tests.id('B'))$$, '42501', 'nor deletes for good');
select tests.throws($$select public.empty_trash(tests.org())$$, '42501', 'nor empties the trash');
select tests.act_as('Otto');
select tests.is(public.restore_page(tests.id('B')), null, 'an outsider restores nothing');
select tests.is(public.delete_page_for_good(tests.id('B')), 0, 'deletes nothing for good');
select tests.is(public.empty_trash(tests.org()), 0, 'and empties no trash');
select tests.act_as('Mia');
select tests.is(public.delete_page_for_good(tests.id('A')), 0, 'a page outside the trash is not deleted for good');
select tests.is(public.restore_page(tests.id('A')), null, 'nor restored');
select tests.is(public.delete_page_for_good(null), 0, 'no id, no page');
select tests.is(public.restore_page(gen_random_uuid()), null, 'nor an unknown one');
select tests.throws('delete from public.pages where is_archived', '42501', 'the table itself lets nobody delete');
select tests.is(tests.all_pages(), 'A B<A C<B D<C X', 'none of that changed anything');

-- The place that a page comes back to
select tests.is(public.restore_page(tests.id('B')), tests.id('B'), 'Mia restores a page that Max deleted');
select tests.is(tests.tree(), 'A B<A C<B X', 'with the pages beneath it, to its place');
select tests.is((select archived_by from public.pages where name = 'B'), null, 'and no trace of its stay is left');
select tests.archive('B');
select tests.is(public.restore_page(tests.id('D')), tests.id('D'), 'D comes back although its parent is in the trash');
select tests.is(tests.tree(), 'A D<A X', 'beneath its nearest page outside the trash');
select tests.archive('A');
select tests.is(tests.trash(), 'A+1 B+1', 'A goes, too, with D');
select tests.is(public.restore_page(tests.id('C')), tests.id('C'), 'a page that went along comes back alone');
select tests.is(tests.tree(), 'C X', 'to the root when nothing above it is left');
select tests.is(public.restore_page(tests.id('A')), tests.id('A'), 'A comes back');
select tests.is(tests.tree(), 'A C D<A X', 'with D, and without B, which had gone before');
select tests.is(public.restore_page(tests.id('B')), tests.id('B'), 'then B');
select tests.is(tests.tree(), 'A B<A C D<A X', 'to its place');

-- Privacy
select tests.add('G', null, 'private');
select tests.add('H', 'G');
select tests.add('I', 'H');
select tests.archive('H');
select tests.act_as('Max');
select tests.is(tests.trash(), null, 'another person''s private page is not in Max''s trash');
select tests.is(public.restore_page(tests.id('H')), null, 'he does not restore it');
select tests.is(public.delete_page_for_good(tests.id('H')), 0, 'nor delete it for good');
select tests.is(public.empty_trash(tests.org()), 0, 'nor with all the rest');
select tests.act_as('Mia');
select tests.archive('G');
select tests.is(public.restore_page(tests.id('H')), tests.id('H'), 'Mia restores a page whose private parent is gone');
select tests.act_as('Max');
select tests.is(tests.tree(), 'A B<A C D<A X', 'and nobody else sees it at the root');
select tests.act_as('Mia');
select tests.is((select visibility from public.pages where name = 'H'), 'private', 'since it is private itself now');
select tests.is(public.delete_page_for_good(tests.id('G')), 1, 'Mia deletes her private page for good');

-- Deleting for good takes E along, and spares F, which went to the trash on its own, and Max's private pages.
select tests.act_as('Max');
select tests.add('Own', 'B', 'private');
select tests.add('Own1', 'Own');
select tests.act_as('Mia');
select tests.add('E', 'B');
select tests.add('F', 'E');
select tests.archive('F');
select tests.archive('B');
select tests.is(tests.trash(), 'B+1 F', 'Mia reads no page of Max''s in the trash');
select tests.act_as('Max');
select tests.is(tests.trash(), 'B+3 F', 'Max reads his own there');
select tests.act_as('Mia');
select tests.is(public.delete_page_for_good(tests.id('B')), 2, 'Mia deletes B for good, and E, which went along');
select tests.is(tests.trash(), 'F', 'F stays, as it was deleted on its own');
select tests.act_as('Max');
select tests.is(tests.trash(), 'F Own+1', 'and so does a page that only Max sees');
select tests.is(public.restore_page(tests.id('Own')), tests.id('Own'), 'he restores it');
select tests.is(tests.tree(), 'A C D<A Own Own1<Own X', 'with the pages beneath it');
select tests.act_as('Mia');
select tests.is(tests.tree(), 'A C D<A H I<H X', 'for himself alone');

-- Emptying
select tests.act_as('Max');
select tests.archive('Own');
select tests.act_as('Mia');
select tests.archive('A');
select tests.is(tests.trash(), 'A+1 F', 'there is more in the trash');
select tests.is(public.empty_trash(tests.first_organization('Mia')), 0, 'the trash of another workspace is separate');
select tests.is(public.empty_trash(tests.org()), 3, 'Mia empties the trash');
select tests.is(tests.trash(), null, 'and finds nothing in it any more');
select tests.is(tests.all_pages(), 'C H I<H Own Own1<Own X', 'private pages of others there stay');
select tests.is((select string_agg(distinct kind, ' ') from public.page_activity where page_id is null), 'deleted',
  'of deleted pages, only the lines of their deletion are left');

-- A page hidden by the page above it stays hidden without that page, also when it comes back by a plain write.
select tests.add('P', null, 'private');
select tests.add('Q', 'P');
select tests.archive('Q');
select tests.archive('P');
select tests.is(public.delete_page_for_good(tests.id('P')), 1, 'Mia deletes the private page above Q for good');
select tests.affects('update public.pages set is_archived = false where name = ''Q''', 1, 'takes Q out of the trash');
select tests.affects('update public.pages set parent_id = null, order_index = 1 where name = ''Q''', 1, 'and moves it');
select tests.act_as('Max');
select tests.is(tests.id('Q') in (select id from public.pages), false, 'nobody else sees it');
select tests.act_as('Mia');

-- An account that goes leaves what it deleted.
select tests.archive('X');
select tests.act_as_owner();
delete from auth.users where id = tests.user_id('Mia');
select tests.act_as('Max');
select tests.is((select (archived_by, archived_by_name)::text from public.list_trash(tests.org()) where name = 'X'), '(,)', 'its deleter has no name any more');
