-- The length and age of queues, for the operator's numbers. An operator who watches a queue wants to know how long its oldest piece has been due: the length
-- alone tells a busy hour from a standstill badly.

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
