-- A page that several people write at once is one Yjs document, the same for all of them. The database keeps it as a state
-- and a log of numbered updates after it, and understands neither: browsers make the page's texts from them, and say so
-- when they save. The texts stay in `pages`, where everything else reads them.
-- Clients reach both tables by functions alone, in the files that follow. A page without a row here has never been open.

create table public.page_documents (
  page_id uuid not null,
  epoch uuid not null default gen_random_uuid(),
  channel uuid not null default gen_random_uuid(),
  state bytea not null,
  state_number bigint not null default 0,
  state_head uuid not null,
  number bigint not null default 0,
  head uuid not null,
  texts_number bigint not null default 0,
  texts_version timestamptz not null,
  bytes bigint not null,
  is_to_restart boolean not null default false,
  kept_for uuid,
  updated_at timestamptz not null default clock_timestamp()
) with (fillfactor = 80);
comment on table public.page_documents is
  'The shared documents of pages: one row for each page that was opened to be written. Read and written by functions alone.';
comment on column public.page_documents.page_id is 'The page.';
comment on column public.page_documents.epoch is 'The document''s identity: updates of another one do not fit.';
comment on column public.page_documents.channel is
  'Names the live channel, `page:<channel>`. Another one when the page goes out of somebody''s sight.';
comment on column public.page_documents.state is 'A Yjs update that holds the document up to state_number. At most 16 MiB.';
comment on column public.page_documents.state_number is 'The last update that the state holds.';
comment on column public.page_documents.state_head is 'The id of that update.';
comment on column public.page_documents.number is 'The newest update; 0 before the first.';
comment on column public.page_documents.head is 'The id of that update; the epoch before the first.';
comment on column public.page_documents.texts_number is 'The page''s texts are the document''s after this update ...';
comment on column public.page_documents.texts_version is '... as long as the page''s updated_at is this.';
comment on column public.page_documents.bytes is 'The bytes of the state and of the updates after it.';
comment on column public.page_documents.is_to_restart is
  'It holds words of a time when one person alone saw the page: it begins anew.';
comment on column public.page_documents.kept_for is
  'That person, who may go on with it until the page has its texts.';
comment on column public.page_documents.updated_at is 'When the newest update came, or else when the document began.';

alter table public.page_documents
  add constraint page_documents_pkey primary key (page_id),
  add constraint page_documents_channel_key unique (channel),
  add constraint page_documents_page_id_fkey foreign key (page_id) references public.pages (id) on delete cascade,
  add constraint page_documents_kept_for_fkey
    foreign key (kept_for) references public.user_profiles (id) on delete set null,
  add constraint page_documents_numbers_ordered
    check (0 <= state_number and state_number <= texts_number and texts_number <= number),
  add constraint page_documents_state_size check (octet_length(state) <= 16 * 1024 * 1024);

create index page_documents_kept_for_idx on public.page_documents (kept_for) where kept_for is not null;

revoke all on table public.page_documents from anon, authenticated;
grant all on table public.page_documents to service_role;

alter table public.page_documents enable row level security;

-- There is no policy that allows anything.
create policy page_documents_all_second_step on public.page_documents as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create table public.page_updates (
  page_id uuid not null,
  number bigint not null,
  id uuid not null default gen_random_uuid(),
  update bytea not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.page_updates is
  'The updates of a document after its state, numbered without gaps. Read and written by functions alone.';
comment on column public.page_updates.page_id is 'The page.';
comment on column public.page_updates.number is 'Its place in the log.';
comment on column public.page_updates.id is
  'Tells it from another update with its number, in a database that was restored from a backup.';
comment on column public.page_updates.update is 'What Yjs made of the edits. At most 8 MiB.';
comment on column public.page_updates.created_by is
  'The person who made the edits; null once that account is gone.';
comment on column public.page_updates.created_at is 'When it came.';

alter table public.page_updates
  add constraint page_updates_pkey primary key (page_id, number),
  add constraint page_updates_page_id_fkey
    foreign key (page_id) references public.page_documents (page_id) on delete cascade,
  add constraint page_updates_created_by_fkey
    foreign key (created_by) references public.user_profiles (id) on delete set null,
  add constraint page_updates_update_size check (octet_length(update) <= 8 * 1024 * 1024);

create index page_updates_created_by_idx on public.page_updates (created_by);

revoke all on table public.page_updates from anon, authenticated;
grant all on table public.page_updates to service_role;

alter table public.page_updates enable row level security;

-- There is no policy that allows anything.
create policy page_updates_all_second_step on public.page_updates as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create table public.page_former_documents (
  epoch uuid not null,
  page_id uuid not null,
  private_to uuid,
  state bytea not null,
  updates bytea[] not null,
  ended_at timestamptz not null default clock_timestamp()
);
comment on table public.page_former_documents is
  'Documents that pages had before, for browsers that have edits of them and were away when they ended. Read and written by functions alone.';
comment on column public.page_former_documents.epoch is 'The document''s identity.';
comment on column public.page_former_documents.page_id is 'The page.';
comment on column public.page_former_documents.private_to is 'The person alone who may read it, if it has words of a private time.';
comment on column public.page_former_documents.state is 'Its last state ...';
comment on column public.page_former_documents.updates is
  '... and the updates after it that the page had in its texts when the next document began with those.';
comment on column public.page_former_documents.ended_at is 'When that was.';

alter table public.page_former_documents
  add constraint page_former_documents_pkey primary key (epoch),
  add constraint page_former_documents_page_id_fkey
    foreign key (page_id) references public.pages (id) on delete cascade,
  add constraint page_former_documents_private_to_fkey
    foreign key (private_to) references public.user_profiles (id) on delete cascade;

create index page_former_documents_page_id_idx on public.page_former_documents (page_id, ended_at);
create index page_former_documents_private_to_idx on public.page_former_documents (private_to) where private_to is not null;
create index page_former_documents_ended_at_idx on public.page_former_documents (ended_at);

revoke all on table public.page_former_documents from anon, authenticated;
grant all on table public.page_former_documents to service_role;

alter table public.page_former_documents enable row level security;

-- There is no policy that allows anything.
create policy page_former_documents_all_second_step on public.page_former_documents as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
