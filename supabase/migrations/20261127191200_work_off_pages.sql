-- The worker of public.page_work: brings search and the list of links in step with the pages' texts, within two seconds of a
-- save. docs/decisions/0012-work-after-a-save.md says why nothing is lost, whoever saves, deletes or dies meanwhile.
--
-- No page takes the worker's time from all others. A statement that comes to its limit of time gives up on the page that it was
-- about. The embedded database has no timers: there, a run that takes too long ends with its connection, and takes its notes
-- along. After such a run the pages are taken one by one, and each is noted before it is begun: one that stays noted was the reason.
-- A page that was given up is tried again when it is saved, or when the operator asks for it.

create function private.refresh_links(page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  source record;
  known uuid[] := array(
    select link.target_id from public.page_links as link where link.source_id = refresh_links.page_id order by link.target_id);
  changed uuid[];
begin
  select page.organization_id, page.private_to,
    case when page.content like '%/dashboard/pages/%'
      then array(select target from private.linked_pages(page.content) as target where target <> page.id order by target)
      else '{}'
    end as targets
  into source
  from public.pages as page where page.id = refresh_links.page_id;
  if source.targets = known then
    return;
  end if;
  changed := array(
    (select unnest(known) except select unnest(source.targets))
    union all
    (select unnest(source.targets) except select unnest(known))
  );
  delete from public.page_links as link
  where link.source_id = refresh_links.page_id and link.target_id = any (changed) and link.target_id = any (known);
  insert into public.page_links (source_id, target_id)
  select refresh_links.page_id, target from unnest(source.targets) as target where target = any (changed);
  -- Screens of these pages list the pages that lead to them.
  if source.private_to is null then
    perform private.tell_workspace(source.organization_id, 'links', jsonb_build_object('pageIds', changed));
  else
    perform private.tell_person(source.private_to, 'links', jsonb_build_object('pageIds', changed));
  end if;
end
$$;
comment on function private.refresh_links(uuid) is 'Makes the links of a page those of its text, and tells which pages are linked to otherwise.';
revoke execute on function private.refresh_links(uuid) from public, anon, authenticated;

create function private.refresh_page(page_id uuid, part integer) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  has_more boolean;
begin
  perform from public.pages as page where page.id = refresh_page.page_id for key share skip locked;
  if not found then
    return case when exists (select from public.pages as page where page.id = refresh_page.page_id) then 'later' else 'done' end;
  end if;
  has_more := private.index_page_part(page_id, part);
  if part = 0 then
    perform private.refresh_links(page_id);
    perform private.refresh_names(page_id);
  end if;
  return case when has_more then 'more' else 'done' end;
end
$$;
comment on function private.refresh_page(uuid, integer) is
  'Brings search and links in step with a page''s texts, or search alone with a further part of them: done, more (there are further parts), or later.';
revoke execute on function private.refresh_page(uuid, integer) from public, anon, authenticated;

create function private.postpone_work(page_id uuid, ticket bigint, problem text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update public.page_work as waiting
  set tries = waiting.tries + 1, problem = postpone_work.problem,
    due_at = clock_timestamp() + least(interval '2 seconds' * 2 ^ (waiting.tries + 1), interval '1 hour')
  where waiting.page_id = (
    select known.page_id from public.page_work as known
    where known.page_id = postpone_work.page_id and known.ticket = postpone_work.ticket
    for update skip locked
  );
end
$$;
comment on function private.postpone_work(uuid, bigint, text) is 'Notes that work failed. It is tried again, later each time.';
revoke execute on function private.postpone_work(uuid, bigint, text) from public, anon, authenticated;

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

create function private.work_off_page(page_id uuid, ticket bigint, part integer) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return private.refresh_page(page_id, part);
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
comment on function private.work_off_page(uuid, bigint, integer) is
  'Does the work on a part of a page: done, more, later (it is being deleted), failed, or given up, where the time for the statement is over.';
revoke execute on function private.work_off_page(uuid, bigint, integer) from public, anon, authenticated;

create function private.end_work(page_ids uuid[], tickets bigint[], outcomes text[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  with ended as materialized (
    select known.page_id, done.outcome from public.page_work as known
    join unnest(page_ids, tickets, outcomes) as done (page_id, ticket, outcome)
      on done.page_id = known.page_id and done.ticket = known.ticket
    for update of known skip locked
  ), gone as (
    delete from public.page_work as work using ended where work.page_id = ended.page_id and ended.outcome = 'done'
  )
  update public.page_work as work set part = work.part + 1
  from ended where work.page_id = ended.page_id and ended.outcome = 'more';
end
$$;
comment on function private.end_work(uuid[], bigint[], text[]) is
  'Takes pages that are done out of the queue, and goes on to the next part of others, as far as nobody saved them meanwhile.';
revoke execute on function private.end_work(uuid[], bigint[], text[]) from public, anon, authenticated;

create function private.work_off_pages_singly(has_failed boolean) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  begun record;
  outcome text;
begin
  select work.page_id, work.ticket, work.begun_at, work.part into begun
  from public.page_work as work where work.begun_at is not null order by work.begun_at limit 1;
  if found and (has_failed or begun.begun_at < clock_timestamp() - interval '1 minute') then
    perform private.give_up_work(begun.page_id, begun.ticket);
    return 0;
  elsif found then
    outcome := private.work_off_page(begun.page_id, begun.ticket, begun.part);
    perform private.end_work(array[begun.page_id], array[begun.ticket], array[outcome]);
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

-- The newest first: a page that somebody has just saved is found soon, also while ten thousand imported ones wait.
-- Rows of the queue are locked at the end alone, when they go: a save that has to write one never waits for the work.
create function private.work_off_pages(most_milliseconds integer default 20) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  begun constant timestamptz := clock_timestamp();
  -- The clock of the bundled server counts the runs of a job that failed one after the other.
  has_failed constant boolean := coalesce(nullif(current_setting('cron.failures', true), ''), '0') <> '0';
  waiting record;
  outcome text;
  page_ids uuid[] := '{}';
  tickets bigint[] := '{}';
  outcomes text[] := '{}';
begin
  if not pg_try_advisory_xact_lock(hashtextextended('work off pages', 0)) then
    return 0;
  elsif has_failed or exists (select from public.page_work as work where work.begun_at is not null) then
    return private.work_off_pages_singly(has_failed);
  end if;
  for waiting in
    select work.page_id, work.ticket, work.part from public.page_work as work
    where work.due_at <= begun order by work.due_at desc limit 1000
  loop
    outcome := private.work_off_page(waiting.page_id, waiting.ticket, waiting.part);
    page_ids := page_ids || waiting.page_id;
    tickets := tickets || waiting.ticket;
    outcomes := outcomes || outcome;
    -- After the first page at the earliest: each run gets on, however long it took to find the newest of many. Once a
    -- statement has come to its limit, nothing would end it a second time.
    if outcome = 'given up' or clock_timestamp() > begun + make_interval(secs => most_milliseconds / 1000.0) then
      -- For the clock of the bundled server.
      perform set_config('cron.run_again', 'on', true);
      exit;
    end if;
  end loop;
  perform private.end_work(page_ids, tickets, outcomes);
  return cardinality(array_positions(outcomes, 'done'));
end
$$;
comment on function private.work_off_pages(integer) is 'Empties the queue of pages, for so long at most. One worker at a time.';
revoke execute on function private.work_off_pages(integer) from public, anon, authenticated;

-- The bundled clock gives each job a limit of time. On the bundled server everybody may be waiting for a run, which it repeats while there is more to do. pg_cron keeps a row of
-- each run for ever.
do $$
begin
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    create extension if not exists pg_cron;
  end if;
  if exists (select from pg_extension where extname = 'pg_cron') then
    begin
      perform cron.schedule('page-work', '2 seconds', 'set statement_timeout = ''10s''; select private.work_off_pages(1500)');
    exception when invalid_parameter_value then
      raise exception 'the extension pg_cron of this database is too old: 1.5 or newer is needed (%)', sqlerrm;
    end;
    -- Runs that the end of Postgres cut off have no time at which they ended.
    perform cron.schedule('forget-page-work', '7 * * * *',
      $job$delete from cron.job_run_details
        where (end_time < now() - interval '1 hour' or end_time is null and status = 'failed')
        and jobid in (select jobid from cron.job where jobname in ('page-work', 'forget-page-work'))$job$);
  else
    perform cron.schedule('page-work', '2 seconds', 'select private.work_off_pages()');
  end if;
end
$$;
