-- The server compares storage.objects with the bytes at the store. Both sides are read in the order of the version, a portion at a
-- time, so that any number of files takes the same memory.

create index objects_version_idx on storage.objects ((coalesce(lower(version), '')) collate "C", id);

alter table trellis_server.loose_files add column was_found boolean not null default false;
comment on column trellis_server.loose_files.was_found is 'Whether its bytes were found at the store with nothing that names them.';
create index loose_files_found_idx on trellis_server.loose_files (version) where was_found;
