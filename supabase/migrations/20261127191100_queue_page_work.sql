-- Search and the list of links follow a page's texts within seconds. No save waits for them: it notes the page here, and
-- private.work_off_pages() does the work. A page has one row, however often it was saved meanwhile.

-- Rows are written over many times before they go. Without an index on the times these writes touch no index.
create table public.page_work (
  page_id uuid not null,
  ticket bigint not null default pg_current_xact_id()::text::bigint,
  due_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0,
  problem text,
  begun_at timestamptz,
  part integer not null default 0
) with (fillfactor = 50);
comment on table public.page_work is 'Pages with texts that search and the list of links do not know yet.';
comment on column public.page_work.page_id is 'The page; it may be gone.';
comment on column public.page_work.ticket is 'The transaction that noted it: another one means that the texts are others again.';
comment on column public.page_work.due_at is 'When it may be taken.';
comment on column public.page_work.tries is 'How often the work failed since the last save.';
comment on column public.page_work.problem is 'How it failed last.';
comment on column public.page_work.begun_at is
  'When it was noted to be done alone, after a run that did not come to its end.';
comment on column public.page_work.part is 'The part of its texts that comes next.';

-- Without a reference to the page, which each save would have to check.
alter table public.page_work
  add constraint page_work_pkey primary key (page_id);

revoke all on table public.page_work from anon, authenticated;
grant all on table public.page_work to service_role;

alter table public.page_work enable row level security;

-- There is no policy that allows anything.
create policy page_work_all_second_step on public.page_work as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
comment on policy page_work_all_second_step on public.page_work is
  'People with two-step verification get in with both steps only.';
