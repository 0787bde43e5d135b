-- The tree cannot be broken, archiving takes along and restoring brings back, and siblings keep their order.
-- Mia is a member of Olga's workspace and does everything here; a page is called by its name.

select tests.create_user(name) from unnest(array['Olga', 'Mia']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = id.page
$$;
create function tests.add(page text, parent text, order_index double precision default null) returns text language sql as $$
  select format('insert into public.pages (organization_id, name, parent_id, order_index) values (%L, %L, %L, %L)',
    current_setting('story.org'), page, tests.id(parent), order_index)
$$;
create function tests.move(page text, parent text) returns text language sql as $$
  select format('update public.pages set parent_id = %L where name = %L', tests.id(parent), page)
$$;
create function tests.archive(page text, archived boolean default true) returns text language sql as $$
  select format('update public.pages set is_archived = %L where name = %L', archived, page)
$$;
-- The pages that are (not) in the trash, as "name<parent".
create function tests.tree(archived boolean default false) returns text language sql stable security definer as $$
  select string_agg(concat_ws('<', page.name, parent.name), ' ' order by page.name)
  from public.pages as page left join public.pages as parent on parent.id = page.parent_id
  where page.is_archived = archived and page.organization_id = current_setting('story.org')::uuid
$$;
create function tests.children(parent text) returns text language sql stable security definer as $$
  select string_agg(name || '=' || order_index, ' ' order by order_index)
  from public.pages where parent_id is not distinct from tests.id(parent) and not is_archived
    and organization_id = current_setting('story.org')::uuid
$$;

select tests.act_as('Mia');
select tests.affects(tests.add(page, parent), 1, format('%s is added', page))
  from (values ('A', null)) as added (page, parent);
select tests.affects(tests.add('B', 'A'), 1, 'B is added beneath A');
select tests.affects(tests.add('C', 'B'), 1, 'C is added beneath B');
select tests.affects(tests.add('D', 'C'), 1, 'D is added beneath C');
select tests.affects(tests.add('X', null), 1, 'X is added beside A');

-- Places
select tests.throws(tests.move('A', 'A'), 'TR012', 'a page does not go beneath itself');
select tests.throws(tests.move('A', 'D'), 'TR012', 'a page does not go beneath its own descendant');
select tests.throws($$update public.pages set parent_id = case name when 'A' then tests.id('X') else tests.id('A') end where name in ('A', 'X')$$,
  'TR012', 'two pages do not go beneath each other in one statement');
select tests.throws($$update public.pages set parent_id = gen_random_uuid() where name = 'X'$$, 'TR010', 'a parent has to exist');
select tests.throws($$insert into public.pages (id, parent_id, organization_id, order_index)
  select id, id, current_setting('story.org')::uuid, 1 from gen_random_uuid() as id$$, 'TR010', 'a new page is not its own parent');
select tests.throws($$insert into public.pages (id, organization_id, order_index)
  values (current_setting('story.org')::uuid, current_setting('story.org')::uuid, 1)$$, '23514', 'a page does not take its workspace''s id');
select tests.affects($$insert into public.pages (organization_id, name, order_index) values (tests.first_organization('Mia'), 'Elsewhere', 1)$$,
  1, 'Mia has a page in her own workspace');
select tests.throws(tests.move('X', 'Elsewhere'), 'TR010', 'a page does not go beneath one of another workspace');
select tests.throws(tests.add('Y', 'Elsewhere'), 'TR010', 'nor is it added there');
select tests.is(tests.tree(), 'A B<A C<B D<C X', 'every refusal left the tree unchanged');
select tests.affects(tests.move('C', 'X'), 1, 'a page moves with the pages beneath it');
select tests.affects(tests.move('C', 'B'), 1, 'and back');
select tests.is(tests.tree(), 'A B<A C<B D<C X', 'the tree is unchanged');

-- The trash
select tests.affects(tests.archive('D'), 1, 'D is archived on its own');
select tests.affects(tests.archive('B'), 1, 'then B');
select tests.is(tests.tree(true), 'B<A C<B D<C', 'archiving takes the subtree along');
select tests.throws(tests.add('Y', 'B'), 'TR011', 'nothing is added beneath an archived page');
select tests.throws(tests.add('Y', 'C'), 'TR011', 'nor beneath one that was taken along');
select tests.throws(tests.move('X', 'C'), 'TR011', 'nothing moves there');
select tests.throws(tests.archive('C', false), 'TR011', 'a page is not restored beneath an archived one');
select tests.affects(tests.archive('A'), 1, 'A is archived, too');
select tests.throws(tests.archive('B', false), 'TR011', 'B cannot come back before A');
select tests.affects(tests.archive('A', false), 1, 'A is restored');
select tests.is(tests.tree(), 'A X', 'pages archived before stay in the trash');
select tests.affects(tests.archive('B', false), 1, 'B is restored');
select tests.is(tests.tree(), 'A B<A C<B X', 'restoring brings back exactly the pages that went along');
select tests.is(tests.tree(true), 'D<C', 'and not D, which had gone before');
select tests.affects(tests.archive('B'), 1, 'B is archived again');
select tests.affects($$update public.pages set is_archived = false, parent_id = null where name = 'C'$$, 1, 'C is restored elsewhere');
select tests.is(tests.tree(), 'A C X', 'B stays in the trash');
select tests.affects(tests.archive('B', false), 1, 'B is restored again');
select tests.is(tests.tree(), 'A B<A C X', 'without C, which had come back already');
select tests.affects($$insert into public.pages (organization_id, name, order_index, is_archived)
  values (current_setting('story.org')::uuid, 'Z', 99, true)$$, 1, 'a page may be born in the trash');
select tests.affects(tests.archive('Z', false), 1, 'and leave it');
select tests.affects(tests.archive(page), 1, page || ' is cleared away') from unnest(array['A', 'C', 'X', 'Z']) as page;

-- The order
select tests.affects(tests.add('P1', null), 1, 'a page without a place');
select tests.affects(tests.add('P2', null), 1, 'goes last');
select tests.affects(tests.add('P3', null, 3), 1, 'one with a free place takes it');
select tests.is(tests.children(null), 'P1=1 P2=2 P3=3', 'the trash does not count');
select tests.affects(tests.add('P3b', null, 3), 1, 'one whose place is taken at the end');
select tests.affects(tests.add('P1b', null, 1), 1, 'or in the middle');
select tests.is(tests.children(null), 'P1=1 P1b=1.5 P2=2 P3=3 P3b=4', 'goes right behind');
select tests.affects(tests.move('P1b', 'P1'), 1, 'a page moves');
select tests.is((select order_index from public.pages where name = 'P1b'), 1.5::double precision, 'and keeps its number');
select tests.affects(tests.add('P1c', 'P1', 2), 1, 'beneath P1');
select tests.affects(tests.move('P2', 'P1'), 1, 'a second page moves');
select tests.is(tests.children('P1'), 'P1b=1.5 P1c=2 P2=3', 'it goes behind the page with its number');
select tests.affects($$update public.pages set order_index = 1.5000001 where name = 'P2'$$, 1, 'a page comes very near to another');
select tests.is(tests.children('P1'), 'P1b=1 P2=2 P1c=3', 'siblings are renumbered in their order');
select tests.affects($$update public.pages set order_index = 1e9 where name = 'P1b'$$, 1, 'a page goes very far');
select tests.is(tests.children('P1'), 'P2=1 P1c=2 P1b=3', 'and is brought back');
select tests.affects($$update public.pages set order_index = 4 - order_index where parent_id = tests.id('P1')$$, 3, 'siblings change places in one statement');
select tests.is((select count(distinct order_index) from public.pages where parent_id = tests.id('P1')), 3::bigint, 'and no two share a number');

-- The operator has no policies to pass, but the same tree.
select tests.act_as_service();
select tests.affects(tests.add('S', null), 1, 'the operator adds a page');
select tests.affects(tests.add('T', 'S'), 1, 'and one beneath it');
select tests.throws(tests.move('S', 'T'), 'TR012', 'the operator makes no cycle');
select tests.throws(tests.move('T', 'Elsewhere'), 'TR010', 'nor puts a page beneath one of another workspace');
select tests.affects(tests.archive('S'), 1, 'the operator archives');
select tests.throws(tests.add('U', 'T'), 'TR011', 'and adds nothing in the trash');
select tests.affects($$delete from public.pages where name = 'S'$$, 1, 'the operator deletes for good');
select tests.is((select count(*) from public.pages where name = 'T'), 0::bigint, 'and the pages beneath go, too');
