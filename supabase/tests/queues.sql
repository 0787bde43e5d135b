-- The length and age of queues, for the operator's numbers. Mia is a member of a workspace.

select tests.create_user('Mia');
select tests.work_off_pages();

select tests.act_as_service();
select tests.is(
  (select string_agg(concat(queue, ' ', waiting, ' ', failed, ' ', oldest_s), ', ' order by queue) from public.operator_queues()),
  'files 0 0 0, notion 0 0 0, search 0 0 0', 'nothing waits');

select tests.act_as('Mia');
insert into public.pages (organization_id, name) values (tests.first_organization('Mia'), 'Plan');
select tests.throws('select * from public.operator_queues()', '42501', 'Mia does not learn what waits');
select tests.act_as_anon();
select tests.throws('select * from public.operator_queues()', '42501', 'nor does a stranger');

select tests.act_as_owner();
update public.page_work set tries = 2, due_at = now() - interval '1 hour';
select tests.act_as_service();
select tests.is(
  (select concat(waiting, ' ', failed, ' ', oldest_s between 3600 and 3700) from public.operator_queues() where queue = 'search'),
  '1 1 t', 'a page waits that failed, since when it was due');

-- A page whose text takes the time that a statement has. A trigger says here that the time is over.
select tests.act_as_owner();
delete from public.page_work;
create function tests.run_out_of_time() returns trigger language plpgsql as $$
begin
  raise exception 'canceling statement due to statement timeout' using errcode = '57014';
end
$$;
create trigger page_search_run_out_of_time before insert or update on public.page_search
  for each row when (new.words like '%endless%') execute function tests.run_out_of_time();
create function tests.add(page text, content text) returns text language sql as $$
  select tests.act_as('Mia');
  insert into public.pages (organization_id, name, content) values (tests.first_organization('Mia'), page, add.content);
  select tests.act_as_owner();
  select 'added'
$$;
create function tests.waiting() returns text language sql as $$
  select string_agg(concat_ws(' ', page.name, work.tries,
    case when work.due_at = 'infinity' then 'for ever' when work.begun_at is not null then 'begun' end), ', ' order by page.name)
  from public.page_work as work join public.pages as page on page.id = work.page_id
$$;
-- A run of the clock's, after so many that failed.
create function tests.run(failures integer default 0) returns integer language sql as $$
  select set_config('cron.failures', failures::text, true), set_config('cron.run_again', '', true), set_config('cron.problem', '', true);
  select tests.work_off_pages();
$$;
select tests.add(page, content) from (values ('Long', 'endless'), ('Short', 'brief')) as pages (page, content);
update public.page_work set due_at = due_at + case page.name when 'Long' then interval '-1 minute' else interval '-2 minutes' end
from public.pages as page where page.id = page_work.page_id;
select tests.is(tests.run(), 0, 'a run gives up on the page at which its time was over');
select tests.is(tests.waiting(), 'Long 1 for ever, Short 0', 'on that one alone');
select tests.is(current_setting('cron.run_again'), 'on', 'asks for another run');
select tests.ok(current_setting('cron.problem') like 'Page % is not in the search as it is: The text takes too long %',
  'and tells the operator');
select tests.is(tests.run(), 1, 'the next one does the others');
select tests.is((select concat(waiting, ' ', failed, ' ', oldest_s) from public.operator_queues() where queue = 'search'), '1 1 0',
  'the operator sees that one failed');
select tests.is((select concat(pieces, ' ', problem) from public.operator_failures()),
  '1 The text takes too long to read. It is not tried again by itself.', 'and why');
select tests.is(public.operator_retry_queue('search'), 1::bigint, 'who has it tried again');
select tests.is(tests.run(), 0, 'in vain');
select tests.is(tests.waiting(), 'Long 2 for ever', 'as long as it has this text');
select tests.act_as('Mia');
update public.pages set content = 'with an end' where name = 'Long';
select tests.act_as_owner();
select tests.is(tests.run(), 1, 'a save gives it a new start');

-- A run that ended with its connection, as on the embedded database: it left no note, but the clock counts it.
select tests.add(page, 'brief') from unnest(array['One', 'Two', 'Three']) as page;
update public.page_work set due_at = due_at - case page.name when 'One' then interval '1' minute when 'Two' then interval '2' minute
  else interval '3' minute end
from public.pages as page where page.id = page_work.page_id;
select tests.is(tests.run(1), 0, 'the next run does nothing');
select tests.is(tests.waiting(), 'One 0 begun, Three 0, Two 0', 'but note the first page');
select tests.is(current_setting('cron.run_again'), 'on', 'and ask for another run');
select tests.is(tests.run(), 1, 'which does that page alone');
select tests.is(tests.waiting(), 'Three 0, Two 0 begun', 'and notes the one after it');
select tests.is(tests.run(1), 0, 'a run that failed with a noted page');
select tests.is(tests.waiting(), 'Three 0, Two 1 for ever', 'was that page''s fault');
select tests.ok(current_setting('cron.problem') like 'Page % is not in the search %', 'which the operator hears');
select tests.is(tests.run(), 1, 'all others are done');
select tests.add('Four', 'endless');
select tests.run(1) is null as noted;
select tests.is(tests.run(), 0, 'time can be over for a noted page, too');
select tests.is(tests.waiting(), 'Four 1 for ever, Two 1 for ever', 'which is given up then');
select tests.add('Five', 'brief');
select tests.run(1) is null as noted;
update public.page_work set begun_at = begun_at - interval '2 minutes' where begun_at is not null;
select tests.is(tests.run(), 0, 'one that a process has left behind is not begun again');
select tests.is(tests.waiting(), 'Five 1 for ever, Four 1 for ever, Two 1 for ever', 'but given up');
