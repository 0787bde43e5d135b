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
