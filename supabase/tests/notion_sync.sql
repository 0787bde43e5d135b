-- Pages and their counterparts at Notion. Mia is a member of Olga's workspace, Otto is an outsider.
select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
create function tests.org() returns uuid language sql stable as $$ select current_setting('story.org')::uuid $$;
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = page
$$;
create function tests.add(page text, visibility text default 'workspace') returns text language sql as $$
  select format('insert into public.pages (organization_id, name, content, visibility) values (%L, %L, %L, %L)',
    tests.org(), page, 'Text', visibility)
$$;
create function tests.link(page text, typed text) returns text language sql as $$
  select format('update public.pages set notion_page_id = %L where name = %L', typed, page)
$$;
create function tests.linked(page text) returns text language sql stable security definer as $$
  select notion_page_id from public.pages where name = page
$$;
create function tests.taken(typed text) returns text language plpgsql as $$
begin
  update public.pages set notion_page_id = null where name = 'Plan';
  execute tests.link('Plan', typed);
  return (select notion_page_id from public.pages where name = 'Plan');
end
$$;
create function tests.states() returns text language sql stable as $$
  select string_agg(page.name || ' ' || sync.state, ', ' order by page.name)
  from public.page_notion_syncs as sync join public.pages as page on page.id = sync.page_id
$$;

create function tests.claim(page text, lease integer) returns boolean language sql as $$
  select exists (select from public.claim_notion_page(tests.id(page), ('00000000-0000-4000-8000-00000000000' || lease)::uuid))
$$;
create function tests.taken_over(page text, content text, read_at timestamptz default null) returns boolean language sql as $$
  select public.write_notion_page(
    page.id, page.notion_page_id, coalesce(taken_over.read_at, page.updated_at), page.name, taken_over.content)
  from public.pages as page where page.name = taken_over.page
$$;
create function tests.turns(since timestamptz) returns text language sql as $$
  select string_agg(page.name, ', ' order by turn.place)
  from public.notion_pages_to_sync(tests.org(), since) with ordinality as turn(id, place)
  join public.pages as page on page.id = turn.id
$$;
create function tests.waits(times integer) returns integer language plpgsql as $$
declare
  wait integer;
begin
  for turn in 1..times loop
    wait := public.take_notion_request(tests.org());
  end loop;
  return wait;
end
$$;
create function tests.run(run integer, by_clock boolean default false) returns text language sql as $$
  select right(id::text, 1) || ' ' || done || '/' || total
  from public.claim_notion_sync_run(tests.org(), ('00000000-0000-4000-8000-00000000000' || run)::uuid, by_clock)
$$;

-- Ids
select tests.act_as('Mia');
select tests.affects(tests.add('Plan'), 1, 'Mia adds a page');
select tests.is((select notion_direction from public.pages where name = 'Plan'), 'bring', 'texts come from Notion unless one says otherwise');
select tests.is(tests.taken(typed), '1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d', typed || ' names a page')
from unnest(array[
  '1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d', ' 1A2B3C4D5E6F7A8B9C0D1E2F3A4B5C6D ',
  'https://www.notion.so/acme/Roadmap-2026-1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d?pvs=4',
  'notion.so/1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d#part', 'https://acme.notion.site/1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d',
  'https://notion.so/a/00000000000000000000000000000000?v=1&p=1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d&pm=s'
]) as typed;
select tests.throws(tests.link('Plan', typed), '23514', typed || ' is refused')
from unnest(array[
  'Roadmap', '1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6', 'https://example.com/1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d',
  'https://notion.so.example.com/1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d', 'https://notnotion.so/1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d',
  'http://www.notion.so/1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d', '../users/me'
]) as typed;
select tests.is(tests.linked('Plan'), '1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d', 'and changes nothing');
select tests.throws($$update public.pages set notion_direction = 'away' where name = 'Plan'$$, '23514', 'there are three ways');
select tests.affects($$update public.pages set notion_direction = 'both' where name = 'Plan'$$, 1, 'a member chooses one');
select tests.affects(tests.add('Diary', 'private'), 1, 'she has a page of her own');
select tests.affects(tests.link('Diary', '2a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d'), 1, 'with a counterpart');

-- Claiming a page
select tests.act_as_service();
select tests.is(tests.claim('Plan', 1), true, 'a sync claims a page');
select tests.is(tests.claim('Plan', 2), false, 'another one cannot meanwhile');
select tests.is(tests.claim('Diary', 2), true, 'but may claim another page');
update public.page_notion_syncs set lease_until = clock_timestamp() - interval '1 second' where page_id = tests.id('Plan');
select tests.is(tests.claim('Plan', 2), true, 'a sync that died holds it no longer than two minutes');
update public.page_notion_syncs set state = 'synced', local_name = 'a', local_text = 'b', remote_name = 'c', remote_text = 'd', lease_until = null;
select tests.throws($$update public.page_notion_syncs set local_text = null$$, '23514', 'the texts in common are complete or absent');

