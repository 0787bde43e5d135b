-- The activity that a workspace reads about its pages. Mia and Max are members of Olga's workspace, Otto is an
-- outsider. Lines are written as "who kind page", oldest first.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = id.page
$$;
create function tests.add(page text, parent text default null, visibility text default 'workspace') returns text language sql as $$
  select format('insert into public.pages (organization_id, name, parent_id, visibility) values (%L, %L, %L, %L)',
    current_setting('story.org'), page, tests.id(parent), visibility)
$$;
create function tests.set(page text, change text) returns text language sql as $$
  select format('update public.pages set %s where name = %L', change, page)
$$;
create function tests.lines() returns text language sql as $$
  select string_agg(concat_ws(' ', actor.full_name, kind, page.name, '(' || old_name || '>' || new_name || ')', '<' || parent.name), ', '
    order by happened_at)
  from public.page_activity
  join public.pages as page on page.id = page_id
  left join public.pages as parent on parent.id = new_parent_id
  left join public.user_profiles as actor on actor.id = actor_id
$$;
create function tests.deletions() returns text language sql as $$
  select string_agg(concat_ws(' ', actor.full_name, kind, old_name, page_id), ', ' order by old_name)
  from public.page_activity left join public.user_profiles as actor on actor.id = actor_id where kind = 'deleted'
$$;
create function tests.later(minutes integer) returns void language sql security definer as $$
  update public.page_activity
  set first_at = first_at - make_interval(mins => minutes), happened_at = happened_at - make_interval(mins => minutes)
$$;

select tests.act_as('Mia');
select tests.affects(tests.add('Plan'), 1, 'Mia adds a page');
select tests.affects(tests.add('Team'), 1, 'and another');
select tests.is(tests.lines(), 'Mia created Plan, Mia created Team', 'both are recorded');
select tests.affects(tests.set('Plan', 'content = ''a'''), 1, 'Mia writes');
select tests.affects(tests.set('Plan', 'content = ''ab'''), 1, 'and goes on');
select tests.affects(tests.set('Plan', 'description = ''About'''), 1, 'in the description');
select tests.is(tests.lines(), 'Mia created Plan, Mia created Team, Mia edited Plan', 'one sitting is one line');
select tests.affects(tests.set('Plan', 'content = content, name = name, order_index = 7, updated_at = now()'), 1, 'a write that changes no text');
select tests.is(tests.lines(), 'Mia created Plan, Mia created Team, Mia edited Plan', 'leaves no line');
select tests.later(29);
select tests.affects(tests.set('Plan', 'content = ''abc'''), 1, 'Mia goes on 29 minutes later');
select tests.is((select count(*) from public.page_activity where kind = 'edited'), 1::bigint, 'in the same sitting');
select tests.ok((select happened_at > now() - interval '1 minute' and first_at < now() - interval '28 minutes'
  from public.page_activity where kind = 'edited'), 'the line knows its beginning and its end');
select tests.later(31);
select tests.affects(tests.set('Plan', 'content = ''abcd'''), 1, 'and 31 minutes later');
select tests.is((select count(*) from public.page_activity where kind = 'edited'), 2::bigint, 'in a new one');
select tests.act_as('Max');
select tests.affects(tests.set('Plan', 'content = ''abcde'''), 1, 'Max writes, too');
select tests.is(tests.lines(), 'Mia created Plan, Mia created Team, Mia edited Plan, Mia edited Plan, Max edited Plan', 'in a sitting of his own');

-- Names, places, the trash
select tests.act_as_owner();
delete from public.page_activity;
select tests.act_as('Max');
select tests.affects(tests.set('Plan', 'name = ''Road'''), 1, 'Max types a name');
select tests.affects(tests.set('Road', 'name = ''Roadmap'''), 1, 'and goes on');
select tests.is(tests.lines(), 'Max renamed Roadmap (Plan>Roadmap)', 'one line names the first and the last name');
select tests.affects(tests.set('Roadmap', 'name = ''Plan'''), 1, 'Max takes it back');
select tests.is(tests.lines(), null, 'and no line is left');
select tests.affects(tests.set('Plan', 'name = ''Roadmap'', content = ''New'''), 1, 'a name and a text at once');
select tests.is((select string_agg(kind, ' ' order by kind) from public.page_activity), 'edited renamed', 'are two lines');
select tests.act_as_owner();
delete from public.page_activity;
select tests.act_as('Mia');
select tests.affects(tests.add('Step', 'Roadmap'), 1, 'a page beneath');
select tests.affects(tests.set('Roadmap', 'parent_id = tests.id(''Team'')'), 1, 'Mia moves a page with the pages beneath it');
select tests.affects(tests.set('Team', 'is_archived = true'), 1, 'and archives the page above');
select tests.affects(tests.set('Team', 'is_archived = false'), 1, 'and restores it');
select tests.affects(tests.set('Roadmap', 'parent_id = null'), 1, 'and moves the page back');
select tests.is(tests.lines(),
  'Mia created Step, Mia moved Roadmap <Team, Mia archived Team, Mia restored Team, Mia moved Roadmap', 'one line each');

