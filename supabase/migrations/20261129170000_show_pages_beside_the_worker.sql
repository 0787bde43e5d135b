-- A page is shown to others beside the worker of public.page_work, and not after its run. It waits only while the worker has read this page's
-- text and not written it yet; the run then ends with the page that it is about.

-- A place among 1,024 for each page: as many locks are held at once at most, however many pages are shown, or worked off, together.
create function private.place_in_hand(page_id uuid) returns integer
language sql immutable
set search_path = ''
as $$
  select hashtextextended(page_id::text, 0)::bit(10)::integer
$$;
comment on function private.place_in_hand(uuid) is 'The lock of pages that the worker has in hand, among 1,024: pages share them by chance.';
revoke execute on function private.place_in_hand(uuid) from public, anon, authenticated;

-- The worker has only pages in hand that wait in its queue, until its run is committed. A run that would begin meanwhile passes the page
-- by. The first lock tells the worker that somebody waits.
create or replace function private.await_page_work() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  place constant integer := private.place_in_hand(new.id);
begin
  if not exists (select from public.page_work as work where work.page_id = new.id) then
    return new;
  end if;
  if not pg_try_advisory_xact_lock_shared(hashtext('page in hand'), place) then
    perform pg_advisory_xact_lock_shared(hashtext('waits for the worker'), 0);
    perform pg_advisory_xact_lock_shared(hashtext('page in hand'), place);
  end if;
  return new;
end
$$;
comment on function private.await_page_work() is 'Trigger: waits until the worker holds no text of the page that it has read and not yet written.';

create or replace function private.refresh_page(page_id uuid, part integer) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  has_more boolean;
begin
  -- Before the first look at the text, and until the end of the run.
  if not pg_try_advisory_xact_lock(hashtext('page in hand'), private.place_in_hand(page_id)) then
    return 'later';
  end if;
  perform from public.pages as page where page.id = refresh_page.page_id for key share skip locked;
  if not found then
    return case when exists (select from public.pages as page where page.id = refresh_page.page_id) then 'later' else 'done' end;
  end if;
  -- The queue was read before the lock: a page that was shown meanwhile begins again.
  if exists (select from public.page_work as work where work.page_id = refresh_page.page_id and work.part <> refresh_page.part) then
    return 'later';
  end if;
  has_more := private.index_page_part(page_id, part);
  if part = 0 then
    perform private.refresh_links(page_id);
    perform private.refresh_names(page_id);
  end if;
  return case when has_more then 'more' else 'done' end;
end
$$;

create function private.is_worker_awaited() returns boolean
language plpgsql volatile
set search_path = ''
as $$
begin
  -- Taken and given back at once: nobody who waits for it waits longer than that.
  return not (pg_try_advisory_lock(hashtext('waits for the worker'), 0) and pg_advisory_unlock(hashtext('waits for the worker'), 0));
end
$$;
comment on function private.is_worker_awaited() is 'Whether somebody who shows a page had to wait for the worker, and has not come to the end of that.';
revoke execute on function private.is_worker_awaited() from public, anon, authenticated;

-- A person who saves the page holds its row of the queue, and may come to wait for the worker: who waits for that row makes a deadlock.
-- The save takes the mark away itself.
create or replace function private.work_off_pages_singly(has_failed boolean) returns integer
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
    where work.page_id = (
      select known.page_id from public.page_work as known
      where known.page_id = begun.page_id and known.begun_at is not null for update skip locked
    );
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
    -- After the first page at the earliest: each run gets on, however long it took to find the newest of many. A page that comes
    -- later is no step. Once a statement has come to its limit, nothing would end it a second time.
    if outcome = 'given up' or clock_timestamp() > begun + make_interval(secs => most_milliseconds / 1000.0)
      or (outcome <> 'later' and private.is_worker_awaited())
    then
      -- For the clock of the bundled server.
      perform set_config('cron.run_again', 'on', true);
      exit;
    end if;
  end loop;
  perform private.end_work(page_ids, tickets, outcomes);
  return cardinality(array_positions(outcomes, 'done'));
end
$$;

-- A long text is taken in in parts. One that is shown between two of them lost the first one, and its next one had no place to go.
create or replace function private.forget_private_time(page_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.page_file_uses as use where use.page_id = forget_private_time.page_id and use.gone_at is not null;
  if exists (select from public.page_work as work where work.page_id = forget_private_time.page_id) then
    update public.page_work as work set part = 0 where work.page_id = forget_private_time.page_id and work.part > 0;
    delete from public.page_search as known where known.page_id = forget_private_time.page_id;
    delete from public.page_links as link where link.source_id = forget_private_time.page_id;
    delete from public.page_wiki_links as link where link.source_id = forget_private_time.page_id;
    delete from public.page_aliases as alias where alias.page_id = forget_private_time.page_id;
  end if;
end
$$;
