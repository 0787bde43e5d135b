-- Bytes are removed outside of transactions, because a store on the network may take its time. A file that is being removed
-- is marked, so that no row can take it meanwhile; after a crash it is due again.

alter table trellis_server.loose_files add column is_removing boolean not null default false;
comment on column trellis_server.loose_files.is_removing is 'Whether a process has begun to remove its bytes.';

create or replace function trellis_server.note_loose_file() returns trigger
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
