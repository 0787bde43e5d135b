-- Uploads that come in several requests (TUS): how much of each is kept, who began it, and which request is adding to it. Their
-- bytes are noted as loose files that are due when the upload expires, so whatever never gets a row is removed then. Processes on one
-- Postgres with an S3 store may have disks of their own: an upload goes on at any of them.

create table trellis_server.resumable_uploads (
  version text not null,
  bucket_id text not null,
  name text not null,
  owner_id text,
  link_id uuid,
  is_upsert boolean not null,
  metadata text not null,
  size bigint,
  kept bigint not null default 0,
  is_complete boolean not null default false,
  lease uuid,
  leased_until timestamptz,
  expires_at timestamptz not null,
  kept_at text,
  constraint resumable_uploads_pkey primary key (version)
);
comment on table trellis_server.resumable_uploads is
  'Uploads in several requests. A complete one stays until it expires, for a client that has not heard of the end.';
comment on column trellis_server.resumable_uploads.link_id is 'The signed upload link that it came by.';
comment on column trellis_server.resumable_uploads.metadata is 'The header Upload-Metadata, as it was sent.';
comment on column trellis_server.resumable_uploads.size is 'Null until the client knows it.';
comment on column trellis_server.resumable_uploads.kept is 'So many bytes are safely on the disk.';
comment on column trellis_server.resumable_uploads.lease is 'The request that is adding to it, while leased_until is to come.';
comment on column trellis_server.resumable_uploads.kept_at is
  'On which disk all of these bytes are; other processes have those that are in parts at the store.';
create index resumable_uploads_expires_at_idx on trellis_server.resumable_uploads (expires_at);
create index resumable_uploads_owner_id_idx on trellis_server.resumable_uploads (owner_id);
alter table trellis_server.resumable_uploads enable row level security;
