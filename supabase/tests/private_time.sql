-- Words that a page had while one person alone saw it, and lost before others did. Mia writes them into each place that there is, takes
-- them back, and shows the page. Then Max, a member of the same workspace, asks everything that the catalogue says he may:
-- each table and each function. So a table or a function that comes later is asked, too.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.org() returns uuid language sql stable as $$ select current_setting('story.org')::uuid $$;
create function tests.page() returns uuid language sql stable as $$ select md5(current_setting('story.way'))::uuid $$;
create function tests.file() returns uuid language sql stable as $$ select md5('file' || current_setting('story.way'))::uuid $$;
create function tests.version() returns timestamptz language sql stable security definer as $$
  select updated_at from public.pages where id = tests.page()
$$;
create function tests.document() returns public.page_documents language sql stable security definer as $$
  select document from public.page_documents as document where page_id = tests.page()
$$;
create function tests.document_of(page uuid) returns public.page_documents language sql stable security definer as $$
  select document from public.page_documents as document where page_id = document_of.page
$$;

-- No answer may have these: the word, as it is and as base64 at each of three places, and the names of the private document and the file.
create function tests.gives_away(answer text) returns boolean language sql stable as $$
  select exists (
    select from unnest(
      array['quarzfalter', current_setting('story.epoch'), tests.file()::text, encode('quarzfalter', 'hex')]
      || array(
        select substr(encode(convert_to(repeat('x', place) || 'quarzfalter', 'UTF8'), 'base64'), 5, 8)
        from generate_series(1, 3) as place)
    ) as secret where position(lower(secret) in lower(replace(answer, E'\\n', ''))) > 0
  )
$$;

create function tests.answer(statement text) returns text language plpgsql as $$
declare
  answer text;
begin
  execute statement into answer;
  return answer;
exception when others then
  return sqlstate || ' ' || sqlerrm;
end
$$;

-- The columns of each table that the caller may read, and what functions of its rows add.
create function tests.tables_that_give_away() returns setof text language plpgsql as $$
declare
  known record;
begin
  for known in
    select class.oid, class.oid::regclass::text as name,
      string_agg(format('%I', attribute.attname), ', ') filter (where has_column_privilege(class.oid, attribute.attnum, 'select')) as columns,
      (
        select string_agg(format(', %s(row)', routine.oid::regproc), '')
        from pg_proc as routine
        where routine.pronargs = 1 and routine.proargtypes[0] = class.reltype
          and routine.pronamespace = 'public'::regnamespace and has_function_privilege(routine.oid, 'execute')
      ) as computed
    from pg_class as class
    join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
    where class.relkind in ('r', 'v', 'p') and class.relnamespace in ('public'::regnamespace, 'storage'::regnamespace)
    group by class.oid
  loop
    if known.columns is not null then
      return query select known.name where tests.gives_away(
        tests.answer(format('select jsonb_agg(to_jsonb(known))::text from (select %s%s from %s as row) as known',
          known.columns, known.computed, known.name)));
    end if;
  end loop;
end
$$;

-- A call that may change something is undone, and what the tables say after it is heard as well.
create function tests.hears_from(statement text, may_change boolean) returns text language plpgsql as $$
declare
  answer text;
begin
  begin
    execute statement into answer;
    if may_change then
      answer := concat_ws(' ', answer, (select 'quarzfalter in ' || string_agg(name, ', ') from tests.tables_that_give_away() as name));
    end if;
    raise exception using errcode = 'P0999', message = coalesce(answer, '');
  exception
    when sqlstate 'P0999' then return sqlerrm;
    when others then return sqlstate || ' ' || sqlerrm;
  end;
end
$$;

-- A value for an argument, as SQL.
create function tests.argument(name text, type regtype, number integer) returns text language sql stable as $$
  select case
    when name in ('epoch', 'known_epoch', 'known_head', 'seen_head', 'head') then format('%L::uuid', current_setting('story.epoch'))
    when name = 'page_id' then format('%L::uuid', tests.page())
    when name = 'file_id' then format('%L::uuid', tests.file())
    when name in ('organization_id', 'workspace_id') then format('%L::uuid', tests.org())
    when type = 'uuid'::regtype then 'gen_random_uuid()'
    when type = 'uuid[]'::regtype then format('array[%L]::uuid[]', tests.page())
    when type = 'text[]'::regtype then $a$array['Quarzfalter']$a$
    when name in ('update', 'state') then $a$'AAA='$a$
    when type = 'text'::regtype then $a$'Quarzfalter'$a$
    when type = 'timestamptz'::regtype then format('%L::timestamptz', tests.version())
    when type in ('bigint'::regtype, 'integer'::regtype) then number::text
    when type = 'boolean'::regtype then case number when 0 then 'false' else 'true' end
    when type = 'jsonb'::regtype then $a$'{}'$a$
    else 'null::' || type end
$$;

create function tests.functions_that_give_away(with_changes boolean) returns setof text language plpgsql as $$
declare
  known record;
  number integer;
  answer text;
begin
  for known in
    select routine.oid, routine.proname::text as name, routine.provolatile = 'v' and 'page_id' = any (routine.proargnames) as may_change, routine.proargnames as names,
      routine.proargtypes::oid[] as types
    from pg_proc as routine
    where routine.pronamespace = 'public'::regnamespace and has_function_privilege(routine.oid, 'execute')
      and routine.prorettype <> 'trigger'::regtype and routine.proname not like 'operator\_%'
      and (routine.provolatile <> 'v' or 'page_id' = any (routine.proargnames))
      and (with_changes or routine.provolatile <> 'v')
      and not exists (select from pg_class as class where class.reltype = routine.proargtypes[0])
      and not exists (select from pg_depend as part where part.objid = routine.oid and part.deptype = 'e')
  loop
    for number in 0 .. case when known.may_change then 0 else 1 end loop
      answer := tests.hears_from(format('select jsonb_agg(to_jsonb(answer))::text from public.%I(%s) as answer', known.name, (
        select string_agg(tests.argument(known.names[place], known.types[place - 1]::regtype, number), ', ' order by place)
        from generate_series(1, coalesce(array_length(known.types, 1), 0)) as place
      )), known.may_change);
      if tests.gives_away(answer) or known.name = 'search_pages' and answer <> '' then
        return next known.name || ': ' || left(answer, 100);
      end if;
    end loop;
  end loop;
