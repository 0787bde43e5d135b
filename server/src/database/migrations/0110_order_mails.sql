-- POST /recover, /otp and /resend must not tell by their time whether an address has an account, so they look nothing up before
-- they answer: they write down here what was asked for. Account, link and mail come after the answer, and a process that dies in
-- between loses none.

create table auth.mail_orders (
  id bigint generated always as identity,
  request jsonb not null,
  due timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint mail_orders_pkey primary key (id)
);
comment on table auth.mail_orders is
  'Mails that somebody asked for, to addresses with and without an account. A row goes in the transaction that puts its mail into the queue, or after an hour.';
comment on column auth.mail_orders.request is 'What was asked for, as server/src/protocols/auth/store/mail-orders.ts has it.';
comment on column auth.mail_orders.due is 'When another process than the one that is at it may take it.';

alter table auth.mail_orders enable row level security;
