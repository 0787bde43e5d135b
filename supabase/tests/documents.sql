-- The shared documents of pages. Mia and Max are members of Olga's workspace, Otto is an outsider. The database does
-- not understand updates, so they are words here. An answer is written as "taken written 2/1: 1 mia Hello, the texts",
-- where 2/1 are the newest update and the one that the page's texts hold.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.org() returns uuid language sql stable as $$ select current_setting('story.org')::uuid $$;
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = id.page
$$;
create function tests.version(page text) returns timestamptz language sql stable security definer as $$
  select updated_at from public.pages where name = version.page
$$;
create function tests.document(page text) returns public.page_documents language sql stable security definer as $$
  select document from public.page_documents as document where page_id = tests.id(page)
$$;
create function tests.add(page text, content text default '', visibility text default 'workspace') returns text language sql as $$
  insert into public.pages (organization_id, name, content, visibility)
  values (tests.org(), page, add.content, add.visibility);
  select 'added'
$$;
create function tests.name_of(person uuid) returns text language sql stable security definer as $$
  select split_part(email, '@', 1) from auth.users where id = person
$$;
-- Base64 of a word, and back.
create function tests.edits(word text) returns text language sql immutable as $$
  select encode(convert_to(word, 'UTF8'), 'base64')
$$;
create function tests.updates(updates jsonb) returns text language sql stable as $$
  select coalesce(string_agg(concat_ws(' ', one ->> 'number', tests.name_of((one ->> 'by')::uuid),
    convert_from(decode(one ->> 'update', 'base64'), 'UTF8')), ', ' order by place),
    case when updates is null then 'unknown' else '' end)
  from jsonb_array_elements(updates) with ordinality as log (one, place)
$$;
create function tests.opens(page uuid, epoch uuid default null, number bigint default null) returns text language plpgsql as $$
declare
  answer record;
begin
  select * into answer from public.open_page_document(page, opens.epoch, opens.number);
  if not found then
    return 'no such page';
  end if;
  return concat_ws(' ',
    case when answer.state is null then 'rest' else 'whole' end,
    answer.state_number || '/' || answer.texts_number || '/' || answer.number || ':',
    nullif(tests.updates(answer.updates), ''),
    case when answer.version <> answer.texts_version then 'other texts:' end,
    answer.name, answer.description, answer.content);
end
$$;
create function tests.saves(
  page text, seen bigint, update text default null, texts jsonb default null, begins boolean default false,
  adopts boolean default false, epoch uuid default null, based_on timestamptz default null, page_id uuid default null,
  needs_newest boolean default false
) returns text language plpgsql as $$
declare
  answer record;
begin
  select * into answer from public.save_page_document(
    coalesce(saves.page_id, tests.id(page)), coalesce(saves.epoch, (tests.document(page)).epoch), saves.seen,
    coalesce(saves.based_on, tests.version(page)), tests.edits(saves.update), saves.texts, begins, adopts,
    needs_newest => saves.needs_newest);
  if not found then
    return 'no such page';
  end if;
  if answer.epoch is distinct from (tests.document(page)).epoch or answer.number <> (tests.document(page)).number
    or answer.texts_number <> (tests.document(page)).texts_number
    or answer.texts_version <> (tests.document(page)).texts_version
    or answer.version <> (select updated_at from public.pages where id = coalesce(saves.page_id, tests.id(page))) then
    return 'an answer that is not so: ' || to_jsonb(answer)::text;
  end if;
  return concat_ws(' ',
    case when answer.is_taken then 'taken' else 'refused' end, case when answer.is_written then 'written' end,
    answer.number || '/' || answer.texts_number || ':', nullif(tests.updates(answer.updates), ''),
    answer.name, answer.description, answer.content);
end
$$;
create function tests.text_of(page text) returns text language sql stable security definer as $$
  select concat_ws(', ', description, content) from public.pages where name = text_of.page
$$;
-- Everything that a refused call must leave as it was.
create function tests.all_of(page text) returns text language sql stable security definer as $$
  select md5(concat(
    (select page from public.pages as page where id = tests.id(all_of.page)), tests.document(all_of.page),
    (select string_agg(log::text, ' ' order by number) from public.page_updates as log where page_id = tests.id(all_of.page)),
    (select string_agg(version::text, ' ' order by id) from public.page_versions as version where page_id = tests.id(all_of.page)),
    (select count(*) from realtime.messages)))
$$;
create function tests.keeps() returns text language sql as $$
  select set_config('story.kept', tests.all_of(current_setting('story.page')), true)
$$;
create function tests.kept(description text) returns text language sql as $$
  select tests.is(tests.all_of(current_setting('story.page')), current_setting('story.kept'), description)
$$;
-- The messages on the channels of pages since the last time this was asked: "page event keys".
create function tests.told() returns text language plpgsql security definer as $$
declare
  told text;
begin
  select string_agg(concat_ws(' ', (select page.name from public.pages as page join public.page_documents as document
        on document.page_id = page.id where 'page:' || document.channel = message.topic),
      message.event,
      (message.payload ->> 'number') || '/' || (message.payload ->> 'textsNumber'),
      tests.name_of((message.payload ->> 'by')::uuid),
      case when message.payload ? 'update' then convert_from(decode(message.payload ->> 'update', 'base64'), 'UTF8') end,
      case when message.payload ->> 'number' = message.payload ->> 'textsNumber' then 'and texts' end
    ), ', ' order by message.inserted_at, (message.payload ->> 'number')::bigint) into told
  from realtime.messages as message where message.private and message.topic like 'page:%';
  delete from realtime.messages;
  return told;
end
$$;
create function tests.versions(page text) returns text language sql security definer as $$
  select string_agg(concat_ws(' ', tests.name_of(version.created_by), '(' || (
      select string_agg(tests.name_of(person), ' ' order by tests.name_of(person))
      from public.page_version_authors where version_id = version.id
    ) || ')', version.content), ', ' order by version.updated_at)
  from public.page_versions as version where version.page_id = tests.id(page)
$$;
create function tests.activity(page text) returns text language sql security definer as $$
  select string_agg(tests.name_of(actor_id) || ' ' || kind, ', ' order by tests.name_of(actor_id), kind)
  from public.page_activity where page_id = tests.id(page)
$$;
create function tests.spell() returns trigger language plpgsql as $$
begin
  new.content := replace(new.content, 'teh', 'the');
  return new;
end
$$;
create function tests.compacts(up_to bigint, epoch uuid default null, state text default 'all') returns boolean language sql as $$
  select public.compact_page_document(
    tests.id('Plan'), coalesce(compacts.epoch, (tests.document('Plan')).epoch), compacts.up_to, tests.edits(compacts.state))
$$;
create function tests.hears(name text, topic text) returns boolean language plpgsql as $$
declare
  heard boolean;
