-- Saving a page once. Mia and Max are members of Olga's workspace, Otto is an outsider. A save's answer is written as
-- "last save, text", where save 1 is the id that ends with 1, and a version as v0, v1 …, in the order in which they
-- came.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create table tests.versions (number integer generated always as identity (start with 0 minvalue 0), version timestamptz);
grant select, insert on tests.versions to authenticated;
create function tests.uuid(number integer) returns uuid language sql immutable as $$
  select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid
$$;
create function tests.page(name text) returns uuid language sql stable security definer as $$
  select page.id from public.pages as page where page.name = $1
$$;
create function tests.text_of(name text) returns text language sql stable security definer as $$
  select page.content from public.pages as page where page.name = $1
$$;
create function tests.saves(browser integer, save integer, version integer, texts jsonb, begins boolean default false) returns text
language plpgsql as $$
declare
  answer record;
begin
  select * into answer from public.save_page(
    current_setting('story.page')::uuid, tests.uuid(browser), tests.uuid(save),
    (select versions.version from tests.versions where number = $3), texts, begins);
  if not found then
    return 'no such page';
  end if;
  insert into tests.versions (version) select answer.version
  where not exists (select from tests.versions where versions.version = answer.version);
  return concat_ws(', ', coalesce(right(answer.last_save::text, 1), 'none'), answer.name, answer.description, answer.content);
end
$$;

select tests.act_as('Mia');
select tests.affects(
  format('insert into public.pages (organization_id, name, content) values (%L, ''Plan'', ''Hello'')', current_setting('story.org')),
  1, 'Mia adds a page');
select set_config('story.page', tests.page('Plan')::text, true);
insert into tests.versions (version) select updated_at from public.pages where name = 'Plan';

-- A save, and the same once more
select tests.is(tests.saves(1, 1, 0, '{"content": "Hello World"}'), '1', 'she saves, and the answer does not repeat her text');
select tests.is(tests.text_of('Plan'), 'Hello World', 'the text is there');
select tests.is(tests.saves(1, 1, 0, '{"content": "Hello World"}'), '1, Plan, , Hello World',
  'sent once more after a lost answer, it is known, and not written again');
select tests.act_as('Max');
select tests.is(tests.saves(2, 2, 1, '{"content": "Hello, World!"}'), '2', 'Max corrects it');
select tests.act_as('Mia');
select tests.is(tests.saves(1, 1, 0, '{"content": "Hello World"}'), '1, Plan, , Hello, World!',
  'after someone else''s correction it is still known');
select tests.is(tests.saves(1, 3, 1, '{"content": "Hello World."}'), '1, Plan, , Hello, World!',
  'a save on an old version is refused, and names the last version');
select tests.is(tests.text_of('Plan'), 'Hello, World!', 'and changes nothing');
select tests.is(tests.saves(3, 4, 1, '{"content": "Another tab"}'), 'none, Plan, , Hello, World!',
  'a browser without any taken save learns that');
select tests.is(tests.saves(2, 5, 1, '{}'), 'none, Plan, , Hello, World!', 'nobody learns of another person''s saves');

-- The texts of a save
select tests.is(tests.saves(1, 6, 2, '{"name": "Roadmap", "description": "Until May"}'), '6', 'name and description are texts, too');
select tests.is((select concat_ws(', ', name, description, content) from public.pages where name = 'Roadmap'),
  'Roadmap, Until May, Hello, World!', 'texts that are not sent stay');
select tests.is(tests.saves(1, 7, 3, '{"description": ""}'), '7', 'a description can be emptied');
select tests.is((select description from public.pages where name = 'Roadmap'), '', 'then it is empty');
select tests.is(tests.saves(1, 8, 4, '{"is_archived": true, "created_by": null, "content": "Last"}'), '8', 'other columns are ignored');
select tests.is((select concat_ws(', ', is_archived, content) from public.pages where name = 'Roadmap'), 'f, Last', 'only texts are saved');
select tests.throws(format('select public.save_page(%L, null, null, now(), ''{}'')', current_setting('story.page')), '22004',
  'a save without an id is refused');
