-- Files whose bytes may be there without a row of storage.objects: they are noted here before the first byte is written, and
-- again in the transaction in which a row lets go of them. So a crash leaves nothing behind that is not noted.
-- Bytes are removed outside of transactions, because a store on the network may take its time. A file that is being removed is marked,
-- so that no row can take it meanwhile; after a crash it is due again.

create table trellis_server.loose_files (
  version text not null,
  due timestamptz not null,
  is_upload boolean not null default false,
  is_removing boolean not null default false,
  was_found boolean not null default false,
  constraint loose_files_pkey primary key (version)
);
comment on table trellis_server.loose_files is 'Files without a row: those that are being uploaded, and those to delete.';
comment on column trellis_server.loose_files.due is
  'When its bytes may be deleted. The process that receives an upload moves this on while it lives.';
comment on column trellis_server.loose_files.is_removing is 'Whether a process has begun to remove its bytes.';
comment on column trellis_server.loose_files.was_found is 'Whether its bytes were found at the store with nothing that names them.';
create index loose_files_due_idx on trellis_server.loose_files (due);
create index loose_files_found_idx on trellis_server.loose_files (version) where was_found;
alter table trellis_server.loose_files enable row level security;

create table trellis_server.used_upload_links (
  id uuid not null,
  expires_at timestamptz not null,
  constraint used_upload_links_pkey primary key (id)
);
comment on table trellis_server.used_upload_links is 'Signed upload links that have been used: each is good for one file.';
alter table trellis_server.used_upload_links enable row level security;

create function trellis_server.note_loose_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' and new.version is not null then
    delete from trellis_server.loose_files where version = new.version and not is_removing;
    -- Nobody can take over the bytes of another row by writing its version.
    if not found then
      raise exception 'There is no such file any more: upload it again.' using errcode = 'TR0NF';
    end if;
    -- In the row's own transaction, so that no crash can part the two.
    update trellis_server.resumable_uploads set is_complete = true, kept = size where version = new.version;
  end if;
  if tg_op <> 'INSERT' and old.version is not null then
    insert into trellis_server.loose_files (version, due) values (old.version, now());
  end if;
  return null;
end
$$;
comment on function trellis_server.note_loose_file() is 'Trigger: a row takes its file, and lets go of the one before.';
revoke execute on function trellis_server.note_loose_file() from public;

create trigger objects_note_loose_file after insert or delete on storage.objects
for each row execute function trellis_server.note_loose_file();
create trigger objects_note_replaced_file after update of version on storage.objects
for each row when (old.version is distinct from new.version) execute function trellis_server.note_loose_file();
