-- Broadcasts from the database, in the shape that Supabase Realtime gives them: a row of realtime.messages is sent to the
-- channel that it names, and its policies decide who may join a private channel.

create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- Supabase has a partition for each day. One table needs nobody to make tomorrow's partition, without which a message
-- would be lost, and old rows are few enough to be deleted.
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default (now() at time zone 'utc'),
  inserted_at timestamp not null default (now() at time zone 'utc'),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  constraint messages_pkey primary key (id, inserted_at),
  constraint messages_payload_exclusive check (payload is null or binary_payload is null)
);
comment on table realtime.messages is
  'Broadcasts to send, kept for three days. Its policies say who may read and write a private channel.';

-- For replaying a channel.
create index messages_topic_inserted_at_idx on realtime.messages (topic, inserted_at desc)
  where extension = 'broadcast' and private;
-- For deleting what is old, and finding what a process has missed. It costs a new row next to nothing.
create index messages_inserted_at_idx on realtime.messages using brin (inserted_at) with (pages_per_range = 16);

grant select, insert, update on realtime.messages to anon, authenticated, service_role;
alter table realtime.messages enable row level security;

-- A topic that is too long for a notification is left out of it. NOTIFY takes a lock until the commit is on the disk, so
-- the bundled server asks to be told instead (INFO reaches every client), and notifies many at once after the commits:
-- see late-notifications.ts.
create function realtime.tell_message() returns trigger
language plpgsql set search_path = '' as $$
declare
  message constant text := concat(
    new.id, case when new.private then ' private' else ' public' end,
    case when octet_length(new.topic) <= 7000 then ' ' || new.topic end);
begin
  -- Not a WHEN of the trigger, whose text Postgres parses in every transaction.
  if new.event is null or new.private is null or (new.payload is null and new.binary_payload is null) then
    return null;
  end if;
  if current_setting('realtime.notify_later', true) = 'on' then
    raise info 'realtime_messages %', message using errcode = 'TR0NL';
  else
    perform pg_notify('realtime_messages', message);
  end if;
  return null;
end
$$;
comment on function realtime.tell_message() is 'Trigger: every process learns that there is a message, and reads it if somebody listens.';
revoke execute on function realtime.tell_message() from public;

create trigger messages_tell after insert on realtime.messages
for each row execute function realtime.tell_message();

create function realtime.topic() returns text
language sql stable set search_path = ''
return nullif(current_setting('realtime.topic', true), '');
comment on function realtime.topic() is 'The channel that a policy is asked about.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
declare
  message_id constant uuid := gen_random_uuid();
begin
  -- Nothing can refuse the owner's message. A block that catches errors costs a subtransaction, and so a third of a message.
  perform set_config('realtime.topic', topic, true);
  if topic is not null and jsonb_typeof(payload) = 'object' and not row_security_active('realtime.messages') then
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (message_id, jsonb_build_object('id', message_id) || payload, event, topic, private, 'broadcast');
    return;
  end if;
  begin
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (
      message_id, case when payload ? 'id' then payload else jsonb_set(payload, '{id}', to_jsonb(message_id)) end,
      event, topic, private, 'broadcast');
  exception when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
  end;
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is
  'Sends a broadcast when the transaction commits. A message that cannot be sent is a warning, and undoes nothing else.';

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is 'Sends a broadcast of bytes, as realtime.send does with JSON.';

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record,
  level text default 'ROW'
) returns void
language plpgsql set search_path = '' as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') or operation is null then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name);
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'For row triggers: sends the change of a row as a broadcast.';
