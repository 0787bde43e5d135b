-- Every event of the auth service, in the shape that Supabase Auth gives it.

create table auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  payload json not null,
  ip_address varchar(64) not null default '',
  created_at timestamptz not null default clock_timestamp()
);
comment on table auth.audit_log_entries is 'Who did what to which account, and from where.';

create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
-- An account with very many entries loses the oldest (audit/record-event.ts).
create index audit_log_entries_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'), (payload ->> 'action'), created_at);

alter table auth.audit_log_entries enable row level security;