begin
  perform tests.act_as_owner();
  insert into realtime.messages (topic, extension) values (hears.topic, 'broadcast');
  perform tests.act_as(name), set_config('realtime.topic', hears.topic, true);
  select count(*) > 0 into heard from realtime.messages as message where message.topic = hears.topic;
  perform tests.act_as_owner();
  delete from realtime.messages as message where message.topic = hears.topic;
  perform tests.act_as(name);
  return heard;
end
$$;
create function tests.speaks(extension text default 'broadcast') returns text language sql as $$
  select format('insert into realtime.messages (topic, extension) values (%L, %L)', current_setting('realtime.topic'), extension)
$$;
create function tests.channel(page text) returns text language sql as $$ select 'page:' || (tests.document(page)).channel $$;
create function tests.tries() returns text language sql as $$
  select concat_ws(', ', tests.opens(tests.id('Plan')), tests.saves('Plan', 12, 'never', '{"content": "Never"}'),
    tests.saves('Plan', 12, 'never', '{"content": "Never"}', adopts => true),
    public.compact_page_document(tests.id('Plan'), current_setting('story.epoch')::uuid, 12, 'AAAA'),
    public.restart_page_document(tests.id('Plan'), current_setting('story.epoch')::uuid))
$$;
create function tests.former(page text, epoch text) returns text language sql as $$
  select coalesce((
    select concat_ws(' ', octet_length(decode(former.state, 'base64')), 'bytes', (
      select string_agg(convert_from(decode(update, 'base64'), 'UTF8'), ', ' order by place)
      from jsonb_array_elements_text(former.updates) with ordinality as log (update, place)))
    from public.open_former_document(coalesce(tests.id(page), gen_random_uuid()), former.epoch::uuid) as former), 'nothing')
$$;
create function tests.rest(page text, hours integer) returns text language sql security definer as $$
  update public.page_documents set updated_at = updated_at - make_interval(hours => hours) where page_id = tests.id(page);
  select 'rested'
$$;
create function tests.noise(bytes integer) returns text language sql immutable as $$
  select left(string_agg(encode(sha256(convert_to(n::text, 'UTF8')), 'hex'), ''), bytes)
  from generate_series(1, bytes / 64 + 1) as n
$$;
create function tests.sends(seen bigint, update text) returns text language sql as $$
  select format('select public.save_page_document(%L, %L, %s, %L, tests.edits(%s), %L)', tests.id('Plan'),
    (tests.document('Plan')).epoch, seen, tests.version('Plan'), update, '{"content": "Too much"}')
$$;
create function tests.replaces(up_to bigint, state text) returns text language sql as $$
  select format('select public.compact_page_document(%L, %L, %s, tests.edits(%s))',
    tests.id('Plan'), (tests.document('Plan')).epoch, up_to, state)
$$;

-- Calls every function that a client or one of those may call, with a page, a document and all else that the caller can know:
-- the names of those whose answer holds something of the page's document, or that changed it to another than a new one.
-- Everything that a call does is undone.
create function tests.blabs(page text, known_epoch uuid, words text[]) returns text language plpgsql as $$
declare
  document constant public.page_documents := tests.document(page);
  called record;
  answer text;
  blabbing text[] := '{}';
begin
  for called in
    select proc.oid::regprocedure::text as signature, format('select string_agg(answer::text, '' '') from %s(%s) as answer',
      proc.oid::regproc, (
        select string_agg(format('%I => %s', name, value), ', ')
        from unnest(proc.proargnames, proc.proargtypes::oid[]) as argument (name, type)
        cross join lateral (select coalesce(
          case when type = 'uuid'::regtype then case
            when name ~ 'epoch|replaced' then format('%L::uuid', epoch)
            when name ~ 'organization|workspace' then format('%L::uuid', tests.org())
            when name ~ 'page' then format('%L::uuid', tests.id(page))
            else 'null::uuid' end end,
          case type
            when 'uuid[]'::regtype then format('array[%L::uuid]', tests.id(page))
            when 'text'::regtype then quote_literal(tests.edits('mine'))
            when 'jsonb'::regtype then quote_literal('{}')
            when 'boolean'::regtype then 'false'
            when 'bigint'::regtype then number::text
            when 'timestamptz'::regtype then format('%L::timestamptz', tests.version(page))
          end, format('null::%s', type::regtype))) as arguments (value)
        where type is not null
      )) as call
    from pg_proc as proc
    cross join unnest(array[known_epoch, gen_random_uuid()]) as epoch
    cross join generate_series(0, document.number) as number
    where proc.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and proc.prokind = 'f'
      and 'uuid'::regtype = any (proc.proargtypes::oid[])
      and has_function_privilege('authenticated', proc.oid, 'EXECUTE')
  loop
    begin
      execute called.call into answer;
      if (tests.document(page)).epoch = document.epoch and tests.document(page) is distinct from document then
        answer := concat(answer, ' ', document.epoch);
      end if;
      raise exception using errcode = 'TS001';
    exception
      when sqlstate 'TS001' then null;
      when others then answer := null;
    end;
    if answer like any (words || ('%' || document.epoch || '%')) then
      blabbing := blabbing || called.signature;
    end if;
  end loop;
  return (select string_agg(distinct name, ', ' order by name) from unnest(blabbing) as name);
end
$$;

-- Beginning
select tests.act_as('Mia');
select tests.add('Plan', 'Hello');
select set_config('story.page', 'Plan', true);
select tests.is(tests.opens(tests.id('Plan')), 'whole 0/0/0:', 'Mia opens a page, and its document begins');
select set_config('story.epoch', (tests.document('Plan')).epoch::text, true);
select tests.is(
  regexp_replace(encode((tests.document('Plan')).state, 'hex'), '^0102[89a-f].[89a-f].[89a-f].[89a-f].0[23]00', '0102 '),
  '0102 ' || '0401' || '04' || encode('name', 'hex') || '04' || encode('Plan', 'hex')
    || '0401' || '07' || encode('content', 'hex') || '05' || encode('Hello', 'hex') || '00',
  'with the page''s texts, as Yjs writes them');
select tests.act_as('Max');
select tests.is(tests.opens(tests.id('Plan')), 'whole 0/0/0:', 'Max opens it, too');
select tests.is((tests.document('Plan')).epoch, current_setting('story.epoch')::uuid,
  'and finds the same document');
select tests.told() is null as silent;

-- Saving
select tests.act_as('Mia');
select tests.is(tests.saves('Plan', 0, 'one', '{"content": "Hello one"}'), 'taken written 1/1:',
  'Mia saves an update and the text');
select tests.is(tests.text_of('Plan'), 'Hello one', 'which the page has now');
select tests.is(tests.told(), 'Plan update 1/1 mia one and texts',
  'those who write the page hear of both at once');
