-- Nobody waits longer than 100 seconds for their turn, but whoever gave up had moved on everybody's: asking again and again
-- kept a whole workspace from Notion for hours. Now turns are given two minutes ahead, and no further.

create or replace function public.take_notion_request(organization_id uuid) returns integer
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
