-- Live screens: who hears which channel, which messages come on it, and what a person who missed them finds out. Mia
-- and Max are members of Olga's workspace, Otto is an outsider; a page is called by its name.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.org() returns uuid language sql stable as $$ select current_setting('story.org')::uuid $$;
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = id.page
$$;
create function tests.add(page text, parent text default null, visibility text default 'workspace') returns text language sql as $$
  insert into public.pages (organization_id, name, parent_id, order_index, visibility)
  values (tests.org(), page, tests.id(parent), null, visibility);
  select 'added'
$$;
-- The messages since the last time this was asked, as "channel event names -gone".
create function tests.told() returns text language plpgsql security definer as $$
declare
  told text;
begin
  select string_agg(concat_ws(' ',
    case when message.topic = 'workspace:' || tests.org() then 'all'
      else (select split_part(email, '@', 1) from auth.users where 'person:' || id = message.topic) end,
    message.event,
    case when message.payload ? 'many' then 'many' end,
    (select string_agg(page ->> 'name', ' ' order by page ->> 'name') from jsonb_array_elements(message.payload -> 'pages') as page),
    nullif(repeat('-', coalesce(jsonb_array_length(message.payload -> 'gone'), 0)), '')
  ), ', ' order by message.topic desc, message.event) into told
  from realtime.messages as message where message.private;
  delete from realtime.messages;
  return told;
end
$$;
-- The news of the last minutes for a person, as "names -gone".
create function tests.missed(name text) returns text language plpgsql as $$
declare
  news jsonb;
begin
  perform tests.act_as(name);
  news := public.list_page_changes(tests.org(), 600);
  return concat_ws(' ',
    (select string_agg(page ->> 'name', ' ' order by page ->> 'name') from jsonb_array_elements(news -> 'pages') as page),
    nullif(repeat('-', jsonb_array_length(news -> 'gone')), ''), case when news is null then 'nothing' end);
end
$$;

-- When the last of the pages that are gone for a person changed, as far as the person learns it.
create function tests.last_gone(name text) returns text language plpgsql as $$
declare
  news jsonb;
begin
  perform tests.act_as(name);
  news := public.list_page_changes(tests.org(), 600);
  perform tests.act_as_owner();
  return (select max(page ->> 'microsecond') from jsonb_array_elements(news -> 'gone') as page);
end
$$;

-- Channels.
create function tests.hears(name text, topic text) returns boolean language plpgsql as $$
declare
  heard boolean;
begin
  perform tests.act_as_owner();
  insert into realtime.messages (topic, extension) values (hears.topic, 'broadcast');
  perform tests.act_as(name), set_config('realtime.topic', hears.topic, true);
  select count(*) > 0 into heard from realtime.messages as message where message.topic = hears.topic;
  return heard;
end
$$;
create function tests.workspace_topic() returns text language sql stable as $$ select 'workspace:' || tests.org() $$;
select tests.ok(tests.hears('Mia', tests.workspace_topic()), 'a member hears the workspace');
select tests.ok(not tests.hears('Otto', tests.workspace_topic()), 'an outsider does not hear it');
select tests.ok(tests.hears('Mia', 'person:' || tests.user_id('Mia')), 'Mia hears what is for her');
select tests.ok(not tests.hears('Max', 'person:' || tests.user_id('Mia')), 'Max does not');
select tests.ok(not tests.hears('Mia', 'workspace:nonsense'), 'nobody hears a channel of another kind');
select tests.act_as('Mia'), set_config('realtime.topic', tests.workspace_topic(), true);
insert into realtime.messages (topic, extension) values (tests.workspace_topic(), 'presence');
select tests.ok(true, 'a member tells that they are present');
select tests.throws(
  $$ insert into realtime.messages (topic, extension) values (tests.workspace_topic(), 'broadcast') $$,
  '42501', 'and tells no changes');
select tests.act_as('Otto'), set_config('realtime.topic', tests.workspace_topic(), true);
select tests.throws(
  $$ insert into realtime.messages (topic, extension) values (tests.workspace_topic(), 'presence') $$,
  '42501', 'an outsider is not present');