-- Reading and writing it
select tests.act_as('Olga');
select tests.is((select count(*) from public.page_activity), 5::bigint, 'every member reads it');
select tests.act_as('Otto');
select tests.is((select count(*) from public.page_activity), 0::bigint, 'an outsider does not');
select tests.act_as_anon();
select tests.throws('select * from public.page_activity', '42501', 'nor does a stranger');
select tests.act_as('Olga');
select tests.throws($$insert into public.page_activity (organization_id, page_id, actor_id, kind)
  select organization_id, page_id, actor_id, kind from public.page_activity$$, '42501', 'nobody adds a line');
select tests.throws($$update public.page_activity set kind = 'edited'$$, '42501', 'nor changes one');
select tests.throws('delete from public.page_activity', '42501', 'nor takes one away');
select tests.throws('select private.record_changed_page(null, null)', '42501', 'nor calls the function that adds them');

-- Privacy
select tests.act_as_owner();
delete from public.page_activity;
select tests.act_as('Mia');
select tests.affects(tests.add('Fire Max', null, 'private'), 1, 'Mia adds a private page');
select tests.affects(tests.add('Why', 'Fire Max'), 1, 'and one beneath it');
select tests.affects(tests.set('Why', 'content = ''Hm'''), 1, 'and writes');
select tests.is((select count(*) from public.page_activity), 3::bigint, 'Mia reads it');
select tests.act_as('Max');
select tests.is(tests.lines(), null, 'Max does not');
select tests.act_as('Olga');
select tests.is(tests.lines(), null, 'nor does the owner');
select tests.act_as('Mia');
select tests.affects(tests.set('Fire Max', 'name = ''Praise Max'', visibility = ''workspace'''), 1, 'Mia renames it and shows it to everyone at once');
select tests.act_as('Max');
select tests.is(tests.lines(), null, 'Max reads no line, and no name, from before');
select tests.act_as('Mia');
select tests.affects(tests.set('Praise Max', 'content = ''Well done'''), 1, 'Mia writes on');
select tests.affects(tests.set('Roadmap', 'parent_id = tests.id(''Praise Max'')'), 1, 'and moves a page there');
select tests.act_as('Max');
select tests.is(tests.lines(), 'Mia edited Praise Max, Mia moved Roadmap <Praise Max', 'Max reads the lines that came after');
select tests.act_as('Mia');
select tests.affects(tests.set('Roadmap', 'parent_id = null'), 1, 'Mia moves that page away again');
select tests.affects(tests.set('Praise Max', 'visibility = ''private'''), 1, 'and hides the other');
select tests.act_as('Max');
select tests.is(tests.lines(), 'Mia moved Roadmap, Mia moved Roadmap', 'its lines go with it, and its name from the others');
-- Asked alone, without the pages that `tests.lines` looks at as well.
select tests.is((select string_agg(kind, ' ') from public.page_activity), 'moved moved', 'also when nothing else is asked for');

-- Members read when a page becomes public, or no longer is.
select tests.act_as_owner();
delete from public.page_activity;
select tests.act_as('Max');
select tests.affects(tests.set('Roadmap', 'visibility = ''public'''), 1, 'Max makes Mia''s page public');
select tests.affects(tests.set('Roadmap', 'visibility = ''public'''), 1, 'once');
select tests.act_as('Mia');
select tests.is(tests.lines(), 'Max published Roadmap', 'Mia reads that');
select tests.affects(tests.set('Roadmap', 'visibility = ''workspace'''), 1, 'she takes it back');
select tests.affects(tests.add('Open', null, 'public'), 1, 'and adds one that is public from the start');
select tests.affects(tests.set('Praise Max', 'visibility = ''public'''), 1, 'and shows a private one to everyone at once');
select tests.affects(tests.add('Below', 'Praise Max', 'private'), 1, 'with a private one beneath it');
select tests.affects(tests.add('Deep', 'Below', 'public'), 1, 'and a public one beneath that, which stays private');
select tests.act_as('Max');
select tests.is(tests.lines(), 'Max published Roadmap, Mia unpublished Roadmap, Mia created Open, Mia published Open, Mia published Praise Max',
  'the readers of those pages read all of it');