-- Reading the state
select tests.act_as('Mia');
select tests.is(tests.states(), 'Diary synced, Plan synced', 'Mia sees the state of her pages');
select tests.act_as('Olga');
select tests.is(tests.states(), 'Plan synced', 'Olga does not see those of Mia''s private pages');
select tests.is((select count(*) from public.page_notion_syncs), 1::bigint, 'nor that they exist');
select tests.throws('select local_text from public.page_notion_syncs', '42501', 'nobody reads the texts of the last sync');
select tests.throws('select remote_text from public.page_notion_syncs', '42501', 'on neither side');
select tests.throws($$update public.page_notion_syncs set state = 'synced'$$, '42501', 'nobody marks a page as synced by hand');
select tests.throws('delete from public.page_notion_syncs', '42501', 'nor forgets it');
select tests.throws(format('select public.claim_notion_page(%L, %L)', tests.id('Plan'), tests.org()), '42501', 'nor takes a sync''s place');
select tests.throws(format('select public.keep_notion_version(%L, %L, %L)', tests.id('Plan'), 'n', 'c'), '42501', 'nor makes versions up');
select tests.throws(
  format('select public.write_notion_page(%L, %L, now(), %L, %L)', tests.id('Plan'), tests.linked('Plan'), 'n', 'c'), '42501',
  'nor writes in Notion''s name');
select tests.throws(format('select public.notion_pages_to_sync(%L, now())', tests.org()), '42501', 'nor lists the pages to sync');
select tests.throws('select public.notion_workspaces_to_sync()', '42501', 'nor the connected workspaces');
select tests.throws(format('select public.take_notion_request(%L)', tests.org()), '42501', 'nor spends requests');
select tests.throws(format('select public.pause_notion_requests(%L, 1)', tests.org()), '42501', 'nor stops them');
select tests.throws(format('select public.claim_notion_sync_run(%L, %L)', tests.org(), tests.org()), '42501', 'nor begins a run past the function');
select tests.act_as('Otto');
select tests.is(tests.states(), null, 'an outsider sees nothing');
select tests.affects(tests.link('Plan', null), 0, 'and changes nothing');
select tests.act_as_anon();
select tests.throws('select page_id from public.page_notion_syncs', '42501', 'nor does anybody without an account');
select tests.throws('select id from public.notion_sync_runs', '42501', 'nor of runs');

-- Another counterpart
select tests.act_as('Mia');
select tests.affects(tests.link('Plan', 'notion.so/1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d'), 1, 'the same counterpart in other words');
select tests.is(tests.states(), 'Diary synced, Plan synced', 'changes nothing');
select tests.affects(tests.link('Plan', '3a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d'), 1, 'another one');
select tests.is(tests.states(), 'Diary synced', 'starts over');
select tests.affects(tests.link('Plan', ''), 1, 'none');
select tests.is(tests.linked('Plan'), null, 'the page has no counterpart any more');
select tests.act_as_service();
select tests.is(tests.claim('Plan', 1), false, 'and nobody syncs it');

-- A version with Notion's text
select tests.is(public.keep_notion_version(tests.id('Diary'), 'Diary', 'Theirs'), true, 'Notion''s text is kept');
select tests.is(public.keep_notion_version(tests.id('Diary'), 'Diary', 'Theirs'), false, 'once');
select tests.act_as('Mia');
select tests.is(
  (select string_agg(version.content, ', ' order by updated_at) from public.page_versions as version where page_id = tests.id('Diary')),
  'Theirs, Text', 'as a version; the newest is the page''s own');
select tests.is(
  (select string_agg(version.content, ', ') from public.page_versions as version where page_id = tests.id('Diary') and from_notion),
  'Theirs', 'that version says that it is Notion''s');
select tests.throws($$update public.page_versions set from_notion = true$$, '42501', 'nobody else says so');
select tests.act_as_service();
select tests.is(tests.taken_over('Diary', 'Read too early', clock_timestamp()), false, 'a text written meanwhile is not overwritten');
select tests.is(tests.taken_over('Diary', 'Brought'), true, 'an unchanged text is overwritten');
select tests.act_as('Mia');
select tests.is(
  (select string_agg(version.content, ', ' order by updated_at) from public.page_versions as version where page_id = tests.id('Diary') and from_notion),
  'Theirs, Brought', 'and the history says that it came from Notion');
