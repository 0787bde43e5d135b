-- How much one request may write, and a workspace hold. Olga has one workspace, and Otto another.

select tests.create_user(name) from unnest(array['Olga', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select set_config('trellis.request_megabytes', '3', true);
-- A megabyte that cannot be compressed.
create function tests.megabyte(seed integer) returns text language sql immutable as $$
  select string_agg(encode(sha256(convert_to(seed || '-' || n, 'UTF8')), 'hex'), '') from generate_series(1, 16384) as n
$$;
create function tests.add(pages integer, megabytes integer) returns text language sql as $$
  select format(
    'insert into public.pages (organization_id, name, content) select %L, ''Page'', repeat(tests.megabyte(n), %s) from generate_series(1, %s) as n',
    current_setting('story.org'), megabytes, pages)
$$;
create function tests.note_origin(seeds text) returns text language sql as $$
  select format('insert into public.page_origins (page_id, name, path, changes)
    select id, name, '''', jsonb_build_array(%s) from public.pages order by id limit 1', seeds)
$$;
select tests.act_as('Olga');

-- A single request
select tests.throws(tests.add(4, 1), 'TR040', 'four megabytes at once are too much');
select tests.affects(tests.add(1, 1), 1, 'one is not');
select tests.affects(tests.add(1, 1), 1, 'and neither is the next one');
select tests.throws('insert into public.pages (organization_id, name, content) select organization_id, name, content || n
  from public.pages, generate_series(1, 9) as n where content <> ''''', 'TR040', 'copies count');
select tests.affects('update public.pages set parent_id = null, order_index = order_index + 1', 2, 'a move writes no text');

-- A workspace
select set_config('trellis.workspace_megabytes', '3', true);
select tests.throws(tests.add(2, 1), 'TR041', 'a workspace holds so much, and no more');
select tests.throws('update public.pages set content = reverse(content)', 'TR041', 'it has no room to keep overwritten texts either');
select tests.affects('update public.pages set name = ''Another''', 2, 'a name needs no room');
select tests.affects('update public.pages set content = ''short''', 2, 'a page can be made short');
select tests.affects('update public.pages set is_archived = true', 2, 'and go to the trash');
select tests.is(public.empty_trash(current_setting('story.org')::uuid), 2, 'and be deleted for good');
select tests.affects(tests.add(2, 1), 2, 'then there is room again');
select tests.throws(tests.note_origin('tests.megabyte(7), tests.megabyte(8)'), 'TR041', 'where a page came from needs room');
select tests.affects(tests.note_origin('left(tests.megabyte(7), 900000)'), 1, 'and takes it');
select tests.throws(tests.add(1, 1), 'TR041', 'from pages as well');
update public.pages set is_archived = true;
select tests.is(public.empty_trash(current_setting('story.org')::uuid), 2, 'it goes with its page');
select tests.affects(tests.add(1, 1), 1, 'which gives the room back');
select set_config('story.page', (select id::text from public.pages limit 1), true);
select tests.act_as_owner();
create function tests.grows(change text) returns bigint language plpgsql as $$
declare
  before constant bigint := private.bytes_in(current_setting('story.org')::uuid);
begin
  execute change;
  return private.bytes_in(current_setting('story.org')::uuid) - before;
end
$$;
select tests.ok(tests.grows(change) >= 1000, told)
from (values
  ($$update public.pages set description = left(tests.megabyte(1), 1000)$$, 'a description takes room'),
  ($$update public.page_versions set description = left(tests.megabyte(1), 1000)$$, 'also in a version'),
  ($$insert into public.page_activity (organization_id, page_id, kind, old_name, new_name)
    select organization_id, id, 'renamed', repeat('a', 400), repeat('b', 400) from public.pages$$, 'and so does a new name, in the activity'),
  ($$insert into public.page_notion_syncs (page_id, organization_id, notion_page_id, local_name, local_text, remote_name, remote_text)
    select id, organization_id, 'x', 'x', 'x', 'x', left(tests.megabyte(1), 1000) from public.pages$$, 'what Notion said'),
  ($$insert into public.page_files (id, organization_id, page_id, name, media_type, bytes, object_name)
    select gen_random_uuid(), organization_id, id, 'x', 'x/x', 0, 'x' from public.pages$$, 'and an empty file')) as changes (change, told);
select tests.throws($$insert into storage.objects (bucket_id, name, user_metadata) values ('avatars', 'x', jsonb_build_object('note', repeat('x', 1024)))$$,
  'P0001', 'the notes of a file are short');

-- Nobody else
select tests.act_as('Otto');
select set_config('story.org', tests.first_organization('Otto')::text, true);
select tests.affects(tests.add(1, 1), 1, 'another workspace has its own room');
select tests.throws('select private.limit_of(''workspace_megabytes'')', '42501', 'nobody asks for limits');
select tests.throws('select private.bytes_in(tests.first_organization(''Olga''))', '42501', 'or for the room that others use');
