-- Notion's failed work had to wait for the workspace's next sync. The ended sync is opened again instead, with the failed pages not yet
-- looked at, so that the clock's next call goes on with these alone.

create or replace function public.operator_retry_queue(queue text) returns bigint
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
