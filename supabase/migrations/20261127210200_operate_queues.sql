-- The queues of the product, for the operator: how long each is and since when, why work fails, and trying it again at once.

create function public.operator_queues() returns table (queue text, waiting integer, failed integer, oldest_s double precision)
language sql stable
set search_path = ''
as $$
  select 'search', count(*)::integer, count(*) filter (where work.tries > 0)::integer,
    coalesce(extract(epoch from clock_timestamp() - min(work.due_at) filter (where work.due_at < clock_timestamp())), 0)::double precision
  from public.page_work as work
  union all
  select 'files', count(*)::integer, 0,
    coalesce(extract(epoch from clock_timestamp() - min(work.due_at) filter (where work.due_at < clock_timestamp())), 0)::double precision
  from public.page_file_work as work
  union all
  select 'notion', count(*) filter (where sync.state = 'waiting')::integer, count(*) filter (where sync.state = 'failed')::integer,
    coalesce(extract(epoch from clock_timestamp() - (
      select min(run.started_at) from public.notion_sync_runs as run where run.ended_at is null
    )), 0)::double precision
  from public.page_notion_syncs as sync
$$;
comment on function public.operator_queues() is
  'How much waits in each queue of the product, how much of it failed, and how long its oldest piece has been due. For servers and server functions.';
revoke execute on function public.operator_queues() from public, anon, authenticated;
grant execute on function public.operator_queues() to service_role;

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

-- An ended sync with Notion is opened again, with the failed pages not yet looked at, so that the clock's next call goes on with these
-- alone.
create function public.operator_retry_queue(queue text) returns bigint
language sql
set search_path = ''
as $$
  with searched as (
    update public.page_work as work set due_at = clock_timestamp()
    where operator_retry_queue.queue = 'search' and work.tries > 0
    returning 1
  ),
  failed as (
    select sync.page_id, page.organization_id
    from public.page_notion_syncs as sync
    join public.pages as page on page.id = sync.page_id
    join public.notion_connections as connection on connection.organization_id = page.organization_id
    where operator_retry_queue.queue = 'notion' and sync.state = 'failed' and connection.status = 'connected'
      and page.notion_page_id is not null and not page.is_archived
  ),
  synced as (
    update public.page_notion_syncs as sync set checked_at = null
    from failed where sync.page_id = failed.page_id
    returning 1
  ),
  opened as (
    update public.notion_sync_runs as run set ended_at = null, done = greatest(0, run.done - work.pages)
    from (select failed.organization_id, count(*)::integer as pages from failed group by 1) as work
    where run.organization_id = work.organization_id and run.ended_at is not null
    returning 1
  )
  select (select count(*) from searched) + (select count(*) from synced)
$$;
comment on function public.operator_retry_queue(text) is
  'Makes failed work due at once, Notion''s for the clock''s next call; gives how much. For the server.';
revoke execute on function public.operator_retry_queue(text) from public, anon, authenticated, service_role;
