-- Further columns of Supabase Auth's sessions, and the message by which every process learns at once that one has ended.

alter table auth.sessions add column ip inet;
alter table auth.sessions add column not_after timestamptz;
comment on column auth.sessions.ip is 'Where it was last refreshed from.';
comment on column auth.sessions.not_after is 'The time at which it ends, even if its holder uses it; null for never.';

create function auth.tell_session_ended() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('auth_session_ended', old.id::text);
  return null;
end
$$;
comment on function auth.tell_session_ended() is 'Access tokens of the session stop working in every process that listens.';
revoke execute on function auth.tell_session_ended() from public;

create trigger sessions_tell_ended after delete on auth.sessions
for each row execute function auth.tell_session_ended();