select tests.act_as('Max');
select tests.is(tests.saves('Plan', 0, 'two', '{"content": "Hello two"}'), 'taken 2/1: 1 mia one',
  'Max, who has not seen it, learns it; his update is taken, and his text is not');
select tests.is(tests.text_of('Plan'), 'Hello one', 'since it lacks hers');
select tests.is(tests.told(), 'Plan update 2/1 max two', 'the update is told');
select tests.act_as('Mia');
select tests.is(tests.saves('Plan', 1, 'three', '{"content": "Hello three"}'), 'taken 3/1: 2 max two',
  'the next one as well');
select tests.is(tests.saves('Plan', 3, null, '{"content": "Hello 1 2 3"}'), 'taken written 3/3:',
  'the text of everything that was seen is written without an update');
select tests.is(tests.told(), 'Plan update 3/1 mia three, Plan texts 3/3 and texts', 'and told');
select tests.is(tests.saves('Plan', 3, null, '{"content": "Hello 1 2 3"}'), 'taken written 3/3:',
  'once more, it changes nothing');
select tests.is(tests.told(), null, 'and is not told');
select tests.is(tests.saves('Plan', 3, 'four'), 'taken written 4/4:',
  'an update that changes no text leaves the text in step');
select tests.is(tests.saves('Plan', 4, '', '{}'), 'taken written 4/4:', 'an empty one is not numbered');
select tests.is(tests.saves('Plan', 4, 'five', '{"name": "Plan", "description": "Until May", "visibility": "public"}'),
  'taken written 5/5:', 'all texts can be saved, and nothing else');
select tests.is((select concat_ws(', ', name, description, content, visibility) from public.pages where name = 'Plan'),
  'Plan, Until May, Hello 1 2 3, workspace', 'they are');
select tests.is(tests.saves('Plan', 5, 'six', '{"name": null, "description": ""}'), 'taken written 6/6:',
  'a description can be emptied');
select tests.is(tests.text_of('Plan'), ', Hello 1 2 3', 'then it is empty');
select tests.is(tests.opens(tests.id('Plan')), 'whole 0/6/6: 1 mia one, 2 max two, 3 mia three, 4 mia four, 5 mia five, 6 mia six',
  'the log has them all, in order and without gaps');
select tests.told() is not null as said;
select tests.is(tests.saves('Plan', 6, repeat('long ', 2000)), 'taken written 7/7:', 'a long update');
select tests.is(tests.told(), 'Plan update 7/7 mia and texts', 'is told without its edits');
select tests.is(tests.opens(tests.id('Plan'), (tests.document('Plan')).epoch, 6), 'rest 0/7/7: 7 mia ' || repeat('long ', 2000),
  'somebody who has a part gets the rest');
select tests.is(tests.opens(tests.id('Plan'), (tests.document('Plan')).epoch, 7), 'rest 0/7/7:',
  'or nothing, having all');
select tests.is(tests.saves('Plan', 6, 'apart', '{"content": "Hello apart"}', needs_newest => true),
  'refused 7/7: 7 mia ' || repeat('long ', 2000), 'a save that needs the newest state is refused, and learns what it has missed');
select tests.is(tests.told(), null, 'nothing is told');
select tests.is(tests.text_of('Plan'), ', Hello 1 2 3', 'and the text stays');
select tests.is(tests.saves('Plan', 7, null, '{}', needs_newest => true), 'taken written 7/7:', 'who has seen all may save');
select tests.ok(tests.opens(tests.id('Plan'), (tests.document('Plan')).epoch, 8) like 'whole 0/7/7: 1 mia one, %',
  'people who know of more than there is get everything');
select tests.ok(tests.opens(tests.id('Plan'), (tests.document('Plan')).epoch, -1) like 'whole 0/7/7: 1 mia one, %',
  'and people who know of less than nothing');
select tests.ok(tests.opens(tests.id('Plan'), gen_random_uuid(), 6) like 'whole 0/7/7: 1 mia one, %',
  'or of another document');

-- Saves that are not taken change nothing
select tests.keeps();
select tests.is(tests.saves('Plan', 8, 'lost', '{"content": "Lost"}'), 'refused 7/7: unknown',
  'an update on top of one that is not there is refused: the database is an older copy');
select tests.is(tests.saves('Plan', 4611686018427387904, 'lost', '{"content": "Lost"}'), 'refused 7/7: unknown',
  'whatever the number');
select tests.is(tests.saves('Plan', 7, 'lost', '{"content": "Lost"}', epoch => gen_random_uuid()), 'refused 7/7: unknown',
  'an update of another document as well');
select tests.is(tests.saves('Plan', 7, 'lost', '{"content": "Lost"}', page_id => gen_random_uuid()), 'no such page',
  'there is no page that there is not');
select tests.is(
  (select count(*) from public.save_page_document(null, gen_random_uuid(), 0, now()))
    + (select count(*) from public.open_page_document(null)), 0::bigint, 'nor one without an id');
select tests.throws(
  format('select public.save_page_document(%L, %L, 7, now(), %L)', tests.id('Plan'), (tests.document('Plan')).epoch, edits),
  'TR016', 'no update: ' || edits)
from unnest(array['A', 'AAA', '=', 'AAAA=', 'A-_A', 'data:,', U&'AA\2028AA']) as edits;
select tests.throws(
  format('select public.save_page_document(%L, %s, %s, %s, %L)', tests.id('Plan'), epoch, seen, version, 'AAAA'), code, description)
from (values
  ('null', '7', 'now()', '22004', 'a save names its document'),
  ('gen_random_uuid()', 'null', 'now()', '22004', 'the last update that was seen'),
  ('gen_random_uuid()', '7', 'null', '22004', 'and the version'),
  ('gen_random_uuid()', '-1', 'now()', '22023', 'no update has a number below one'),
  ('gen_random_uuid()', '9223372036854775808', 'now()', '42883', 'nor one that is too large')
) as wrong (epoch, seen, version, code, description);
select tests.throws(
  format('select public.save_page_document(%L, %L, 7, %L, %L, %L)',
    tests.id('Plan'), (tests.document('Plan')).epoch, tests.version('Plan'), 'AAAA', texts), '22023', 'no texts: ' || texts)
from unnest(array[
  '[]', '"Lost"', '7', '{"content": 7}', '{"name": ["Lost"]}', '{"description": {}}', '{"content": true}'
]) as texts;
select tests.throws(
  format('select public.save_page_document(%L, %L, 7, %L, %L, %L)', tests.id('Plan'), (tests.document('Plan')).epoch,
    tests.version('Plan'), 'AAAA', jsonb_build_object('name', repeat('x', 501))),
  '23514', 'a name that is too long is refused with its update');
select tests.kept('none of these changed anything');
select tests.is(tests.saves('Plan', 7, null, 'null'), 'taken written 7/7:', 'no texts are no mistake');
select tests.kept('nor a change');

