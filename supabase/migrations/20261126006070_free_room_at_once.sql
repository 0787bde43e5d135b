-- Pages that are deleted for good free the room of their files in the same transaction: there is nothing to take back. The
-- bytes go soon after, by the server function.

create function private.look_at_files(most integer) returns void
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
    delete from public.page_file_work as work where work.id = any (waiting.ids);
    perform private.doom_file(waiting.file_id);
  end loop;
end
$$;
comment on function private.look_at_files(integer) is 'Marks those of the files that are waiting for it which nothing uses, the latest first.';
revoke execute on function private.look_at_files(integer) from public, anon, authenticated;

create or replace function public.claim_unused_files(most integer default 500) returns table (id uuid, object_name text)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.look_at_files(1000);
  return query
    select file.id, file.object_name from public.page_files as file
    where file.doomed_at is not null order by file.doomed_at, file.id limit most;
end
$$;

create or replace function private.file_bytes_in(organization uuid) returns bigint
language sql stable
set search_path = ''
as $$
  select coalesce(sum(file.bytes), 0)::bigint from public.page_files as file
  where file.organization_id = organization and file.doomed_at is null
$$;

create or replace function private.delete_pages(doomed uuid[]) returns integer
language plpgsql security definer
set search_path = ''
as $$
begin
  -- One line for each entry of the trash, none for pages that went there with it.
  insert into public.page_activity (organization_id, actor_id, kind, old_name, private_to)
  select page.organization_id, auth.uid(), 'deleted', page.name, page.private_to
  from public.pages as page
  where page.id = any (doomed)
    and (page.archived_with = page.id or page.parent_id is null or page.parent_id <> all (doomed));
  perform private.spare_pages_beneath(doomed);
  delete from public.pages as page where page.id = any (doomed);
  perform private.look_at_files(1000);
  return cardinality(doomed);
end
$$;
