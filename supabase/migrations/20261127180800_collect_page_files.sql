-- Files that nothing uses any more go: first the row is marked, then the Storage API deletes the bytes, then the row goes. The
-- server function `page-files` does it by the clock. A crash between any two steps leaves a mark, and the next run goes on.

-- Without a key on the file: two transactions that let go of one file do not wait for each other.
create table public.page_file_work (
  id uuid not null default gen_random_uuid(),
  file_id uuid not null,
  due_at timestamptz not null
);
comment on table public.page_file_work is 'Files of which something let go, so that nothing may use them any more. Read and written by functions alone.';
comment on column public.page_file_work.id is 'Never changes.';
comment on column public.page_file_work.file_id is 'The file; it may be gone.';
comment on column public.page_file_work.due_at is 'When somebody is to look.';

alter table public.page_file_work add constraint page_file_work_pkey primary key (id);
create index page_file_work_due_at_idx on public.page_file_work (due_at);

revoke all on table public.page_file_work from anon, authenticated;
grant all on table public.page_file_work to service_role;

alter table public.page_file_work enable row level security;

-- There is no policy that allows anything.
create policy page_file_work_all_second_step on public.page_file_work as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
comment on policy page_file_work_all_second_step on public.page_file_work is
  'People with two-step verification get in with both steps only.';

create function private.let_go_of_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.look_at_file(old.file_id);
  return null;
end
$$;
comment on function private.let_go_of_file() is 'Trigger: somebody is to look whether anything still uses a file.';
revoke execute on function private.let_go_of_file() from public, anon, authenticated;

create trigger page_file_uses_90_let_go after delete on public.page_file_uses
  for each row execute function private.let_go_of_file();
create trigger page_text_files_90_let_go after delete on public.page_text_files
  for each row execute function private.let_go_of_file();
create trigger template_file_uses_90_let_go after delete on public.template_file_uses
  for each row execute function private.let_go_of_file();

-- The workspaces whose pages, versions and templates use a file.
create function private.workspaces_with_file(file_id uuid) returns setof uuid
language sql stable security definer
set search_path = ''
as $$
  select page.organization_id from public.page_file_uses as use
  join public.pages as page on page.id = use.page_id
  where use.file_id = workspaces_with_file.file_id
  union
  select use.organization_id from public.page_text_files as use where use.file_id = workspaces_with_file.file_id
  union
  select template.organization_id from public.template_file_uses as use
  join public.templates as template on template.id = use.template_id
  where use.file_id = workspaces_with_file.file_id
$$;
comment on function private.workspaces_with_file(uuid) is 'The workspaces in which something uses a file.';
revoke execute on function private.workspaces_with_file(uuid) from public, anon, authenticated;

-- Somebody who is about to use the file has it locked: then it is in use, and was let go of for nothing.
create function private.doom_file(file_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  file record;
  users uuid[];
begin
  delete from public.page_file_uses as use
  where use.file_id = doom_file.file_id and use.gone_at < clock_timestamp() - interval '7 days' + interval '1 second';
  select known.id, known.organization_id, known.is_used, known.created_at into file
  from public.page_files as known where known.id = doom_file.file_id and known.doomed_at is null for update skip locked;
  if not found then
    if exists (select from public.page_files as known where known.id = doom_file.file_id and known.doomed_at is null) then
      perform private.look_at_file(doom_file.file_id, interval '1 minute');
    end if;
    return;
  end if;
  users := array(select private.workspaces_with_file(file.id));
  if users = '{}' and (file.is_used or file.created_at < clock_timestamp() - interval '7 days' + interval '1 second') then
    update public.page_files as known set doomed_at = clock_timestamp() where known.id = file.id;
  elsif users <> '{}' and (file.organization_id is null or file.organization_id <> all (users)) then
    update public.page_files as known set organization_id = users[1] where known.id = file.id;
  end if;
end
$$;
comment on function private.doom_file(uuid) is
  'Marks a file that nothing uses for deletion. One that another workspace alone uses takes room there from now on.';
revoke execute on function private.doom_file(uuid) from public, anon, authenticated;

create function public.claim_unused_files(most integer default 500) returns table (id uuid, object_name text)
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
comment on function public.claim_unused_files(integer) is
  'Marks the files that nothing uses, and answers the marked ones, whose objects are to be deleted. For server functions.';
revoke execute on function public.claim_unused_files(integer) from public, anon, authenticated;
grant execute on function public.claim_unused_files(integer) to service_role;

-- The object has to be gone first: its name is known by the row alone.
create function public.forget_unused_files(files uuid[]) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from public.page_files as file
  where file.id = any (files) and file.doomed_at is not null and not exists (
    select from storage.objects as object where object.bucket_id = 'page-files' and object.name = file.object_name
  );
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
comment on function public.forget_unused_files(uuid[]) is
  'Forgets marked files whose objects are deleted, and answers how many. For server functions.';
revoke execute on function public.forget_unused_files(uuid[]) from public, anon, authenticated;
grant execute on function public.forget_unused_files(uuid[]) to service_role;

-- Pages that are deleted for good free the room of their files in the same transaction: there is nothing to take back. The
-- bytes go soon after, by the server function.
create function private.look_at_files(most integer) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  waiting record;
begin
  -- Callers work one at a time; the second one leaves the work to the first, or to the clock.
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