-- Other writers
select tests.act_as('Max');
update public.pages set content = 'Max was faster' where name = 'Plan';
select tests.is(tests.told(), 'Plan texts 7/7 and texts',
  'a text that does not come from the document is told');
select tests.act_as('Mia');
select tests.is(tests.opens(tests.id('Plan'), (tests.document('Plan')).epoch, 7),
  'whole 0/7/7: 1 mia one, 2 max two, 3 mia three, 4 mia four, 5 mia five, 6 mia six, 7 mia ' || repeat('long ', 2000)
    || ' other texts: Plan  Max was faster',
  'an opening answers it, and the document');
select tests.is(tests.saves('Plan', 7, 'eight', '{"content": "Mine"}'), 'taken 8/7:',
  'updates are taken meanwhile');
select tests.is(tests.text_of('Plan'), ', Max was faster', 'and texts are not');
select tests.is(tests.told(), 'Plan update 8/7 mia eight', 'which everybody hears');
select tests.keeps();
select tests.is(tests.saves('Plan', 7, 'nine', '{"content": "Both"}', adopts => true), 'refused 8/7: 8 mia eight',
  'a browser that has not seen everything adopts nothing, and learns it');
select tests.is(
  tests.saves('Plan', 8, 'nine', '{"content": "Both"}', adopts => true, based_on => tests.version('Plan') - interval '1 second'),
  'refused 8/7:', 'nor does one that has another version');
select tests.kept('and nothing changes');
select tests.is(tests.saves('Plan', 8, 'nine', '{"content": "Both"}', adopts => true), 'taken written 9/9:',
  'one adopts the text');
select tests.is(tests.told(), 'Plan update 9/9 mia nine and texts', 'and tells it');
select tests.keeps();
select tests.is(tests.saves('Plan', 8, 'nine', '{"content": "Both"}', adopts => true), 'refused 9/9: 9 mia nine',
  'no other one does');
select tests.is(tests.saves('Plan', 9, 'ten', '{"content": "Both"}', adopts => true), 'refused 9/9:',
  'nor the same one again');
select tests.kept('which would double it');
select tests.is(tests.text_of('Plan'), ', Both', 'page and document are in step');
update public.pages set content = 'Again' where name = 'Plan';
select tests.is(tests.saves('Plan', 9, null, null, adopts => true), 'taken written 9/9:',
  'a text that the document has already is adopted without an update');
select tests.is(tests.told(), 'Plan texts 9/9 and texts, Plan texts 9/9 and texts',
  'the text is told, and that it is adopted');
select tests.act_as_owner();
create trigger pages_20_spell before update on public.pages for each row execute function tests.spell();
select tests.act_as('Mia');
select tests.is(tests.saves('Plan', 9, 'teh', '{"content": "teh end"}'), 'taken written 10/10: the end',
  'a text that is stored in another form comes back');
select tests.act_as_owner();
drop trigger pages_20_spell on public.pages;

-- A shorter log
select tests.act_as('Max');
select tests.is(tests.saves('Plan', 9, 'late'), 'taken 11/10: 10 mia teh',
  'Max writes an update whose text is not saved yet');
select tests.keeps();
select tests.is(tests.compacts(11), false, 'an update stays as long as the page''s texts are without it');
select tests.is(tests.compacts(4611686018427387904), false, 'and one that there is not yet');
select tests.is(tests.compacts(10, gen_random_uuid()), false, 'another document''s state does not fit');
select tests.is(tests.compacts(0), false, 'nor one without any update');
select tests.is(tests.compacts(-1), false, 'nor with fewer');
select tests.throws(
  format('select public.compact_page_document(%L, %L, 10, %L)', tests.id('Plan'), (tests.document('Plan')).epoch, state),
  'TR016', 'nor what is none: "' || state || '"')
from unnest(array['?', '', 'AA==']) as state;
select tests.throws(
  format('select public.compact_page_document(%L, %s, %s, %s)', tests.id('Plan'), epoch, up_to, state), '22004', description)
from (values
  ('null', '10', '''AAAA''', 'a state without a document'),
  ('gen_random_uuid()', 'null', '''AAAA''', 'without a number'),
  ('gen_random_uuid()', '10', 'null', 'or no state, is refused')
) as wrong (epoch, up_to, state, description);
select tests.kept('none of these changed anything');
select tests.is(tests.compacts(10), true, 'a state replaces the updates that it holds');
select tests.is(tests.opens(tests.id('Plan')), 'whole 10/10/11: 11 max late', 'the others stay');
select tests.is((tests.document('Plan')).state, convert_to('all', 'UTF8'), 'it is kept as it was sent');
select tests.is((tests.document('Plan')).bytes, 7::bigint, 'and measured');
select tests.is(tests.compacts(10, null, 'other'), false, 'once');
select tests.is(tests.saves('Plan', 9, 'after'), 'taken 12/10: unknown',
  'a browser that lacks a part of it has to open the document again');
select tests.is(tests.saves('Plan', 10, null, '{"content": "x"}'), 'taken 12/10: 11 max late, 12 max after',
  'others go on');
select tests.is(tests.opens(tests.id('Plan'), (tests.document('Plan')).epoch, 9), 'whole 10/10/12: 11 max late, 12 max after',
  'as it does then');
select tests.is(tests.saves('Plan', 12, null, '{"content": "The end"}'), 'taken written 12/12:',
  'until somebody saves the text of all');

-- A database that was restored from a backup
select tests.act_as('Mia');
select tests.add('Report', 'Draft');
select from public.open_page_document(tests.id('Report'));
select tests.saves('Report', 0, 'first', '{"content": "first"}');
select tests.act_as_owner();
create function tests.sees(number bigint, head text) returns text language sql as $$
  select concat_ws(' ', case when answer.state is null then 'rest' else 'whole' end, nullif(tests.updates(answer.updates), ''))
  from public.open_page_document(tests.id('Report'), (tests.document('Report')).epoch, sees.number, sees.head::uuid) as answer
$$;
create function tests.takes(seen bigint, head text) returns boolean language sql as $$
  select answer.is_taken
  from public.save_page_document(tests.id('Report'), (tests.document('Report')).epoch, seen, tests.version('Report'),
    tests.edits('mine'), seen_head => takes.head::uuid) as answer
