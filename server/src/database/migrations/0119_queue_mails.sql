-- Every mail waits here from the transaction that asks for it until a mail server has taken it. A process takes a mail for two
-- minutes: should it die meanwhile, another one sends the mail after them.

create table trellis_server.mails (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  topic text,
  sealed text,
  tries integer not null default 0,
  problem text,
  due timestamptz not null default clock_timestamp(),
  taken_by uuid,
  expires_at timestamptz,
  give_up_at timestamptz not null default clock_timestamp() + interval '1 day',
  failed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint mails_pkey primary key (id)
);
comment on table trellis_server.mails is 'Mails to send, and for a week those that could not be sent. A mail that was sent leaves no row.';
comment on column trellis_server.mails.id is 'Part of its Message-ID, so that a mail which is sent twice is recognised.';
comment on column trellis_server.mails.kind is 'A word for the log, such as `recovery`.';
comment on column trellis_server.mails.topic is 'Of mails that make each other void, the newest alone is sent.';
comment on column trellis_server.mails.sealed is
  'Address, subject and text, encrypted with ENCRYPTION_KEY: links sign people in. Null where nothing is left to send.';
comment on column trellis_server.mails.problem is 'The answer to the last try.';
comment on column trellis_server.mails.due is 'When a process may take it next.';
comment on column trellis_server.mails.taken_by is 'Names one taking of it, by a process that is sending it until `due`.';
comment on column trellis_server.mails.expires_at is 'When its link stops working: it is not sent after that.';
comment on column trellis_server.mails.give_up_at is 'When it is not tried again.';
comment on column trellis_server.mails.failed_at is 'When it failed for good.';

create index mails_due_idx on trellis_server.mails (due) where failed_at is null;
create index mails_topic_idx on trellis_server.mails (topic) where topic is not null;

alter table trellis_server.mails enable row level security;