select tests.act_as('Mia');
select tests.affects(tests.set('Praise Max', 'visibility = ''private'''), 1, 'Mia hides the page again');
select tests.act_as('Max');
select tests.is(tests.lines(), 'Max published Roadmap, Mia unpublished Roadmap, Mia created Open, Mia published Open', 'and its lines with it');

-- The line of a page deleted for good has its name, and its other lines go with it.
select tests.act_as_owner();
delete from public.page_activity;
select tests.act_as('Mia');
select tests.affects(tests.add('Old', null), 1, 'Mia adds a page');
select tests.affects(tests.add('Older', 'Old'), 1, 'and one beneath it');
select tests.affects(tests.add('Diary', null, 'private'), 1, 'and a private one');
select tests.affects(tests.add('Entry', 'Diary'), 1, 'with one beneath it');
select tests.affects(tests.add('Scrap', null), 1, 'and another');
select tests.act_as('Max');
select tests.affects(tests.set('Old', 'is_archived = true'), 1, 'Max puts hers into the trash');
select tests.is(public.delete_page_for_good(tests.id('Old')), 2, 'and deletes it for good');
select tests.is(tests.deletions(), 'Max deleted Old', 'one line tells that, of the page that he chose');
select tests.is(tests.lines(), 'Mia created Scrap', 'and the page''s own lines are gone');
select tests.act_as('Mia');
select tests.is(tests.deletions(), 'Max deleted Old', 'Mia reads that it was Max');
select tests.affects(tests.set('Entry', 'is_archived = true'), 1, 'Mia throws away a page that only she saw');
select tests.affects(tests.set('Diary', 'is_archived = true'), 1, 'page by page');
select tests.affects(tests.set('Scrap', 'is_archived = true'), 1, 'and one that everyone saw');
select tests.is(public.empty_trash(current_setting('story.org')::uuid), 3, 'and empties the trash');
select tests.is(tests.deletions(), 'Mia deleted Diary, Mia deleted Entry, Max deleted Old, Mia deleted Scrap', 'she reads each line');
select tests.act_as('Max');
select tests.is(tests.deletions(), 'Max deleted Old, Mia deleted Scrap', 'nobody else reads about pages that were hers alone');
select tests.act_as('Otto');
select tests.is(tests.deletions(), null, 'an outsider reads nothing');
select tests.act_as('Max');
select tests.throws($$update public.page_activity set kind = 'deleted', page_id = null$$, '42501', 'nobody makes such a line by hand');
select tests.act_as_owner();
select tests.throws($$insert into public.page_activity (organization_id, kind) values (current_setting('story.org')::uuid, 'created')$$, '23514', 'every other line has its page');

-- Looks
select tests.act_as_owner();
delete from public.page_activity;
select tests.act_as('Max');
select tests.affects(tests.add('Banner'), 1, 'Max adds a page');
select tests.affects(tests.set('Banner', 'icon = ''🚀'''), 1, 'Max gives a page an icon');
select tests.affects(tests.set('Banner', 'cover = ''dusk'', is_full_width = true'), 1, 'and a cover');
select tests.affects(tests.set('Banner', 'is_locked = true'), 1, 'and locks it');
select tests.is(tests.lines(), 'Max created Banner, Max styled Banner, Max locked Banner', 'a sitting and an act');
select tests.affects(tests.set('Banner', 'is_locked = false, cover = ''dusk'''), 1, 'Max unlocks it');
select tests.is(tests.lines(), 'Max created Banner, Max styled Banner, Max locked Banner, Max unlocked Banner', 'which is told, too');
select tests.affects(tests.set('Banner', 'icon = null, cover = null, is_full_width = false'), 1, 'and takes the look away');

-- The operator, deleted pages, deleted accounts
select tests.act_as_owner();
update public.pages set content = 'by the operator' where name = 'Step';
select tests.is((select count(*) from public.page_activity where page_id = tests.id('Step')), 0::bigint, 'the operator leaves no lines');
delete from public.page_activity where kind = 'deleted';
delete from public.pages where name = 'Praise Max';
select tests.is((select count(*) from public.page_activity where page_id not in (select id from public.pages)), 0::bigint,
  'lines go with their page');
select tests.act_as('Max');
select tests.affects(tests.set('Step', 'content = ''last'''), 1, 'Max writes a last time');
select tests.act_as_owner();
delete from auth.users where id = tests.user_id('Max');
select tests.act_as('Olga');
select tests.ok((select actor_id is null from public.page_activity where page_id = tests.id('Step')), 'a line outlives its actor''s account');