$$;
create temporary table backup as select * from public.page_documents where page_id = tests.id('Report');
create temporary table page_of_backup as select * from public.pages where id = tests.id('Report');
select tests.act_as('Mia');
select tests.saves('Report', 1, 'lost', '{"content": "lost"}');
select set_config('story.lost', (tests.document('Report')).head::text, true);
select tests.act_as_owner();
select set_config('story.first', head::text, true) from backup;
alter table public.pages disable trigger user;
update public.pages as page set content = kept.content, updated_at = kept.updated_at
from page_of_backup as kept where page.id = kept.id;
alter table public.pages enable trigger user;
delete from public.page_documents where page_id = tests.id('Report');
insert into public.page_documents select * from backup;
insert into public.page_updates (page_id, number, id, update)
select page_id, 1, head, convert_to('first', 'UTF8') from backup;
select tests.act_as('Max');
select tests.saves('Report', 1, 'other', '{"content": "other"}');
select tests.act_as('Mia');
select tests.is(tests.sees(2, current_setting('story.lost')), 'whole 1 first, 2 max other',
  'who has seen another update under the number gets the whole document');
select tests.is(tests.sees(2, (tests.document('Report')).head::text), 'rest', 'who has seen this one gets nothing');
select tests.is(tests.sees(1, current_setting('story.first')), 'rest 2 max other', 'nor again what was there before');
select tests.is(tests.sees(1, current_setting('story.lost')), 'whole 1 first, 2 max other', 'an id is that of its number');
select tests.is(tests.sees(2, null), 'rest', 'a tab with an earlier build sends no id');
select set_config('story.page', 'Report', true);
select tests.keeps();
select tests.is(tests.takes(2, current_setting('story.lost')), false, 'a save on top of what was lost is not taken');
select tests.is((select public.compact_page_document(tests.id('Report'), (tests.document('Report')).epoch, 2,
  tests.edits('lost'), current_setting('story.lost')::uuid)), false, 'nor its state');
select tests.kept('neither changed anything');
select tests.is(tests.takes(1, current_setting('story.first')), true, 'one on top of what is there is');
select tests.is(tests.saves('Report', 3, null, '{"content": "all"}'), 'taken written 3/3:', 'it comes into the texts');
select tests.is((select public.compact_page_document(tests.id('Report'), (tests.document('Report')).epoch, 3,
  tests.edits('all'), (tests.document('Report')).head)), true, 'and into the state');
select tests.is(tests.sees(3, (tests.document('Report')).head::text), 'rest', 'which has its id');
select tests.is(tests.sees(3, current_setting('story.lost')), 'whole', 'and no other');
select tests.is(tests.takes(2, current_setting('story.lost')), false, 'nobody knows the ids of updates before the state');
select set_config('story.page', 'Plan', true);
select tests.act_as_owner();
delete from public.pages where name = 'Report';
select tests.act_as('Max');

-- Authors
select tests.add('Minutes', 'Agenda');
select tests.act_as('Mia');
select tests.opens(tests.id('Minutes')) is null as opened;
select tests.saves('Minutes', 0, 'mia') is null as saved;
select tests.act_as('Olga');
select tests.saves('Minutes', 0, 'olga') is null as saved;
select tests.is(tests.activity('Minutes'), 'max created', 'updates without texts are no edit of the page yet');
select tests.act_as('Mia');
select tests.is(tests.saves('Minutes', 2, 'more', '{"content": "Agenda: all"}'), 'taken written 3/3:',
  'Mia saves what she and Olga wrote');
select tests.is(tests.versions('Minutes'), 'max (max) Agenda, mia (mia olga) Agenda: all',
  'the version names both');
select tests.is(tests.activity('Minutes'), 'max created, mia edited, olga edited', 'and so does the activity');
select tests.act_as('Max');
select tests.saves('Minutes', 3, 'max', '{"content": "Agenda: all of it"}') is null as saved;
select tests.is(tests.versions('Minutes'), 'max (max) Agenda, max (max mia olga) Agenda: all of it',
  'Max goes on in the same version');
select tests.is(tests.activity('Minutes'), 'max created, max edited, mia edited, olga edited',
  'everybody has one line');
select tests.is((select updated_by from public.pages where name = 'Minutes'), tests.user_id('Max'),
  'the page was changed by him last');
select tests.saves('Minutes', 4, 'max', '{"content": "All of it"}', begins => true) is null as saved;
select tests.is(tests.versions('Minutes'), 'max (max) Agenda, max (max mia olga) Agenda: all of it, max (max) All of it',
  'a version begins where a client asks for one, with its own authors');
select tests.act_as('Olga');
select tests.saves('Minutes', 4, 'olga') is null as saved;
select tests.act_as('Mia');
select tests.saves('Minutes', 6, null, '{"name": "Protocol"}') is null as saved;
select tests.is(tests.activity('Protocol'), 'max created, max edited, mia edited, mia renamed, olga edited',
  'a new name is a line of the person who saved it');
update public.pages set content = 'By hand' where name = 'Protocol';
select tests.is(tests.versions('Protocol'),
  'max (max) Agenda, max (max mia olga) Agenda: all of it, mia (max mia olga) All of it, mia (mia) By hand',
  'a save past the document is another version');
select tests.act_as('Olga');
select tests.saves('Protocol', 6, 'olga') is null as saved;
select tests.act_as('Mia');
select tests.saves('Protocol', 7, 'mia', '{"content": "Last"}', adopts => true, begins => true) is null as saved;
select tests.ok(tests.versions('Protocol') like '%mia (mia) By hand, mia (mia olga) Last',
  'a version names nobody whose edits an earlier one has');
select tests.add('Draft');
select tests.opens(tests.id('Draft')) is null as opened;
select tests.saves('Draft', 0, 'mia') is null as saved;
select tests.act_as('Olga');
select tests.saves('Draft', 0, 'olga') is null as saved;
select tests.act_as('Mia');
select tests.saves('Draft', 2, null, '{"name": "Sketch"}') is null as saved;
select tests.is(tests.activity('Sketch'), 'mia created, mia renamed, olga edited',
  'those who wrote along have a line then, too');
select tests.is(
  (select count(*) from public.page_versions as version where created_by is not null and not exists (
    select from public.page_version_authors where version_id = version.id and person = created_by
  )), 0::bigint, 'every version names the person who saved it');
select tests.is(
  (select string_agg(full_name, ' ' order by full_name) from public.page_version_authors
    join public.user_profiles on user_profiles.id = person
    where version_id = (
      select version.id from public.page_versions as version
      where version.page_id = tests.id('Protocol') and version.content = 'All of it' and version.name = 'Protocol'
    )), 'Max Mia Olga', 'members read the authors');
select tests.throws('delete from public.page_version_authors', '42501', 'and change nothing');
select tests.act_as('Otto');
select tests.is((select count(*) from public.page_version_authors), 0::bigint, 'an outsider reads no author');

-- Channels
select tests.act_as('Mia');
select tests.told() is null as heard;
select set_config('story.epoch', (tests.document('Plan')).epoch::text, true),
  set_config('story.channel', 'page:' || (tests.document('Plan')).channel, true);
