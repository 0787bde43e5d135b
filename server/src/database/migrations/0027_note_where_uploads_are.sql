-- Processes on one Postgres with an S3 store may have disks of their own: an upload in several requests goes on at any of them.

alter table trellis_server.resumable_uploads add column kept_at text;
comment on column trellis_server.resumable_uploads.kept_at is
  'On which disk all of these bytes are; other processes have those that are in parts at the store.';
