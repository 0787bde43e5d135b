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
select tests.act_as('Olga');

-- One request
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

-- Nobody else
select tests.act_as('Otto');
select set_config('story.org', tests.first_organization('Otto')::text, true);
select tests.affects(tests.add(1, 1), 1, 'another workspace has its own room');
select tests.throws('select private.limit_of(''workspace_megabytes'')', '42501', 'nobody asks for limits');
select tests.throws('select private.bytes_in(tests.first_organization(''Olga''))', '42501', 'or for the room that others use');