end
$$;

create function tests.hears(with_changes boolean default false) returns text language sql as $$
  select string_agg(heard, ' | ') from (
    select 'table ' || tests.tables_that_give_away() as heard
    union all
    select tests.functions_that_give_away(with_changes)
  ) as all_heard
$$;
-- The messages on channels that the caller may join.
create function tests.is_told() returns text language plpgsql as $$
declare
  found text := '';
  told record;
begin
  for told in select * from tests.messages() loop
    if private.may_join_channel(told.topic) and tests.gives_away(told.payload) then
      found := found || told.topic || ' ' || told.payload;
    end if;
  end loop;
  return nullif(found, '');
end
$$;
create function tests.messages() returns table (topic text, payload text) language sql stable security definer as $$
  select message.topic, message.payload::text from realtime.messages as message
$$;

-- The ways in which others come to see a page: what is there before, and what shows the page.
create table tests.ways (way text, before text, shows text);
grant select on tests.ways to authenticated, anon;
insert into tests.ways values
  ('it is shown', 'private', $$update public.pages set visibility = 'workspace' where id = tests.page()$$),
  ('it is public', 'private', $$update public.pages set visibility = 'public' where id = tests.page()$$),
  ('it is shown with its last change', 'private',
    $$update public.pages set visibility = 'workspace', name = 'Plan', description = '', content = 'Nothing else' where id = tests.page()$$),
  ('its parent is shown', 'beneath', $$update public.pages set visibility = 'workspace' where id = md5('above' || current_setting('story.way'))::uuid$$),
  ('it is moved out', 'beneath', $$update public.pages set parent_id = null where id = tests.page()$$),
  ('it is shown a second time', 'shown', $$update public.pages set visibility = 'workspace' where id = tests.page()$$);

create function tests.save(words text, seen bigint, texts jsonb) returns boolean language sql as $$
  select is_taken from public.save_page_document(tests.page(), (tests.document()).epoch, seen, tests.version(),
    encode(convert_to(words, 'UTF8'), 'base64'), texts)
$$;

create function tests.tell(way tests.ways) returns setof text language plpgsql as $$
declare
  above uuid := md5('above' || way.way)::uuid;
  with_word constant text := format(E'---\naliases: [Quarzfalter]\n---\n[[Quarzfalter]] and ![Quarzfalter](/files/%s/Quarzfalter.png)',
    md5('file' || way.way)::uuid);
begin
  perform set_config('story.way', way.way, true), set_config('story.epoch', gen_random_uuid()::text, true);
  perform tests.act_as('Mia');
  if way.before = 'beneath' then
    insert into public.pages (id, organization_id, name, visibility) values (above, tests.org(), 'Above', 'private');
  end if;
  insert into public.pages (id, organization_id, parent_id, name, visibility)
  values (tests.page(), tests.org(), case way.before when 'beneath' then above end, 'Plan',
    case way.before when 'private' then 'private' else 'workspace' end);
  if way.before = 'shown' then
    perform tests.act_as('Max');
    perform public.open_page_document(tests.page());
    perform tests.act_as('Mia');
    update public.pages set visibility = 'private' where id = tests.page();
  end if;
  insert into public.page_origins (page_id, name, path, changes, files)
  values (tests.page(), 'Quarzfalter', 'Quarzfalter.md', '[["Quarz", "Quarzfalter"]]', jsonb_build_object(tests.file(), 'Quarzfalter.png'));
  perform public.add_page_file(tests.page(), tests.file(), 'Quarzfalter.png', 'image/png', 9);
  perform public.open_page_document(tests.page());
  if way.before <> 'shown' then
    perform set_config('story.epoch', (tests.document()).epoch::text, true);
  end if;
  perform tests.save('Quarzfalter', 0,
    jsonb_build_object('name', 'Quarzfalter', 'description', 'Quarzfalter', 'content', with_word));
  perform tests.work_off_pages();
  return query select tests.ok(tests.gives_away(string_agg(name, ' ')) is not true and count(*) > 5, 'Mia reads the word in many places, when ' || way.way)
  from tests.tables_that_give_away() as name;
  if way.shows not like '%content%' then
    perform tests.save('without', 1, jsonb_build_object('name', 'Plan', 'description', '', 'content', 'Nothing'));
  end if;
  execute way.shows;
  perform tests.act_as('Max');
  return query select tests.is((select count(*) from public.pages where id = tests.page()), 1::bigint, 'Max sees the page, when ' || way.way);
  return query select tests.is(tests.hears(true), null, 'and no word of before, when ' || way.way);
  return query select tests.is(tests.is_told(), null, 'nor is he told one, when ' || way.way);
  perform tests.work_off_pages();
  return query select tests.is(tests.hears(), null, 'nor later, when ' || way.way);
  if way.shows like '%public''%' then
    perform tests.act_as_anon();
    return query select tests.is(tests.hears(), null, 'nor does anybody without an account, when ' || way.way);
  end if;
  perform tests.act_as_owner();
  delete from public.pages;
end
$$;
select tests.tell(known) from tests.ways as known;
