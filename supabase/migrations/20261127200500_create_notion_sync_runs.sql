-- The last time that a workspace's pages were synced with Notion, or the one that is under way: one at a time, in pieces
-- where a server function cannot take so long. The workspace that has waited longest has the next turn, so that
-- none waits for ever.

create table public.notion_sync_runs (
  organization_id uuid not null,
  id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  total integer not null,
  done integer not null default 0,
  synced integer not null default 0,
  busy_until timestamptz
);
comment on table public.notion_sync_runs is 'Each workspace''s newest sync with Notion.';
comment on column public.notion_sync_runs.organization_id is 'The workspace.';
comment on column public.notion_sync_runs.id is 'Another one for each run; goes on through its pieces.';
comment on column public.notion_sync_runs.started_at is 'When it began: pages that were looked at since are done.';
comment on column public.notion_sync_runs.ended_at is 'When all pages were looked at; null until then.';
comment on column public.notion_sync_runs.total is 'How many pages there were to look at.';
comment on column public.notion_sync_runs.done is 'How many of them were looked at.';
comment on column public.notion_sync_runs.synced is 'How many of those are in step.';
comment on column public.notion_sync_runs.busy_until is 'Somebody is at it; until then nobody else begins.';

alter table public.notion_sync_runs
  add constraint notion_sync_runs_pkey primary key (organization_id),
  add constraint notion_sync_runs_organization_id_fkey
    foreign key (organization_id) references public.organizations (id) on delete cascade;

revoke all on table public.notion_sync_runs from anon, authenticated;
grant select on table public.notion_sync_runs to authenticated;
grant all on table public.notion_sync_runs to service_role;

alter table public.notion_sync_runs enable row level security;

create policy notion_sync_runs_select_member on public.notion_sync_runs for select to authenticated
  using (organization_id = any (array(select private.my_organization_ids())));
comment on policy notion_sync_runs_select_member on public.notion_sync_runs is
  'Members read how far their workspaces'' syncs are.';

create policy notion_sync_runs_all_second_step on public.notion_sync_runs as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

-- The clock begins a run a quarter of an hour after the last one began, or when the last one was not finished.
create function public.claim_notion_sync_run(organization_id uuid, run_id uuid, by_clock boolean default false)
returns setof public.notion_sync_runs
language sql
set search_path = ''
rows 1
as $$
  insert into public.notion_sync_runs as run (organization_id, id, started_at, total, busy_until)
  select
    claim_notion_sync_run.organization_id, claim_notion_sync_run.run_id, clock_timestamp(),
    (select count(*) from public.pages as page
      where page.organization_id = claim_notion_sync_run.organization_id
        and page.notion_page_id is not null and not page.is_archived),
    clock_timestamp() + interval '2 minutes'
  on conflict on constraint notion_sync_runs_pkey do update
  set busy_until = excluded.busy_until,
    (id, started_at, ended_at, total, done, synced) = (
      select run.id, run.started_at, run.ended_at, run.total, run.done, run.synced
      where run.ended_at is null and (claim_notion_sync_run.by_clock or run.id = excluded.id)
      union all
      select excluded.id, excluded.started_at, null, excluded.total, 0, 0
      where not (run.ended_at is null and (claim_notion_sync_run.by_clock or run.id = excluded.id))
    )
  where (run.busy_until is null or run.busy_until < clock_timestamp())
    and (
      not claim_notion_sync_run.by_clock or run.ended_at is null
      -- A clock that ticks each quarter of an hour is never quite on time.
      or run.started_at < clock_timestamp() - interval '14 minutes'
    )
  returning *
$$;
comment on function public.claim_notion_sync_run(uuid, uuid, boolean) is
  'Takes the lease of a workspace''s sync, and begins the sync or goes on with it; no row while another run has the lease. For server functions.';
revoke execute on function public.claim_notion_sync_run(uuid, uuid, boolean) from public, anon, authenticated;
grant execute on function public.claim_notion_sync_run(uuid, uuid, boolean) to service_role;

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

-- An unfinished run comes after the others: it has had some of its turn.
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

create trigger notion_sync_runs_98_tell_new after insert on public.notion_sync_runs
  referencing new table as changed for each statement execute function private.tell_workspaces('integrations');
create trigger notion_sync_runs_98_tell_changed after update on public.notion_sync_runs
  referencing new table as changed for each statement execute function private.tell_workspaces('integrations');
