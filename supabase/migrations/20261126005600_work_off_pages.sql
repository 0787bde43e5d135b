-- The worker of public.page_work: brings search and the list of links in step with the pages' texts, within two seconds of a
-- save. docs/decisions/0012-work-after-a-save.md says why nothing is lost, whoever saves, deletes or dies meanwhile.

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

-- Waits for nobody, so that it can be part of no deadlock. A page that is being deleted is left for later; one that is here is
-- not deleted before the work is committed.
create function private.refresh_page(page_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.pages as page where page.id = refresh_page.page_id for key share skip locked;
  if not found then
    return not exists (select from public.pages as page where page.id = refresh_page.page_id);
  end if;
  perform private.index_pages(array[refresh_page.page_id]);
  perform private.refresh_links(refresh_page.page_id);
  return true;
end
$$;
comment on function private.refresh_page(uuid) is 'Brings search and links in step with a page''s texts. False when that has to wait.';
revoke execute on function private.refresh_page(uuid) from public, anon, authenticated;

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

-- The newest first: a page that somebody has just saved is found soon, also while ten thousand imported ones wait.
-- Rows of the queue are locked at the end alone, when they go: a save that has to write one never waits for the work.
create function private.work_off_pages(most_milliseconds integer default 20) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  begun constant timestamptz := clock_timestamp();
  waiting record;
  done_ids uuid[] := '{}';
  done_tickets bigint[] := '{}';
begin
  if not pg_try_advisory_xact_lock(hashtextextended('work off pages', 0)) then
    return 0;
  end if;
  for waiting in
    select work.page_id, work.ticket from public.page_work as work
    where work.due_at <= begun order by work.due_at desc limit 1000
  loop
    begin
      if private.refresh_page(waiting.page_id) then
        done_ids := done_ids || waiting.page_id;
        done_tickets := done_tickets || waiting.ticket;
      end if;
    exception when others then
      perform private.postpone_work(waiting.page_id, waiting.ticket, sqlerrm);
      perform set_config('cron.problem', format('Page %s is not in the search as it is: %s', waiting.page_id, sqlerrm), true);
      raise warning 'Page % is not in the search as it is: %', waiting.page_id, sqlerrm;
    end;
    -- After the first page at the earliest: each run gets on, however long it took to find the newest of many.
    if clock_timestamp() > begun + make_interval(secs => most_milliseconds / 1000.0) then
      -- For the clock of the bundled server.
      perform set_config('cron.run_again', 'on', true);
      exit;
    end if;
  end loop;
  -- One that was saved meanwhile has another ticket, or is locked: it stays.
  delete from public.page_work as work where work.page_id in (
    select known.page_id from public.page_work as known
    join unnest(done_ids, done_tickets) as done (page_id, ticket) on done.page_id = known.page_id and done.ticket = known.ticket
    for update of known skip locked
  );
  return cardinality(done_ids);
end
$$;
comment on function private.work_off_pages(integer) is 'Empties the queue of pages, for so long at most. One worker at a time.';
revoke execute on function private.work_off_pages(integer) from public, anon, authenticated;

-- On the bundled server everybody may be waiting for a run, which it repeats while there is more to do. pg_cron keeps a row of
-- each run for ever.
do $$
begin
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    create extension if not exists pg_cron;
  end if;
  if exists (select from pg_extension where extname = 'pg_cron') then
    begin
      perform cron.schedule('page-work', '2 seconds', 'select private.work_off_pages(1500)');
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
