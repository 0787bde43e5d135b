-- A session's level is read from its row, as its end is: a token of the second level is worth no more than its session
-- once the factor that raised it is gone. Every process learns it by the message that tells of a session's end.

create trigger sessions_tell_changed_level after update of aal on auth.sessions
for each row when (old.aal is distinct from new.aal) execute function auth.tell_session_ended();
comment on function auth.tell_session_ended() is
  'Every process that listens looks the session up again: it has ended, or has another level.';