select tests.affects(
  $$update public.pages set content = 'Mine', updated_by = auth.uid() where name = 'Diary'$$, 1, 'Mia writes on');
select tests.is(
  (select version.content from public.page_versions as version where page_id = tests.id('Diary') and not from_notion order by updated_at desc limit 1),
  'Mine', 'that version is hers');
select tests.act_as('Olga');
select tests.is((select count(*) from public.page_versions as version where version.content = 'Theirs'), 0::bigint, 'nobody else sees Notion''s text of a private page');

-- Turns
select tests.act_as_service();
select tests.is(tests.waits(25), 0, 'some requests go at once');
select tests.ok(wait between 2000 and 4000, 'then they wait for their turn', wait || ' ms') from tests.waits(15) as wait;
select tests.ok(wait between 101000 and 109000, 'a caller who asks without end delays the others by two minutes at most', wait || ' ms')
  from tests.waits(1000) as wait;
select public.pause_notion_requests(tests.org(), 60);
select public.pause_notion_requests(tests.org(), 1);
select tests.ok(tests.waits(1) > 59000, 'all wait as long as Notion wants');

-- Runs
select tests.is(tests.run(1), '1 0/1', 'a run begins');
select tests.is(tests.run(2), null, 'no other run begins beside it');
update public.notion_sync_runs set done = 1, busy_until = null;
select tests.is(tests.run(1), '1 1/1', 'it goes on where it stopped');
update public.notion_sync_runs set busy_until = null;
select tests.is(tests.run(3, true), '1 1/1', 'the clock goes on with it, too');
update public.notion_sync_runs set busy_until = null, ended_at = now();
select tests.is(tests.run(3, true), null, 'the next one has to wait');
select tests.is(tests.run(4), '4 0/1', 'unless a person asks');
update public.notion_sync_runs set busy_until = null, ended_at = now(), started_at = now() - interval '15 minutes';
select tests.is(tests.run(5, true), '5 0/1', 'after a quarter of an hour it begins');
update public.notion_sync_runs set busy_until = now() - interval '1 second';
select tests.is(tests.run(6), '6 0/1', 'a run that died stops nobody');
select tests.act_as('Mia');
select tests.is((select count(*) from public.notion_sync_runs), 1::bigint, 'members see its progress');
select tests.act_as('Otto');
select tests.is((select count(*) from public.notion_sync_runs), 0::bigint, 'others do not');

-- Turns of pages
select tests.act_as('Mia');
select tests.affects(tests.add(name), 1, 'there is a page ' || name) from unnest(array['A', 'B', 'C']) as name;
select tests.affects(tests.link(name, gen_random_uuid()::text), 1, 'with a counterpart') from unnest(array['A', 'B', 'C']) as name;
select tests.act_as_service();
select tests.is(tests.claim(name, 1), true, 'looked at') from unnest(array['A', 'B']) as name;
update public.page_notion_syncs set checked_at = now() - interval '1 hour' where page_id = tests.id('A');
update public.page_notion_syncs set checked_at = now() - interval '2 hours' where page_id = tests.id('B');
update public.page_notion_syncs set checked_at = now() where page_id = tests.id('Diary');
select tests.is(tests.turns(now()), 'C, B, A', 'the pages that wait longest come first');
select tests.is(tests.turns(now() - interval '90 minutes'), 'C, B', 'pages synced since then do not come');
update public.pages set is_archived = true where name = 'C';
select tests.is(tests.turns(now()), 'B, A', 'nor do pages in the trash');

-- Turns of workspaces
select set_config('story.ended', tests.first_organization('Otto')::text, true);
select set_config('story.new', tests.first_organization('Mia')::text, true);
insert into public.notion_connections (organization_id, kind, access_token)
select id, 'token', 'v1.x' from unnest(
  array[tests.org(), current_setting('story.ended')::uuid, current_setting('story.new')::uuid]) as id;
update public.notion_sync_runs set ended_at = null, started_at = now() - interval '2 hours';
insert into public.notion_sync_runs (organization_id, id, started_at, ended_at, total)
values (current_setting('story.ended')::uuid, gen_random_uuid(), now() - interval '1 hour', now(), 0);
select tests.is(
  (select string_agg(id::text, ', ' order by place) from public.notion_workspaces_to_sync() with ordinality as turn(id, place)),
  concat_ws(', ', current_setting('story.new'), current_setting('story.ended'), tests.org()::text),
  'a workspace that had a part of its turn comes after the others');
update public.notion_connections set status = 'refused' where organization_id = tests.org();
select tests.is((select count(*) from public.notion_workspaces_to_sync()), 2::bigint, 'a workspace that Notion refuses has no turn');
