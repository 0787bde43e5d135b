-- Notion takes so many requests of a connection in a minute, whichever process sends them: 180 on most plans. Each asks
-- here for its turn. Thirty may come at once, then 150 a minute: together never more than 180 in any minute.

create table public.notion_request_budgets (
  organization_id uuid not null,
  spent_until timestamptz not null default clock_timestamp(),
  paused_until timestamptz
);
comment on table public.notion_request_budgets is 'When a workspace''s next request to Notion may be sent.';
comment on column public.notion_request_budgets.organization_id is 'The workspace: it has one connection.';
comment on column public.notion_request_budgets.spent_until is 'Each request moves this on; it may be so far ahead as the first ones together.';
comment on column public.notion_request_budgets.paused_until is 'Notion wants no request before.';

alter table public.notion_request_budgets
  add constraint notion_request_budgets_pkey primary key (organization_id),
  add constraint notion_request_budgets_organization_id_fkey
    foreign key (organization_id) references public.organizations (id) on delete cascade;

revoke all on table public.notion_request_budgets from anon, authenticated;
grant all on table public.notion_request_budgets to service_role;

alter table public.notion_request_budgets enable row level security;

-- There is no policy that allows anything.
create policy notion_request_budgets_all_second_step on public.notion_request_budgets as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

-- No request waits longer than 100 seconds for its turn, but one that gives up has delayed all others. So turns are
-- given two minutes ahead, and no further: else asking again and again would keep a whole workspace from Notion for hours.
create function public.take_notion_request(organization_id uuid) returns integer
language sql
set search_path = ''
as $$
  insert into public.notion_request_budgets as budget (organization_id, spent_until)
  values (take_notion_request.organization_id, clock_timestamp() + interval '400 milliseconds')
  on conflict on constraint notion_request_budgets_pkey do update
  set spent_until = least(
    greatest(budget.spent_until, clock_timestamp(), budget.paused_until) + interval '400 milliseconds',
    greatest(clock_timestamp(), budget.paused_until) + interval '2 minutes'
  )
  returning ceil(1000 * greatest(
    0,
    extract(epoch from budget.spent_until - interval '12 seconds' - clock_timestamp()),
    extract(epoch from budget.paused_until - clock_timestamp())
  ))::integer
$$;
comment on function public.take_notion_request(uuid) is
  'Takes a workspace''s next turn to ask Notion something, and says in how many milliseconds that is. For server functions.';
revoke execute on function public.take_notion_request(uuid) from public, anon, authenticated;
grant execute on function public.take_notion_request(uuid) to service_role;

create function public.pause_notion_requests(organization_id uuid, seconds double precision) returns void
language sql
set search_path = ''
as $$
  insert into public.notion_request_budgets as budget (organization_id, paused_until)
  values (
    pause_notion_requests.organization_id,
    clock_timestamp() + make_interval(secs => least(greatest(pause_notion_requests.seconds, 0), 86400))
  )
  on conflict on constraint notion_request_budgets_pkey do update
  set paused_until = greatest(budget.paused_until, excluded.paused_until)
$$;
comment on function public.pause_notion_requests(uuid, double precision) is
  'Notion wants a workspace to wait so long: nobody asks it anything until then. For server functions.';
revoke execute on function public.pause_notion_requests(uuid, double precision) from public, anon, authenticated;
grant execute on function public.pause_notion_requests(uuid, double precision) to service_role;
