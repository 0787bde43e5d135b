-- Who has their turn when a sync cannot take all at once: those that have waited longest, so that however much there is,
-- nobody waits for ever.

create function public.notion_pages_to_sync(organization_id uuid, since timestamptz) returns setof uuid
language sql stable
set search_path = ''
as $$
  select page.id
  from public.pages as page
  left join public.page_notion_syncs as sync on sync.page_id = page.id
  where page.organization_id = notion_pages_to_sync.organization_id
    and page.notion_page_id is not null and not page.is_archived
    and (sync.checked_at is null or sync.checked_at < notion_pages_to_sync.since)
  order by sync.checked_at nulls first, page.id
$$;
comment on function public.notion_pages_to_sync(uuid, timestamptz) is
  'The linked pages that nobody has looked at since then, those longest ago first. For server functions.';
revoke execute on function public.notion_pages_to_sync(uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.notion_pages_to_sync(uuid, timestamptz) to service_role;

-- A run that was not brought to its end comes after the others: it has had some of its turn.
create function public.notion_workspaces_to_sync() returns setof uuid
language sql stable
set search_path = ''
as $$
  select connection.organization_id
  from public.notion_connections as connection
  left join public.notion_sync_runs as run on run.organization_id = connection.organization_id
  where connection.status = 'connected'
  order by run.id is not null and run.ended_at is null, run.started_at nulls first, connection.organization_id
$$;
comment on function public.notion_workspaces_to_sync() is
  'The connected workspaces, in the order of their turns. For server functions.';
revoke execute on function public.notion_workspaces_to_sync() from public, anon, authenticated;
grant execute on function public.notion_workspaces_to_sync() to service_role;