select tests.throws(
  format('select public.save_page(%L, %L, %L, (select max(version) from tests.versions), jsonb_build_object(''name'', repeat(''x'', 501)))',
    current_setting('story.page'), tests.uuid(1), tests.uuid(9)), '23514', 'a name that is too long as well');
select tests.is(tests.saves(1, 9, 0, '{}'), '8, Roadmap, , Last', 'and is not the last save');

-- A version of its own
select tests.is(
  (select count(*) from public.page_versions as version
    where page_id = current_setting('story.page')::uuid and version.content = 'Last'), 1::bigint,
  'a version holds the text');
select tests.act('authenticated', jsonb_build_object(
  'sub', tests.user_id('Mia'), 'role', 'authenticated', 'session_id', 'desk')::text);
select tests.is(tests.saves(1, 1, 5, '{"content": "Last one"}'), '1', 'Mia goes on at her desk');
select tests.is(tests.saves(1, 2, 6, '{"content": "Last two"}'), '2', 'and on');
select tests.is(tests.saves(1, 3, 7, '{"content": "Last 2"}', true), '3', 'then she replaces a word everywhere');
select tests.is(tests.saves(1, 4, 8, '{"content": "Last 2!"}'), '4', 'and writes on');
select tests.is(
  (select string_agg(version.content, ', ' order by updated_at) from public.page_versions as version
    where page_id = current_setting('story.page')::uuid and version.content like 'Last %'),
  'Last two, Last 2!', 'the text from before the replacement is kept');

-- Refused callers
select tests.act_as('Otto');
select tests.is(tests.saves(1, 1, 9, '{"content": "Otto was here"}'), 'no such page', 'to an outsider there is no such page');
select tests.act_as('Mia');
select tests.affects('update public.pages set visibility = ''private'' where name = ''Roadmap''', 1, 'Mia hides the page');
select tests.act_as('Max');
select tests.is(tests.saves(2, 1, 9, '{"content": "Max was here"}'), 'no such page', 'nor for a person from whom it is hidden');
select tests.act_as('Mia');
select tests.is(tests.text_of('Roadmap'), 'Last 2!', 'its text is unchanged');
select tests.affects('update public.pages set is_archived = true where name = ''Roadmap''', 1, 'Mia deletes it');
select tests.is(tests.saves(1, 5, 9, '{"content": "Too late"}'), 'no such page', 'a page in the trash is not saved');
select tests.act_as_anon();
select tests.throws(
  format('select public.save_page(%L, %L, %L, now(), ''{}'')', current_setting('story.page'), tests.uuid(1), tests.uuid(1)), '42501',
  'nobody saves without an account');
select tests.act_as('Max');
select tests.throws('select * from public.page_saves', '42501', 'no client reads the list of saves');

-- It stays short
select tests.act_as('Mia');
select tests.affects('update public.pages set is_archived = false where name = ''Roadmap''', 1, 'Mia restores the page');
select public.save_page(page.id, tests.uuid(writer), tests.uuid(1), page.updated_at, '{}')
from public.pages as page, generate_series(100, 199) as writer where page.name = 'Roadmap';
select tests.act_as_owner();
select tests.is((select count(*) from public.page_saves where saved_by = tests.user_id('Mia')), 50::bigint,
  'the latest fifty of many one-time browsers are known');
insert into public.pages (organization_id, name, content) values (current_setting('story.org')::uuid, 'Elsewhere', '');
insert into public.page_saves (page_id, writer, saved_by, last_save, saved_at)
select page.id, gen_random_uuid(), tests.user_id('Mia'), gen_random_uuid(), timestamptz '2000-01-01' + make_interval(secs => n)
from public.pages as page, generate_series(1, 2051) as n where page.name = 'Elsewhere';
select tests.act_as('Mia');
select public.save_page(page.id, tests.uuid(200), tests.uuid(1), page.updated_at, '{}') from public.pages as page where page.name = 'Roadmap';
select tests.act_as_owner();
select tests.is((select (count(*), min(saved_at))::text from public.page_saves where saved_by = tests.user_id('Mia')),
  (2000::bigint, timestamptz '2000-01-01 00:01:42')::text, 'and the latest two thousand of a person');