select tests.ok(tests.hears('Max', current_setting('story.channel')), 'Max hears the page');
select tests.throws(tests.speaks(), '42501', 'where the database alone speaks');
select tests.ok(tests.hears('Max', replace(current_setting('story.channel'), 'page:', 'typing:')), 'he hears what is typed');
select tests.affects(tests.speaks(), 1, 'and tells others what he types');
select tests.throws(tests.speaks('presence'), '42501', 'though not by presence');
select tests.ok(not tests.hears('Otto', replace(current_setting('story.channel'), 'page:', 'typing:')),
  'an outsider does not hear what is typed');
select tests.throws(tests.speaks(), '42501', 'and types nothing there');
select tests.ok(not tests.hears('Otto', current_setting('story.channel')), 'an outsider does not hear it');
select tests.throws(tests.speaks(), '42501', 'and does not speak');
select tests.ok(not tests.hears('Max', 'page:' || tests.id('Plan')), 'a page''s id is not its channel');
select tests.throws(tests.speaks(), '42501', 'where nobody speaks');
select tests.ok(not tests.hears('Max', 'page:' || gen_random_uuid()), 'nobody hears the channel of no page');
select tests.ok(not tests.hears('Max', 'page:nonsense'), 'nor another one');
select tests.ok(not tests.hears('Max', current_setting('story.channel') || E'\n'),
  'nor one that only looks like it');

-- Refused callers
select tests.act_as('Otto');
select tests.keeps();
select tests.is(tests.tries(), 'no such page, no such page, no such page, f, f',
  'to an outsider there is no such page');
select tests.kept('and nothing changes');
select tests.act_as('Mia');
select tests.throws('select * from public.page_documents', '42501', 'nobody reads documents');
select tests.throws('select * from public.page_updates', '42501', 'or updates, by another way');
select tests.throws('insert into public.page_updates (page_id, number, update) values (null, 1, '''')', '42501',
  'or writes one');
select tests.throws('select private.encode_document(''a'', ''b'', ''c'')', '42501', 'or makes one');
select tests.affects('update public.pages set visibility = ''private'' where name = ''Plan''', 1,
  'Mia hides the page');
select tests.ok(tests.channel('Plan') <> current_setting('story.channel'), 'it gets another channel');
select tests.ok(not tests.hears('Mia', current_setting('story.channel')), 'the old one is nobody''s');
select tests.ok(not tests.hears('Max', tests.channel('Plan')), 'Max does not hear the new one');
select tests.throws(tests.speaks(), '42501', 'and does not speak there');
select tests.keeps();
select tests.is(tests.tries(), 'no such page, no such page, no such page, f, f',
  'to him there is no such page');
select tests.kept('and he changes nothing');
select tests.act_as('Mia');
select tests.is((tests.document('Plan')).epoch::text, current_setting('story.epoch'),
  'the document is the same');
select tests.is(tests.saves('Plan', 12, 'secret', '{"content": "A secret"}'), 'taken written 13/13:',
  'Mia writes for herself');
select tests.is(tests.saves('Plan', 13, 'the end', '{"content": "The end"}'), 'taken written 14/14:',
  'and thinks better of it');
select tests.ok(tests.hears('Mia', tests.channel('Plan')), 'Mia hears it');
select set_config('story.channel', tests.channel('Plan'), true);
select tests.affects('update public.pages set visibility = visibility, is_archived = is_archived where name = ''Plan''', 1,
  'a write that changes nothing');
select tests.is(tests.channel('Plan'), current_setting('story.channel'), 'leaves the channel as it is');
select tests.affects('update public.pages set is_archived = true where name = ''Plan''', 1,
  'Mia deletes the page');
select tests.is(tests.tries(), 'no such page, no such page, no such page, f, f',
  'a page in the trash is not written');
select tests.ok(not tests.hears('Mia', current_setting('story.channel')), 'nor heard');
select tests.ok(not tests.hears('Mia', tests.channel('Plan')), 'on any channel');
select tests.affects('update public.pages set is_archived = false where name = ''Plan''', 1,
  'she brings it back');
select tests.affects('update public.pages set visibility = ''workspace'' where name = ''Plan''', 1,
  'and shows it');
select tests.ok((tests.document('Plan')).epoch::text <> current_setting('story.epoch'),
  'which begins its document anew');
select tests.ok(tests.hears('Max', tests.channel('Plan')), 'Max hears it again');
select tests.is(tests.opens(tests.id('Plan')), 'whole 0/0/0:', 'and gets no word from before');
select tests.add('Diary', 'Dear diary', 'private');
select tests.opens(tests.id('Diary')) is null as opened;
select tests.saves('Diary', 0, 'one', '{"content": "Dear diary,"}') is null as saved;
select tests.saves('Diary', 0, 'two') is null as saved;
select tests.affects('update public.pages set visibility = ''workspace'' where name = ''Diary''', 1,
  'he shows a page whose texts lack an update');
select tests.is(tests.opens(tests.id('Diary')), 'whole 0/1/2: 1 max one, 2 max two', 'which is not lost');
select set_config('story.epoch', (tests.document('Diary')).epoch::text, true);
update public.pages set is_archived = true where name = 'Diary';
update public.pages set is_archived = false where name = 'Diary';
select tests.saves('Diary', 2, null, '{"content": "Dear diary, hello"}') is null as saved;
select tests.is(tests.opens(tests.id('Diary')), 'whole 0/0/0:',
  'once the page has it, the document begins anew');
select tests.saves('Diary', 0, 'three', '{"content": "Dear all"}') is null as saved;
select tests.is(tests.opens(tests.id('Diary')), 'whole 0/1/1: 1 max three', 'once');
select tests.is(tests.former('Diary', current_setting('story.epoch')), '43 bytes one, two',
  'a browser of his that was away gets the former one');
select tests.act_as('Mia');
select tests.is(tests.former('Diary', current_setting('story.epoch')), 'nothing', 'and nobody else');
select tests.is(tests.opens(tests.id('Diary')), 'whole 0/1/1: 1 max three', 'who sees the page');
select tests.act_as('Max');
select tests.add('Thoughts', 'Hm', 'private');
select tests.opens(tests.id('Thoughts')) is null as opened;
select tests.saves('Thoughts', 0, 'one', '{"content": "Hm!"}') is null as saved;
select tests.saves('Thoughts', 0, 'two') is null as saved;
update public.pages set visibility = 'workspace' where name = 'Thoughts';
select set_config('story.epoch', (tests.document('Thoughts')).epoch::text, true);
select tests.act_as('Mia');
select tests.is(tests.opens(tests.id('Thoughts')), 'whole 0/0/0:',
  'somebody else who is faster gets nothing but the texts of such a page');
select tests.is(tests.former('Thoughts', current_setting('story.epoch')), 'nothing', 'now and later');
select tests.act_as('Max');
select tests.is(tests.former('Thoughts', current_setting('story.epoch')), '38 bytes one',
  'he gets what the texts had, and brings the rest himself');