select tests.act_as_owner();
select tests.told() is not null as before;

-- Pages.
select tests.act_as('Mia');
select tests.add('Plan');
select tests.is(tests.told(), 'all pages Plan', 'a new page is told to everybody');
select tests.add('Diary', null, 'private');
select tests.is(tests.told(), 'mia pages Diary', 'a private one to its author alone');
update public.pages set name = 'Plans' where name = 'Plan';
select tests.is(tests.told(), 'all pages Plans, all texts', 'a new name is told as a row, and as a text');
update public.pages set content = 'Dear diary' where name = 'Diary';
select tests.is(tests.told(), 'mia texts', 'a private text is told to its author alone');
update public.pages set content = 'Now', order_index = order_index where name = 'Plans';
select tests.is(tests.told(), 'all texts', 'a text alone changes nothing in the tree');
select tests.add('Chapter', 'Plans');
select tests.told() is not null as said;
update public.pages set visibility = 'private' where name = 'Plans';
select tests.is(tests.told(), 'all pages --, mia pages Chapter Plans',
  'a page that becomes private is gone for everybody, with those beneath it, and its author keeps them');
select set_config('tests.last_gone', tests.last_gone('Max'), false);
select tests.act_as('Mia');
update public.pages set name = 'Secret plans' where name = 'Plans';
select tests.is(tests.told(), 'mia pages Secret plans, mia texts', 'what it is called from then on is not for everybody');
select tests.is(tests.missed('Max'), '--', 'who missed it finds out that they are gone, and not how they are called');
select tests.is(tests.last_gone('Max'), current_setting('tests.last_gone'), 'nor when they changed afterwards');
select tests.is(tests.missed('Mia'), 'Chapter Diary Secret plans', 'their author finds all of hers');
select tests.is(tests.missed('Otto'), 'nothing', 'an outsider finds out nothing');
select tests.act_as('Mia');
update public.pages set visibility = 'workspace' where name = 'Secret plans';
select tests.is(tests.told(), 'all pages Chapter Secret plans, mia pages Chapter Secret plans', 'and they come back for everybody');
update public.pages set is_archived = true where name = 'Secret plans';
select tests.is(tests.told(), 'all pages --', 'a page in the trash is gone, with those beneath it');
select public.delete_page_for_good(tests.id('Secret plans')) is null as gone;
select tests.told() is not null as said;
select tests.is(tests.missed('Max'), '--', 'one that was deleted for good is still known to be gone');
select tests.act_as('Mia');
insert into public.pages (organization_id, name, order_index)
select tests.org(), 'Page ' || number, number from generate_series(1, 300) as number;
select tests.is(tests.told(), 'all pages many', 'hundreds of pages are not told one by one');
select tests.act_as_owner();
select tests.is((select count(*) from public.page_changes where shared_at > changed_at), 0::bigint,
  'a change has one time for all: a page that is there for one person alone is not gone a moment later');
select tests.act_as('Mia');

-- Lists.
select tests.act_as('Olga');
update public.organizations set name = 'Works' where id = tests.org();
select tests.is(tests.told(), 'all workspace', 'a new name of the workspace is told');
delete from public.organization_members where organization_id = tests.org() and user_id = tests.user_id('Max');
select tests.is(tests.told(), 'all members, max workspaces', 'a removal is told to the others and to the person');
select tests.ok(not tests.hears('Max', tests.workspace_topic()), 'who then hears the workspace no more');
select tests.is(tests.missed('Max'), 'nothing', 'and finds out nothing of it');
select tests.act_as('Mia');
select tests.told() is null as heard;
insert into public.page_favorites (page_id, user_id) values (tests.id('Page 1'), tests.user_id('Mia'));
select tests.is(tests.told(), 'mia favorites', 'a favourite is told to the other devices of its person');
select tests.act_as_owner();
delete from public.organizations where id = tests.org();
select tests.ok(true, 'a workspace goes with its log');
