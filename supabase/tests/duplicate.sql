-- Copying pages, and keeping them at hand. Mia and Max are members of Olga's workspace, Otto is an outsider.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.org() returns uuid language sql stable as $$ select current_setting('story.org')::uuid $$;
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = id.page order by created_at, order_index limit 1
$$;
create function tests.add(page text, parent text, visibility text default 'workspace') returns text language sql as $$
  insert into public.pages (organization_id, name, parent_id, order_index, visibility, description, content, notion_page_id)
  values (tests.org(), page, tests.id(parent), null, visibility, 'about ' || page, '# ' || page, '1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d');
  select 'added'
$$;
create function tests.copy() returns uuid language sql stable as $$ select '00000000-0000-4000-8000-00000000c0b1'::uuid $$;
-- The pages that the caller sees beneath a page, as "name=place".
create function tests.children(parent uuid) returns text language sql stable as $$
  select string_agg(name || '=' || order_index, ' ' order by order_index)
  from public.pages where parent_id is not distinct from parent and not is_archived and organization_id = tests.org()
$$;

select tests.act_as('Mia');
select tests.add(page, null) from unnest(array['A', 'B']) as page;
select tests.add('A1', 'A', 'public');
select tests.add('A2', 'A');
select tests.add('A1x', 'A1');
select tests.act_as('Max');
select tests.add('Secret', 'A1', 'private');
update public.pages set is_archived = true where name = 'A2';

-- Alone
select tests.ok(public.duplicate_page(tests.id('A')) is not null, 'a member copies a page');
select tests.is(tests.children(null), 'A=1 A copy=1.5 B=2', 'the copy stands halfway to the next page');
select tests.is(tests.children(tests.id('A copy')), null, 'without the pages beneath it');
select tests.is((select (description, content, notion_page_id, visibility, created_by)::text from public.pages where name = 'A copy'),
  format('("about A","# A",,workspace,%s)', tests.user_id('Max')), 'with its text, without its Notion page, made by the person who copies');
select tests.ok(public.duplicate_page(tests.id('B')) is not null, 'the last page is copied');
select tests.is((select order_index from public.pages where name = 'B copy'), 3::double precision, 'the copy goes one place further');

-- A copy with what is beneath the page
select tests.act_as('Mia');
select tests.is(public.duplicate_page(tests.id('A'), tests.copy(), true), tests.copy(),
  'a copy may come with its id, and with the pages beneath it');
select tests.is(tests.children(tests.copy()), 'A1=1', 'except for pages in the trash');
select tests.is((select string_agg(concat_ws(':', child.name, child.visibility, child.content), ' ')
    from public.pages as child join public.pages as parent on parent.id = child.parent_id where parent.parent_id = tests.copy()),
  'A1x:workspace:# A1x', 'and for pages that the caller cannot see');
select tests.is((select visibility from public.pages where parent_id = tests.copy()), 'workspace', 'a copy of a public page is not public');
select tests.is((select string_agg(page.name, ' ') from public.page_activity as activity join public.pages as page on page.id = activity.page_id
    where page.id = tests.copy() or page.parent_id = tests.copy()), 'A copy', 'copying is one line of activity');
select tests.throws($$select public.duplicate_page(tests.id('A'), tests.id('B'), true)$$, '23505', 'an id that is taken is refused');
select tests.is((select count(*) from public.pages where organization_id = tests.org()), 10::bigint, 'and nothing of the copy is left');

-- Privacy
select tests.add('Diary', null, 'private');
select tests.add('May', 'Diary');
select tests.ok(public.duplicate_page(tests.id('Diary'), with_children => true) is not null, 'Mia copies her private page');
select tests.act_as('Max');
select tests.is((select count(*) from public.pages where name ~ 'Diary|May'), 0::bigint, 'and the copy is as private');
select tests.is(public.duplicate_page(tests.id('Diary')), null, 'Max copies no page that he cannot see');
select tests.is(public.duplicate_page(tests.id('A2')), null, 'nor one in the trash');
select tests.is(public.duplicate_page(null), null, 'nor a page that does not exist');
select tests.act_as('Otto');
select tests.is(public.duplicate_page(tests.id('A')), null, 'an outsider copies nothing');
select tests.act_as_anon();
select tests.throws($$select public.duplicate_page(tests.id('A'))$$, '42501', 'nor does somebody without an account');

-- The longest name
select tests.act_as('Mia');
update public.pages set name = repeat('ü', 500) where name = 'B';
select tests.ok(public.duplicate_page(tests.id(repeat('ü', 500))) is not null, 'a page whose name has no room for the word is copied');
select tests.is((select count(*) from public.pages where name = repeat('ü', 495) || ' copy'), 1::bigint, 'and the copy''s name is cut for it');

-- Favourites
select tests.affects($$insert into public.page_favorites (page_id) values (tests.id('A'))$$, 1, 'Mia marks a page as a favourite');
select tests.affects($$insert into public.page_favorites (page_id) values (tests.id('Diary'))$$, 1, 'and a private one');
select tests.throws($$insert into public.page_favorites (page_id) values (tests.id('A'))$$, '23505', 'once each');
select tests.throws($$insert into public.page_favorites (page_id) values (tests.id('Secret'))$$, '42501', 'but no page that she cannot see');
select tests.throws($$insert into public.page_favorites (page_id) values (gen_random_uuid())$$, '42501', 'no page that does not exist');
select tests.throws($$insert into public.page_favorites (page_id, user_id) values (tests.id('A'), tests.user_id('Max'))$$, '42501', 'and none for somebody else');
select tests.throws($$update public.page_favorites set page_id = tests.id('A1')$$, '42501', 'nobody exchanges a favourite');
select tests.act_as('Max');
select tests.is((select count(*) from public.page_favorites), 0::bigint, 'Max does not read Mia''s');
select tests.affects('delete from public.page_favorites', 0, 'nor delete them');
select tests.act_as('Otto');
select tests.throws($$insert into public.page_favorites (page_id) values (tests.id('A'))$$, '42501', 'an outsider marks nothing');
select tests.act_as_anon();
select tests.throws('select * from public.page_favorites', '42501', 'nor does somebody without an account');
select tests.act_as('Mia');
select tests.is((select count(*) from public.page_favorites), 2::bigint, 'none of that changed anything');
select tests.affects($$delete from public.page_favorites where page_id = tests.id('A')$$, 1, 'Mia removes a favourite');
update public.pages set is_archived = true where name = 'Diary';
select tests.is((select count(*) from public.page_favorites), 1::bigint, 'in the trash a page stays a favourite');
select tests.is(public.delete_page_for_good(tests.id('Diary')), 2, 'deleted for good');
select tests.is((select count(*) from public.page_favorites), 0::bigint, 'it is a favourite no more');