select tests.add('Notes', 'Mine', 'private');
select tests.opens(tests.id('Notes')) is null as opened;
select tests.saves('Notes', 0, 'one', '{"content": "Mine alone"}') is null as saved;
update public.pages set content = 'Ours' where name = 'Notes';
select tests.affects('update public.pages set visibility = ''workspace'' where name = ''Notes''', 1,
  'he shows a page with texts past its document');
select tests.is(tests.opens(tests.id('Notes')), 'whole 0/0/0:', 'which begins anew with them');
select tests.add('Parent');
select tests.affects('update public.pages set parent_id = tests.id(''Parent'') where name = ''Protocol''', 1,
  'he moves a page of his beneath another');
select set_config('story.channel', tests.channel('Protocol'), true);
select tests.affects('update public.pages set visibility = ''private'' where name = ''Parent''', 1,
  'and hides that');
select tests.ok(not tests.hears('Mia', current_setting('story.channel')),
  'the channel of the page beneath is nobody''s');
select tests.ok(not tests.hears('Mia', tests.channel('Protocol')), 'and its new one is not Mia''s');

-- Words of a private time, in a document that others knew before it
select tests.act_as('Max');
select tests.add('Ledger', 'Sums');
select tests.opens(tests.id('Ledger')) is null as opened;
select tests.act_as('Mia');
select tests.saves('Ledger', 0, 'shared', '{"content": "Sums of all"}') is null as saved;
select set_config('story.epoch', (tests.document('Ledger')).epoch::text, true);
select tests.act_as('Max');
update public.pages set visibility = 'private' where name = 'Ledger';
select tests.saves('Ledger', 1, 'secret one', '{"content": "Sums of mine"}') is null as saved;
select tests.saves('Ledger', 1, 'secret two') is null as saved;
update public.pages set visibility = 'workspace' where name = 'Ledger';
select tests.told() is null as heard;
select tests.is(tests.saves('Ledger', 2, 'word'), 'taken 4/2: 3 max secret two',
  'Max shows a page whose texts lack an update, and goes on');
select tests.is(tests.told(), 'Ledger update 4/2 max',
  'which is told without its edits: others may come to the channel');
select tests.is(tests.opens(tests.id('Ledger'), current_setting('story.epoch')::uuid, 3), 'rest 0/2/4: 4 max word',
  'in the same document');
select tests.act_as('Mia');
select tests.is(tests.blabs('Ledger', current_setting('story.epoch')::uuid,
  array(select '%' || tests.edits(word) || '%' from unnest(array['secret one', 'secret two', 'word']) as word)), null,
  'no function lets anybody else read or change it');
select tests.is(tests.saves('Ledger', 1, 'mine', '{"content": "Sums of Mia''s"}', epoch => current_setting('story.epoch')::uuid),
  'refused 0/0: unknown', 'a save of theirs is not taken, and begins the document anew');
select tests.ok((tests.document('Ledger')).epoch::text <> current_setting('story.epoch'), 'as an opening of theirs does');
select tests.is(tests.former('Ledger', current_setting('story.epoch')), 'nothing', 'the former one stays out of their sight');
select tests.is(tests.saves('Ledger', 0, 'mine', '{"content": "Sums of Mia''s"}'), 'taken written 1/1:',
  'the new one takes what they write');
select tests.act_as('Max');
select tests.is(tests.saves('Ledger', 4, 'late', epoch => current_setting('story.epoch')::uuid), 'refused 1/1: unknown',
  'Max learns of the new one');
select tests.is(tests.former('Ledger', current_setting('story.epoch')) ~ 'shared, secret one$', true,
  'and gets the former one, as far as the page had it');
select tests.act_as_owner();
delete from public.pages where name = 'Ledger';
select tests.act_as_anon();
select tests.throws('select public.open_page_document(gen_random_uuid())', '42501',
  'nobody opens without an account');
select tests.throws('select public.save_page_document(gen_random_uuid(), gen_random_uuid(), 0, now())', '42501',
  'or saves');
select tests.throws('select public.compact_page_document(gen_random_uuid(), gen_random_uuid(), 1, ''AAAA'')', '42501',
  'or shortens a log');
select tests.throws('select public.restart_page_document(gen_random_uuid(), gen_random_uuid())', '42501',
  'or begins one anew');
select tests.throws('select public.open_former_document(gen_random_uuid(), gen_random_uuid())', '42501',
  'or learns what there was');
select tests.act_as_owner();
insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
values (gen_random_uuid(), tests.user_id('Max'), 'totp', 'verified', 'x', now(), now());
select tests.act_as('Max');
select tests.is(tests.tries(), 'no such page, no such page, no such page, f, f', 'one step: no such page');
select tests.ok(not tests.hears('Max', tests.channel('Plan')), 'and no channel');
select tests.throws(tests.speaks(), '42501', 'to hear or to speak');
select tests.act_as_owner();
delete from auth.mfa_factors where user_id = tests.user_id('Max');

-- Beginning again
select tests.act_as('Max');
select tests.told() is null as heard;
select set_config('story.epoch', (tests.document('Plan')).epoch::text, true);
select tests.is(public.restart_page_document(tests.id('Plan'), gen_random_uuid()), false,
  'another document is not begun anew');
select tests.is(public.restart_page_document(tests.id('Parent'), gen_random_uuid()), false,
  'nor one that there is not');
select tests.is((tests.document('Parent')).epoch, null::uuid, 'which does not begin by that');
select tests.saves('Plan', 0, 'one') is null as saved;
select tests.saves('Plan', 0, 'unread') is null as saved;
select tests.is(public.restart_page_document(tests.id('Plan'), (tests.document('Plan')).epoch), false,
  'nor one whose edits are on their way into the page');
select tests.rest('Plan', 1);
select tests.told() is null as heard;
select tests.is(public.restart_page_document(tests.id('Plan'), (tests.document('Plan')).epoch), true,
  'one that nobody can read is');
select tests.ok((tests.document('Plan')).epoch::text <> current_setting('story.epoch'), 'it is another one');
select tests.is(tests.opens(tests.id('Plan')), 'whole 0/0/0:', 'without a log');
select tests.is(tests.text_of('Plan'), ', The end', 'the page stays as it was');
select tests.is(tests.told(), 'Plan texts 0/0 and texts', 'and those who write it are told');
select tests.is(public.restart_page_document(tests.id('Plan'), current_setting('story.epoch')::uuid), false,
  'all of that happens once');
select tests.is(tests.former('Plan', current_setting('story.epoch')) ~ '^\d+ bytes', true,
  'browsers that were away get the former one, as far as the page had it');
