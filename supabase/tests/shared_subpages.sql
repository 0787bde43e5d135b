-- A public page shares the pages beneath it when its sharer says so. Mia and Max are members of Olga's workspace; Otto is an
-- outsider. The tree: Handbook > (Guide > Steps > Deep; Diary (Mia's own) > May; Old, in the trash; Max's Notes).
select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = id.page
$$;
create function tests.add(page text, parent text default null, visibility text default 'workspace', content text default '') returns text language sql as $$
  select format('insert into public.pages (organization_id, name, parent_id, order_index, visibility, content) values (%L, %L, %L, null, %L, %L)',
    current_setting('story.org'), page, tests.id(parent), visibility, content)
$$;
create function tests.share(page text, with_subpages boolean, is_indexed boolean default false) returns text language sql as $$
  select format('insert into public.page_shares (page_id, organization_id, with_subpages, is_indexed) values (%L, %L, %L, %L)
    on conflict (page_id) do update set with_subpages = excluded.with_subpages, is_indexed = excluded.is_indexed',
    tests.id(page), current_setting('story.org'), with_subpages, is_indexed)
$$;
create function tests.see(page text, visibility text) returns text language sql as $$
  select format('update public.pages set visibility = %L where name = %L', visibility, page)
$$;
create function tests.move(page text, parent text) returns text language sql as $$
  select format('update public.pages set parent_id = %L where name = %L', tests.id(parent), page)
$$;
create function tests.name(page uuid) returns text language sql stable security definer as $$
  select name from public.pages where id = page
$$;
create function tests.ids() returns uuid[] language sql stable security definer as $$
  select array_agg(id) from public.pages
$$;
-- All that a stranger can read, by both functions that say so.
create function tests.open() returns text language plpgsql as $$
declare
  among text := (select string_agg(tests.name(id), ' ' order by tests.name(id)) from public.public_pages_among(tests.ids()) as id);
  read text := (select string_agg(page.name, ' ' order by page.name) from unnest(tests.ids()) as id, public.get_public_page(id) as page);
begin
  return case when among is not distinct from read then coalesce(among, '') else format('%s, but %s', among, read) end;
end
$$;
create function tests.tree(page text) returns text language sql as $$
  select string_agg(concat_ws('<', one ->> 'name', tests.name((one ->> 'parent_id')::uuid)), ' ' order by one ->> 'name')
  from jsonb_array_elements(public.get_public_place(tests.id(page)) -> 'tree') as one
$$;
create function tests.indexed(page text) returns boolean language sql as $$
  select (public.get_public_place(tests.id(page)) -> 'is_indexed')::boolean
$$;
create function tests.titles(page text, linked text, said text) returns text language sql as $$
  select string_agg(said || ' is ' || name, ', ') from public.list_public_titles(tests.id(page), array[tests.id(linked)], array[said])
$$;

select tests.act_as('Mia');
select tests.affects(tests.add('Handbook', null, 'public'), 1, 'Mia publishes a page');
select tests.affects(tests.add('Guide', 'Handbook'), 1, 'with a page beneath it');
select tests.affects(tests.add('Steps', 'Guide'), 1, 'one beneath that');
select tests.affects(tests.add('Diary', 'Handbook', 'private'), 1, 'one of her own');
select tests.affects(tests.add('May', 'Diary', 'public'), 1, 'a public one within that');
select tests.affects(tests.add('Old', 'Handbook'), 1, 'and one');
select tests.affects($$update public.pages set is_archived = true where name = 'Old'$$, 1, 'for the trash');
select tests.act_as('Max');
select tests.affects(tests.add('Notes', 'Handbook'), 1, 'Max adds one');
select tests.affects(tests.add('Other'), 1, 'and one elsewhere');

select tests.act_as_anon();
select tests.is(tests.open(), 'Handbook', 'at first a public page shares itself alone');
select tests.is(tests.tree('Handbook'), null, 'and no tree');
select tests.is(public.get_public_place(tests.id('Guide')), null, 'nor the place of another page');
select tests.throws(tests.share('Handbook', true), '42501', 'without an account nobody shares subpages');
select tests.throws('select * from public.page_shares', '42501', 'or lists what is shared');

select tests.act_as('Otto');
select tests.throws(tests.share('Handbook', true), '42501', 'an outsider shares no subpages');
select tests.throws(format('insert into public.page_shares (page_id, organization_id) values (%L, %L)', tests.id('Handbook'), current_setting('story.org')),
  '42501', 'nor makes a row of it');
select tests.act_as('Mia');
select tests.throws(tests.share('Guide', true), 'TR019', 'a page that is not public shares none');
select tests.throws(tests.share('May', true), 'TR019', 'nor does a public one within a private one');
select tests.throws(format('insert into public.page_shares (page_id, organization_id) values (%L, %L)', tests.id('Handbook'), tests.first_organization('Mia')),
  'TR019', 'a page is shared in its own workspace');
select tests.affects(tests.share('Handbook', true), 1, 'Mia includes the subpages');

select tests.act_as('Otto');
select tests.affects('update public.page_shares set is_indexed = true', 0, 'an outsider changes nothing of it');
select tests.is((select count(*) from public.page_shares), 0::bigint, 'and sees none of it');
select tests.act_as_anon();
select tests.is(tests.open(), 'Guide Handbook Notes Steps', 'a stranger reads the pages beneath, but neither a private one, nor one within that, nor the trash');
select tests.is(tests.tree('Steps'), 'Guide<Handbook Handbook Notes<Handbook Steps<Guide', 'and their tree, from the shared page down');
select tests.is(tests.tree('May'), null, 'none from a page that is not in it');
select tests.is(public.get_public_place(gen_random_uuid()), null, 'nor from a made-up id');
select tests.is(public.get_public_place(null), null, 'nor from none');

select tests.act_as('Max');
select tests.affects(tests.see('Notes', 'private'), 1, 'Max makes his page private');
select tests.affects(tests.move('Guide', 'Other'), 1, 'and moves one out');
select tests.act_as_anon();
select tests.is(tests.open(), 'Handbook', 'both are out at once, with what is beneath them');
select tests.act_as('Max');
select tests.affects(tests.move('Guide', 'Handbook'), 1, 'Max moves it back');
select tests.affects(tests.see('Guide', 'public'), 1, 'and shares it himself');
select tests.affects(tests.share('Guide', false, true), 1, 'for search engines, too');
select tests.act_as_anon();
select tests.is(tests.open(), 'Guide Handbook Steps', 'a page within a shared tree is shared twice');
select tests.is(tests.indexed('Guide'), true, 'its own sharing decides about search engines');
select tests.is(tests.indexed('Steps'), false, 'beneath it, that of the page that shares subpages');
select tests.is(tests.tree('Guide'), 'Guide<Handbook Handbook Steps<Guide', 'and the tree is the whole one');
select tests.act_as('Mia');
select tests.affects(tests.see('Handbook', 'workspace'), 1, 'Mia ends hers');
select tests.is((select string_agg(tests.name(page_id), ' ') from public.page_shares), 'Guide', 'nothing of it is left');
select tests.act_as_anon();
select tests.is(tests.open(), 'Guide', 'what Max shares stays, without subpages');
select tests.is(tests.tree('Guide'), null, 'and without a tree');
select tests.act_as('Mia');
select tests.affects(tests.see('Handbook', 'public'), 1, 'Mia publishes hers again');
select tests.act_as_anon();
select tests.is(tests.open(), 'Guide Handbook', 'subpages are included on purpose only');
select tests.act_as('Mia');
select tests.affects(tests.share('Handbook', true), 1, 'which she does');
select tests.affects($$update public.pages set is_archived = true where name = 'Handbook'$$, 1, 'and puts it in the trash');
select tests.act_as_anon();
select tests.is(tests.open(), '', 'nothing is shared from there');
select tests.act_as('Mia');
select tests.affects($$update public.pages set is_archived = false where name = 'Handbook'$$, 1, 'back from there');
select tests.affects(tests.add('Cover', null, 'private'), 1, 'a private page of hers');
select tests.act_as_anon();
select tests.is(tests.open(), 'Guide Handbook Steps', 'it is shared as before');

-- A large tree, and a deep one.
select tests.act_as_owner();
insert into public.pages (organization_id, name, parent_id, order_index)
select current_setting('story.org')::uuid, 'Many ' || n, tests.id('Guide'), n from generate_series(1, 400) as n;
select tests.act_as_anon();
select tests.is(jsonb_array_length(public.get_public_place(tests.id('Guide')) -> 'tree'), 302, 'of a large tree a part is answered');
select tests.ok((select count(*) = 2 from jsonb_array_elements(public.get_public_place(tests.id('Many 399')) -> 'tree') as one
  where one ->> 'name' in ('Handbook', 'Many 399')), 'with the page itself and the shared one');
select tests.act_as_owner();
do $$
declare
  above uuid := tests.id('Steps');
begin
  for n in 1..110 loop
    insert into public.pages (organization_id, name, parent_id, order_index)
    values (current_setting('story.org')::uuid, 'Level ' || n, above, 1) returning id into above;
  end loop;
end
$$;
select tests.act_as_anon();
select tests.is((select count(*) from public.get_public_page(tests.id('Level 98'))), 1::bigint, 'a hundred levels are shared');
select tests.is((select count(*) from public.get_public_page(tests.id('Level 99'))), 0::bigint, 'and no more');

-- The titles of links.
select tests.act_as('Max');
select tests.affects(tests.add('Secret plan', null, 'private'), 1, 'Max has a page of his own');
select tests.affects($$update public.pages set name = 'Plan [A]' where name = 'Secret plan'$$, 1, 'names it otherwise');
select tests.affects(tests.see('Plan [A]', 'public'), 1, 'shows it');
select tests.affects($$update public.pages set name = 'Plan B' where name = 'Plan [A]'$$, 1, 'and names it again');
select tests.act_as('Mia');
select tests.affects($$update public.pages set name = 'Plan C' where name = 'Plan B'$$, 1, 'as Mia does');
select tests.affects(format('update public.pages set content = %L where name = %L',
  '[Plan \[A\]](/dashboard/pages/x) [Secret plan](/dashboard/pages/x) [see](/dashboard/pages/x) [Old other](/dashboard/pages/x)', 'Guide'), 1, 'a page links to it');
select tests.affects($$update public.pages set name = 'Old other' where name = 'Other'$$, 1, 'and to another that');
select tests.affects($$update public.pages set name = 'New other' where name = 'Old other'$$, 1, 'has another name');
select tests.act_as_anon();
select tests.is(tests.titles('Guide', 'Plan C', 'Plan [A]'), 'Plan [A] is Plan C', 'a link that says a former title gets the present one');
select tests.is(tests.titles('Guide', 'Plan C', 'see'), null, 'other words stay');
select tests.is(tests.titles('Guide', 'Plan C', 'Plan B'), null, 'nobody guesses at titles that the page does not say');
select tests.is(tests.titles('Guide', 'Plan C', 'Secret plan'), null, 'the title of a private time stays unknown');
select tests.is(tests.titles('Guide', 'New other', 'Old other'), null, 'and so does that of a page that is not public');
select tests.is(tests.titles('New other', 'Plan C', 'Plan [A]'), null, 'a page that is not public is asked nothing');
