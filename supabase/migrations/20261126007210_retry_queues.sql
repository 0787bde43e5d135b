-- The operator sees why work fails, and has it tried again at once.

create function public.operator_failures() returns table (queue text, problem text, pieces bigint, most_tries integer)
language sql stable
set search_path = ''
as $$
  select 'search', coalesce(work.problem, ''), count(*), max(work.tries)
  from public.page_work as work where work.tries > 0 group by 2
  union all
  select 'notion', coalesce(sync.reason, ''), count(*), 0
  from public.page_notion_syncs as sync where sync.state = 'failed' group by 2
  order by 3 desc
  limit 50
$$;
comment on function public.operator_failures() is 'Why work failed that is tried again, with how much of it. For the server.';
revoke execute on function public.operator_failures() from public, anon, authenticated, service_role;

-- Notion's failures are tried again with the workspace's next run, a quarter of an hour after the last one began.
create function public.operator_retry_queue(queue text) returns bigint
language sql
set search_path = ''
as $$
  with retried as (
    update public.page_work as work set due_at = clock_timestamp()
    where operator_retry_queue.queue = 'search' and work.tries > 0
    returning 1
  )
  select count(*) from retried
$$;
comment on function public.operator_retry_queue(text) is 'Makes failed work due at once; gives how much. For the server.';
revoke execute on function public.operator_retry_queue(text) from public, anon, authenticated, service_role;
