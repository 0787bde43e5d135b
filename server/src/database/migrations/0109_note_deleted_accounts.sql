-- A person who deletes their account gets a mail, even when the mail server does not answer just then: the notice waits
-- here. The transaction that deletes the account writes it, since nothing else of the account is left.

create table auth.deletion_notices (
  id bigint generated always as identity primary key,
  email text not null,
  created_at timestamptz not null default now()
);
comment on table auth.deletion_notices is 'Mails to people who deleted their account; a row goes when its mail is in the queue.';

alter table auth.deletion_notices enable row level security;

create function auth.note_own_deletion() returns trigger
language plpgsql set search_path = '' as $$
begin
  if auth.uid() is distinct from old.id then
    return null;
  end if;
  -- Not the address: the log outlives the account by a year.
  insert into auth.audit_log_entries (payload) values (json_build_object(
    'action', 'user_deleted', 'actor_id', old.id, 'actor_username', '', 'actor_via_sso', false, 'log_type', 'team',
    'traits', json_build_object('user_id', old.id)));
  if old.email is not null and old.email_confirmed_at is not null then
    insert into auth.deletion_notices (email) values (old.email);
    perform pg_notify('auth_account_deleted', '');
  end if;
  return null;
end
$$;
comment on function auth.note_own_deletion() is 'Trigger: an account that its own holder deleted is logged, and gets a last mail.';
revoke execute on function auth.note_own_deletion() from public;

create trigger users_note_own_deletion after delete on auth.users
for each row execute function auth.note_own_deletion();
