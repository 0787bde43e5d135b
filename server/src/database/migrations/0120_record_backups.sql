-- Backups of the last while, so that of several processes one makes the next, and the operator sees whether they go well.

create table trellis_server.backups (
  id uuid not null default gen_random_uuid(),
  is_scheduled boolean not null,
  place text not null,
  name text not null,
  release text not null,
  started_at timestamptz not null default clock_timestamp(),
  alive_until timestamptz not null,
  finished_at timestamptz,
  problem text,
  bytes bigint,
  row_count bigint,
  file_count bigint,
  constraint backups_pkey primary key (id)
);
comment on table trellis_server.backups is 'Backups that were made, are being made, or failed. The archives are elsewhere.';
comment on column trellis_server.backups.place is 'Where the archive is: a folder, or the address of a prefix in an S3 store.';
comment on column trellis_server.backups.name is 'Of the archive, there.';
comment on column trellis_server.backups.alive_until is 'The process that makes it moves this on while it lives. No file is removed meanwhile.';
comment on column trellis_server.backups.finished_at is 'Null while it is being made.';
comment on column trellis_server.backups.problem is 'Why it failed, in a sentence. Null when it did not.';

create unique index backups_one_at_a_time_idx on trellis_server.backups ((true)) where finished_at is null;
create index backups_started_at_idx on trellis_server.backups (started_at);

alter table trellis_server.backups enable row level security;
