-- A permission to download a backup works once, in whichever process: a copy of its cookie opens nothing after the download has begun.

create table trellis_server.archive_permits (
  id uuid not null,
  until timestamptz not null,
  constraint archive_permits_pkey primary key (id)
);
comment on table trellis_server.archive_permits is 'Permissions to download a backup that nobody has used yet.';
comment on column trellis_server.archive_permits.until is 'When it works no more.';

alter table trellis_server.archive_permits enable row level security;
