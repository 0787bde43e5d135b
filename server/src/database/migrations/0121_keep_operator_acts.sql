-- Every act of an operator, by the page, the command or the secret key. Nothing changes a line, and none goes before a year is over: the
-- database itself refuses, whoever asks.

create table trellis_server.operator_acts (
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor text not null,
  act text not null,
  target text not null,
  details jsonb not null default '{}',
  address text not null,
  constraint operator_acts_pkey primary key (id)
);
comment on table trellis_server.operator_acts is 'Who did what to what, and from where. Kept for a year.';
comment on column trellis_server.operator_acts.actor_id is 'The account; null for the holder of the secret key.';
comment on column trellis_server.operator_acts.actor is 'The address of the account at that time; `secret key` for its holder.';
comment on column trellis_server.operator_acts.target is 'The address, name or setting that it was about.';
comment on column trellis_server.operator_acts.address is 'The client''s address; empty when it is not known.';

create index operator_acts_at_idx on trellis_server.operator_acts (at);

alter table trellis_server.operator_acts enable row level security;

create function trellis_server.keep_operator_acts() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '1 year' then
    return old;
  end if;
  raise exception 'The log of the operators cannot be changed.' using errcode = '42501';
end
$$;
comment on function trellis_server.keep_operator_acts() is 'Trigger: refuses every change, but for the removal of what is older than a year.';
revoke execute on function trellis_server.keep_operator_acts() from public;

create trigger operator_acts_keep before update or delete on trellis_server.operator_acts
  for each row execute function trellis_server.keep_operator_acts();
