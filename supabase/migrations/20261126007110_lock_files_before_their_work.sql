-- A file that is forgotten takes its waiting work along: the file is locked first, then the work. Here it was the other way round,
-- and the two could wait for each other.
create or replace function private.look_at_files(most integer) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  waiting record;
begin
  -- One at a time; whoever comes second leaves the work to the first, or to the clock.
  if not pg_try_advisory_xact_lock(hashtextextended('unused files', 0)) then
    return;
  end if;
  for waiting in
    select work.file_id, array_agg(work.id) as ids from (
      select known.id, known.file_id from public.page_file_work as known
      where known.due_at <= clock_timestamp() order by known.due_at desc limit look_at_files.most
    ) as work group by work.file_id order by work.file_id
  loop
    perform private.doom_file(waiting.file_id);
    delete from public.page_file_work as work where work.id = any (waiting.ids);
  end loop;
end
$$;
