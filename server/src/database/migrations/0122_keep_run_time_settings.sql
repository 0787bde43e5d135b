-- The settings that the operator changes while the server runs. A variable of the environment wins over the row of the same name.

create table trellis_server.run_time_settings (
  name text not null,
  value text not null,
  changed_at timestamptz not null default clock_timestamp(),
  constraint run_time_settings_pkey primary key (name)
);
comment on table trellis_server.run_time_settings is 'Settings that an operator has chosen on their page; one without a row has its default.';
comment on column trellis_server.run_time_settings.name is 'The name of the variable in the environment.';
comment on column trellis_server.run_time_settings.value is 'The text that the variable would have.';

alter table trellis_server.run_time_settings enable row level security;

create function trellis_server.tell_run_time_settings() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_notify('run_time_settings', '');
  return null;
end
$$;
comment on function trellis_server.tell_run_time_settings() is 'Trigger: every process reads the settings again.';
revoke execute on function trellis_server.tell_run_time_settings() from public;

create trigger run_time_settings_tell after insert or update or delete on trellis_server.run_time_settings
  for each statement execute function trellis_server.tell_run_time_settings();
