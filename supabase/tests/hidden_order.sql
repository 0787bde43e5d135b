-- The numbers of pages tell nobody about pages that they cannot see. Mia and Max are members of Olga's workspace; each
-- writes private pages among the shared ones. Pages are written as "name=number", in their order.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization(name, current_setting('story.org')::uuid) from unnest(array['Mia', 'Max']) as name;
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = id.page
$$;
create function tests.add(page text, order_index double precision, visibility text default 'workspace', parent text default null)
returns text language sql as $$
  select format('insert into public.pages (organization_id, name, order_index, visibility, parent_id) values (%L, %L, %L, %L, %L)',
    current_setting('story.org'), page, order_index, visibility, tests.id(parent))
$$;
create function tests.place(page text, order_index double precision) returns text language sql as $$
  select format('update public.pages set order_index = %L where name = %L', order_index, page)
$$;
create function tests.row(parent text default null) returns text language sql as $$
  select string_agg(name || '=' || round(order_index::numeric, 7)::double precision, ' ' order by order_index)
  from public.pages where parent_id is not distinct from tests.id(parent) and not is_archived
    and organization_id = current_setting('story.org')::uuid
$$;

select tests.act_as('Mia');
select tests.affects(tests.add('A', 1), 1, 'Mia adds a page');
select tests.affects(tests.add('B', 9), 1, 'and another');
select tests.affects(tests.add('Secret', 5.125, 'private'), 1, 'and a private one between');
select tests.affects(tests.add('Last', null, 'private'), 1, 'and one at the end');
select tests.is(tests.row(), 'A=1 Secret=5.125 B=9 Last=10', 'she sees them in this order');

-- Another member learns nothing
select tests.act_as('Max');
select tests.affects(tests.add('C', null), 1, 'Max adds a page at the end');
select tests.is(tests.row(), 'A=1 B=9 C=10', 'it stands behind the pages that he sees');
select tests.affects(tests.add('D', 5.125), 1, 'and one at the number of the private page');
select tests.is(tests.row(), 'A=1 D=5.125 B=9 C=10', 'the number is free to him');
select tests.affects(tests.place('D', 5.1250005), 1, 'and moves it as near to the private page as he can');
select tests.is(tests.row(), 'A=1 D=5.1250005 B=9 C=10', 'nothing is renumbered');
select tests.affects(tests.place('D', 5.125), 1, 'and back');
select tests.is(tests.row(), 'A=1 D=5.125 B=9 C=10', 'as if nothing else were there');
select tests.affects(tests.place('D', n), 1, 'any number') from unnest(array[7.0625, 10.5, 11, 5.125]) as n;
select tests.is(tests.row(), 'A=1 D=5.125 B=9 C=10', 'is free');
select tests.affects(tests.add('E', 10), 1, 'only pages that he sees are in the way');
select tests.is(tests.row(), 'A=1 D=5.125 B=9 C=10 E=11', 'his page goes behind them');
select tests.act_as('Mia');
select tests.ok((select count(distinct order_index) = count(*) from public.pages where parent_id is null
  and organization_id = current_setting('story.org')::uuid), 'Mia''s private pages have stepped aside');
select tests.is((select string_agg(name, ' ' order by order_index) from public.pages where organization_id = current_setting('story.org')::uuid),
  'A D Secret B C E Last', 'they stand behind the new ones');

-- A member who adds a private page learns as little.
select tests.act_as('Max');
select tests.affects(format('insert into public.pages (organization_id, name, order_index, visibility) select %L, ''His'', order_index, ''private''
  from unnest(array[%s::double precision]) as order_index', current_setting('story.org'),
  (select order_index from public.pages where name = 'B') + 20), 1, 'Max adds a private page');
select tests.is(tests.row(), 'A=1 D=5.125 B=9 C=10 E=11 His=29', 'it stands where he wanted it');
select tests.act_as('Mia');
select tests.affects(tests.add('Hers', 29, 'private'), 1, 'Mia one of her own');
select tests.is((select order_index from public.pages where name = 'Hers'), 29::double precision, 'at the same number');
select tests.affects($$update public.pages set visibility = 'workspace' where name = 'Hers'$$, 1, 'and shows it');
select tests.act_as('Max');
select tests.is((select string_agg(name, ' ' order by order_index) from public.pages where name in ('Hers', 'His')), 'Hers His', 'his own steps aside');
select tests.ok((select count(distinct order_index) = 2 from public.pages where name in ('Hers', 'His')), 'behind it');

-- Too near to each other: everybody who sees two pages sees room between them.
select tests.act_as('Mia');
select tests.affects(tests.add('Room', null), 1, 'a page with pages beneath it');
select tests.affects(tests.add('R1', 10, 'workspace', 'Room'), 1, 'a first');
select tests.affects(tests.add('R2', 20, 'workspace', 'Room'), 1, 'a second');
select tests.affects(tests.add('H1', 12, 'private', 'Room'), 1, 'a private one between');
select tests.affects(tests.add('H2', 12.0000001, 'private', 'Room'), 1, 'and one that is too near to it');
select tests.is(tests.row('Room'), 'R1=10 H1=13.3333333 H2=16.6666667 R2=20', 'private pages are put apart, and the others stay');
select tests.act_as('Max');
select tests.is(tests.row('Room'), 'R1=10 R2=20', 'so nobody else notices');
select tests.affects(tests.add('R3', 20.0000001, 'workspace', 'Room'), 1, 'Max adds one too near to a page that he sees');
select tests.is(tests.row('Room'), 'R1=1 R2=2 R3=3', 'and all his visible pages are numbered again, without a gap for hidden ones');
select tests.act_as('Mia');
select tests.is(tests.row('Room'), 'R1=1 H1=1.3333333 H2=1.6666667 R2=2 R3=3', 'Mia''s pages keep their places');

-- Beneath a private page everything belongs to its one reader.
select tests.affects(tests.add('I1', 1, 'workspace', 'Secret'), 1, 'beneath Mia''s private page');
select tests.affects(tests.add('I2', 1, 'workspace', 'Secret'), 1, 'places are kept apart');
select tests.affects(tests.add('I3', 1.0000001, 'private', 'Secret'), 1, 'and numbered');
select tests.is(tests.row('Secret'), 'I1=1 I3=2 I2=3', 'as among shared pages');
