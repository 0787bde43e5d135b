-- Changes of published tables for postgres_changes. The embedded database has no logical replication, and a managed one
-- may not allow it: so a trigger records the changes of those tables of the publication that somebody subscribes to.

-- Creating a publication warns where the log cannot replicate; nothing here replicates.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    set local client_min_messages = error;
    create publication supabase_realtime;
    reset client_min_messages;
  end if;
end
$$;

-- Unlogged: a row is read within moments and deleted within minutes. A crash loses what nobody had read yet.
create unlogged table realtime.changes (
  transaction xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  relation oid not null,
  action text not null,
  record jsonb,
  old_record jsonb,
  recorded_at timestamptz not null default clock_timestamp(),
  constraint changes_pkey primary key (transaction, id),
  constraint changes_action_check check (action in ('INSERT', 'UPDATE', 'DELETE'))
);
comment on table realtime.changes is 'Changes of published tables, until every process has read them.';
comment on column realtime.changes.old_record is 'What the table''s replica identity keeps of the old row: its key, or all.';

alter table realtime.changes enable row level security;

create function realtime.record_change() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  old_row jsonb;
  identity "char";
begin
  if tg_op <> 'INSERT' then
    old_row := to_jsonb(old);
    select relreplident into strict identity from pg_catalog.pg_class where oid = tg_relid;
    if identity <> 'f' then
      old_row := (
        select jsonb_object_agg(attname, old_row -> attname::text)
        from pg_catalog.pg_index
        join pg_catalog.pg_attribute on attrelid = indrelid and attnum = any (indkey)
        where indrelid = tg_relid and case identity when 'd' then indisprimary when 'i' then indisreplident end);
    end if;
  end if;
  insert into realtime.changes (relation, action, record, old_record)
  values (tg_relid, tg_op, case when tg_op <> 'DELETE' then to_jsonb(new) end, old_row);
  -- Told once for each transaction: Postgres drops what it was already asked to tell.
  perform pg_notify('realtime_changes', pg_current_xact_id()::text);
  return null;
end
$$;
comment on function realtime.record_change() is 'Trigger: records the change of a row for those who subscribe to its table.';
revoke execute on function realtime.record_change() from public;
