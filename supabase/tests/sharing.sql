-- Anybody learns which of the page ids that they have are public, and nothing beyond that.
select tests.create_user('Mia');
select tests.create_user('Otto');
select set_config('story.org', tests.first_organization('Mia')::text, true);
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = id.page
$$;
create function tests.add(page text, parent text, visibility text) returns text language sql as $$
  select format('insert into public.pages (organization_id, name, parent_id, order_index, visibility) values (%L, %L, %L, null, %L)',
    current_setting('story.org'), page, tests.id(parent), visibility)
$$;
-- By name, so that a story can be read; asked as the story's present caller.
create function tests.public_among(variadic pages text[]) returns text language plpgsql as $$
declare
  asked uuid[] := array(select tests.id(page) from unnest(pages) as page);
begin
  return (select string_agg(tests.name(page), ' ' order by tests.name(page)) from public.public_pages_among(asked) as page);
end
$$;
create function tests.name(page uuid) returns text language sql stable security definer as $$
  select name from public.pages where id = page
$$;

select tests.act_as('Mia');
select tests.affects(tests.add('Open', null, 'public'), 1, 'Mia publishes a page');
select tests.affects(tests.add('Team', null, 'workspace'), 1, 'keeps one for the workspace');
select tests.affects(tests.add('Diary', null, 'private'), 1, 'one for herself');
select tests.affects(tests.add('May', 'Diary', 'public'), 1, 'a public one within that');
select tests.affects(tests.add('Below', 'Open', 'workspace'), 1, 'one for the workspace beneath the public one');
select tests.affects(tests.add('Old', null, 'public'), 1, 'and one in the trash');
select tests.affects($$update public.pages set is_archived = true where name = 'Old'$$, 1, 'into the trash');
select tests.is(tests.public_among('Open', 'Team', 'Diary', 'May', 'Below', 'Old'), 'Open', 'only public pages count, also for Mia');

select tests.act_as('Otto');
select tests.is(tests.public_among('Open', 'Team', 'Diary', 'May', 'Below', 'Old'), 'Open', 'an outsider gets the same answer');
select tests.act_as_anon();
select tests.is((select count(*) from public.get_public_page(tests.id('Below'))), 0::bigint, 'a page beneath a public one is not public');
select tests.is(tests.public_among('Open', 'Team', 'Diary', 'May', 'Below', 'Old'), 'Open', 'and so does a visitor without a session');
select tests.is(tests.public_among('Team', 'Diary', 'May', 'Below', 'Old'), null, 'other pages reveal nothing');
select tests.is((select count(*) from public.public_pages_among(null)), 0::bigint, 'without ids there is no answer');
select tests.is((select count(*) from public.public_pages_among('{}')), 0::bigint, 'nor with an empty list');
select tests.is(
  (select count(*) from public.public_pages_among(
    array(select gen_random_uuid() from generate_series(1, 1000)) || tests.id('Open'))),
  0::bigint, 'no more than a thousand are looked at');

select tests.act_as('Mia');
select tests.affects($$update public.pages set visibility = 'workspace' where name = 'Open'$$, 1, 'Mia takes it back');
select tests.act_as_anon();
select tests.is(tests.public_among('Open'), null, 'the page is public no more');
select tests.act_as('Mia');
select tests.affects($$update public.pages set visibility = 'public' where name = 'Open'$$, 1, 'Mia publishes it again');
select tests.act_as_owner();
update public.organizations set status = 'suspended' where id = current_setting('story.org')::uuid;
select tests.act_as_anon();
select tests.is(tests.public_among('Open'), null, 'a workspace that is not active shares nothing');
select tests.is((select count(*) from public.get_public_page(tests.id('Open'))), 0::bigint, 'not by the link either');