select tests.is(tests.former('Plan', (tests.document('Plan')).epoch::text), 'nothing', 'but not the present one as such');
select tests.is(tests.former('Parent', current_setting('story.epoch')), 'nothing', 'nor with another page''s id');
select tests.act_as('Otto');
select tests.is(tests.former('Plan', current_setting('story.epoch')), 'nothing', 'nor outsiders');
select tests.act_as_owner();
update public.page_former_documents set ended_at = ended_at - interval '31 days' where page_id = tests.id('Plan');
select tests.act_as('Max');
select tests.throws('select public.restart_page_document(tests.id(''Plan''), null)', '22004',
  'nothing begins anew without being named');
select tests.saves('Plan', 0, repeat('x', 3000), '{"content": "Short"}') is null as saved;
select tests.rest('Plan', 9);
select tests.ok(tests.opens(tests.id('Plan')) like 'whole 0/1/1: 1 max xxx%', 'a small document stays');
select tests.saves('Plan', 1, repeat('x', 2000), '{"content": "Short."}') is null as saved;
select set_config('story.epoch', (tests.document('Plan')).epoch::text, true);
select tests.rest('Plan', 7);
select tests.ok(tests.opens(tests.id('Plan')) like 'whole 0/2/2: 1 max xxx%', 'and a large one of this day');
select tests.saves('Plan', 0, 'unsaved') is null as saved;
select tests.rest('Plan', 9);
select tests.ok(tests.opens(tests.id('Plan')) like 'whole 0/2/3: 1 max xxx%',
  'and one with edits that the page has not got');
select tests.saves('Plan', 3, null, '{"content": "Short!"}') is null as saved;
update public.pages set content = 'Other' where name = 'Plan';
select tests.ok(tests.opens(tests.id('Plan')) like 'whole 0/3/3: 1 max xxx% other texts: Plan  Other',
  'or without texts that the page has');
select tests.saves('Plan', 3, null, '{"content": "Other."}', adopts => true) is null as saved;
select tests.is((tests.document('Plan')).epoch::text, current_setting('story.epoch'), 'all this time');
select tests.is(tests.opens(tests.id('Plan')), 'whole 0/0/0:',
  'otherwise it begins anew with the page''s texts');
select tests.ok((tests.document('Plan')).epoch::text <> current_setting('story.epoch'), 'as another one');
select tests.act_as_owner();
select tests.is((select string_agg(former.epoch::text, ' ') from public.page_former_documents as former
  where former.page_id = tests.id('Plan')), current_setting('story.epoch'), 'and the former one is kept, for some weeks');
select tests.act_as('Max');
do $$
begin
  for time in 1 .. 10 loop
    perform public.restart_page_document(tests.id('Plan'), (tests.document('Plan')).epoch);
  end loop;
end
$$;
select tests.act_as_owner();
select tests.is((select count(*) from public.page_former_documents as former where former.page_id = tests.id('Plan')), 8::bigint,
  'so are the last eight');
select set_config('story.bytes', private.bytes_in(tests.org())::text, true);
delete from public.page_former_documents as former where former.page_id = tests.id('Plan');
select tests.ok(current_setting('story.bytes')::bigint - private.bytes_in(tests.org()) between 4000 and 5400,
  'which count for the workspace');
select tests.act_as('Max');
update public.pages set content = repeat('y', 70000) where name = 'Plan';
select tests.saves('Plan', 0, repeat('x', 70000), null, adopts => true) is null as saved;
select tests.rest('Plan', 9);
select tests.ok(tests.opens(tests.id('Plan')) like 'whole 0/1/1: 1 max xxx%',
  'a page with long texts may have a large document');

-- Sizes
select tests.keeps();
select tests.throws(tests.sends(1, 'repeat(''x'', 8 * 1024 * 1024 + 1)'), 'TR017',
  'an update may be too large');
select tests.throws(tests.replaces(1, 'repeat(''x'', 16 * 1024 * 1024 + 1)'), 'TR018', 'and a state');
select tests.kept('which changes nothing');
select tests.act_as_owner();
update public.page_documents set bytes = bytes + 32 * 1024 * 1024 - 4 - bytes where page_id = tests.id('Plan');
select tests.act_as('Max');
select tests.keeps();
select tests.throws(tests.sends(1, '''12345'''), 'TR018', 'a document may have too many updates');
select tests.kept('then its text is not written either');
select tests.is(tests.saves('Plan', 1, '1234', '{"content": "Enough"}'), 'taken written 2/2:',
  'a shorter one finds room');
select tests.act_as_owner();
update public.page_documents as document set bytes = octet_length(state) + (
  select sum(octet_length(log.update)) from public.page_updates as log where log.page_id = document.page_id
) where page_id = tests.id('Plan');
select set_config('story.bytes', private.bytes_in(tests.org())::text, true);
select tests.act_as('Max');
select tests.saves('Plan', 2, tests.noise(1000000)) is null as saved;
select tests.act_as_owner();
select tests.ok(private.bytes_in(tests.org()) - current_setting('story.bytes')::bigint between 1000000 and 1010000,
  'updates count for the workspace');
select set_config('trellis.workspace_megabytes', '1', true);
select tests.act_as('Max');
select tests.keeps();
select tests.throws(tests.sends(3, 'tests.noise(300000)'), 'TR041', 'a full workspace takes no large update');
select tests.kept('and keeps what it has');
select tests.is(tests.saves('Plan', 3, 'less', '{"content": "Less"}'), 'taken written 4/4:',
  'pages can be made short');
select tests.is(tests.compacts(4, null, tests.noise(500000)), true, 'and documents');
select tests.is(tests.opens(tests.id('Parent')), 'whole 0/0/0:', 'and opened');
select tests.saves('Plan', 4, 'more') is null as saved;
select tests.throws(tests.replaces(5, 'tests.noise(1100000)'), 'TR041', 'but a document does not grow');
select set_config('trellis.workspace_megabytes', '', true);

-- Deleted accounts and pages
select tests.act_as_owner();
delete from public.pages where name in ('Parent', 'Sketch', 'Diary', 'Notes');
select tests.is((select count(*) from public.page_documents), 2::bigint,
  'documents go with their page, and with one above it');
select tests.is((select string_agg(distinct page.name, ', ') from public.page_former_documents as former
  left join public.pages as page on page.id = former.page_id), 'Thoughts', 'and former ones');
delete from auth.users where id = tests.user_id('Max');
select tests.act_as('Mia');
select tests.is(tests.opens(tests.id('Plan'), (tests.document('Plan')).epoch, 4), 'rest 4/5/5: 5 more',
  'edits outlive their writer''s account');
select tests.ok(tests.versions('Plan') not like '%max%', 'and no version names him');
select tests.act_as_owner();
select tests.is((select count(*) from public.page_former_documents where page_id = tests.id('Thoughts')), 0::bigint,
  'nor can anybody read what he wrote alone');
delete from public.pages where name in ('Plan', 'Thoughts');
select tests.is((select count(*) from public.page_updates), 0::bigint, 'and updates go with their document');
