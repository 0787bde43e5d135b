-- No page takes the worker's time from all others. A statement that comes to its limit of time gives up on the page that it was
-- about. The embedded database has no timers: there, a run that takes too long ends with its connection, and takes its notes
-- along. After such a run the pages are taken one by one, and each is noted before it is begun: one that stays noted was the reason.
-- A page that was given up is tried again when it is saved, or when the operator asks for it.

alter table public.page_work add column begun_at timestamptz;
comment on column public.page_work.begun_at is
  'When it was noted to be done alone, after a run that did not come to its end.';

create function private.give_up_work(page_id uuid, ticket bigint) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  reason constant text := 'The text takes too long to read. It is not tried again by itself.';
begin
  update public.page_work as waiting
  set tries = waiting.tries + 1, problem = reason, due_at = 'infinity', begun_at = null
  where waiting.page_id = (
    select known.page_id from public.page_work as known
    where known.page_id = give_up_work.page_id and known.ticket = give_up_work.ticket
    for update skip locked
  );
  perform set_config('cron.problem', format('Page %s is not in the search as it is: %s', page_id, reason), true);
  raise warning 'Page % is not in the search as it is: %', page_id, reason;
end
$$;
comment on function private.give_up_work(uuid, bigint) is 'Notes that a page is not tried again with this text, and tells the operator.';
revoke execute on function private.give_up_work(uuid, bigint) from public, anon, authenticated;

create function private.work_off_page(page_id uuid, ticket bigint) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return case when private.refresh_page(page_id) then 'done' else 'later' end;
exception
  when query_canceled then
    perform private.give_up_work(page_id, ticket);
    return 'given up';
  when others then
    perform private.postpone_work(page_id, ticket, sqlerrm);
    perform set_config('cron.problem', format('Page %s is not in the search as it is: %s', page_id, sqlerrm), true);
    raise warning 'Page % is not in the search as it is: %', page_id, sqlerrm;
    return 'failed';
end
$$;
comment on function private.work_off_page(uuid, bigint) is
  'Does the work on one page: done, later (it is being deleted), failed, or given up, where the time for the statement is over.';
revoke execute on function private.work_off_page(uuid, bigint) from public, anon, authenticated;

-- One that was saved meanwhile has another ticket, or is locked: it stays.
create function private.end_work(page_ids uuid[], tickets bigint[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  delete from public.page_work as work where work.page_id in (
    select known.page_id from public.page_work as known
    join unnest(page_ids, tickets) as done (page_id, ticket) on done.page_id = known.page_id and done.ticket = known.ticket
    for update of known skip locked
  );
end
$$;
comment on function private.end_work(uuid[], bigint[]) is 'Takes pages out of the queue, as far as nobody saved them meanwhile.';
revoke execute on function private.end_work(uuid[], bigint[]) from public, anon, authenticated;

create function private.work_off_pages_singly(has_failed boolean) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  begun record;
  outcome text;
begin
  select work.page_id, work.ticket, work.begun_at into begun
  from public.page_work as work where work.begun_at is not null order by work.begun_at limit 1;
  if found and (has_failed or begun.begun_at < clock_timestamp() - interval '1 minute') then
    perform private.give_up_work(begun.page_id, begun.ticket);
    return 0;
  elsif found then
    outcome := private.work_off_page(begun.page_id, begun.ticket);
    if outcome = 'done' then
      perform private.end_work(array[begun.page_id], array[begun.ticket]);
    end if;
    update public.page_work as work
    set begun_at = null,
      due_at = case outcome when 'later' then clock_timestamp() + interval '2 seconds' else work.due_at end
    where work.page_id = begun.page_id and work.begun_at is not null;
  end if;
  update public.page_work as work set begun_at = clock_timestamp()
  where work.page_id = (
    select next.page_id from public.page_work as next
    where next.due_at <= clock_timestamp() order by next.due_at desc limit 1 for update skip locked
  );
  if found then
    perform set_config('cron.run_again', 'on', true);
  end if;
  return case outcome when 'done' then 1 else 0 end;
end
$$;
comment on function private.work_off_pages_singly(boolean) is
  'Does the page that the run before has noted, and notes the next one. After a run that did not come to its end it gives up on the noted one.';
revoke execute on function private.work_off_pages_singly(boolean) from public, anon, authenticated;

create or replace function private.work_off_pages(most_milliseconds integer default 20) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  begun constant timestamptz := clock_timestamp();
  -- The clock of the bundled server counts the runs of a job that failed one after the other.
  has_failed constant boolean := coalesce(nullif(current_setting('cron.failures', true), ''), '0') <> '0';
  waiting record;
  outcome text;
  done_ids uuid[] := '{}';
  done_tickets bigint[] := '{}';
begin
  if not pg_try_advisory_xact_lock(hashtextextended('work off pages', 0)) then
    return 0;
  elsif has_failed or exists (select from public.page_work as work where work.begun_at is not null) then
    return private.work_off_pages_singly(has_failed);
  end if;
  for waiting in
    select work.page_id, work.ticket from public.page_work as work
    where work.due_at <= begun order by work.due_at desc limit 1000
  loop
    outcome := private.work_off_page(waiting.page_id, waiting.ticket);
    if outcome = 'done' then
      done_ids := done_ids || waiting.page_id;
      done_tickets := done_tickets || waiting.ticket;
    end if;
    -- After the first page at the earliest: each run gets on, however long it took to find the newest of many. Once a
    -- statement has come to its limit, nothing would end it a second time.
    if outcome = 'given up' or clock_timestamp() > begun + make_interval(secs => most_milliseconds / 1000.0) then
      -- For the clock of the bundled server.
      perform set_config('cron.run_again', 'on', true);
      exit;
    end if;
  end loop;
  perform private.end_work(done_ids, done_tickets);
  return cardinality(done_ids);
end
$$;

create or replace function private.queue_new_pages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.page_work (page_id) select page.id from added as page
  on conflict (page_id) do update
  set ticket = excluded.ticket, due_at = excluded.due_at, tries = 0, problem = null, begun_at = null;
  return null;
end
$$;

create or replace function private.queue_changed_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if old.updated_at <> new.updated_at then
    insert into public.page_work (page_id) values (new.id)
    on conflict (page_id) do update
    set ticket = excluded.ticket, due_at = excluded.due_at, tries = 0, problem = null, begun_at = null;
  end if;
  return null;
end
$$;

-- The bundled clock gives each job a limit of time.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('page-work', '2 seconds', 'set statement_timeout = ''10s''; select private.work_off_pages(1500)');
  end if;
end
$$;
