-- Sessions and their refresh tokens. Unlike Supabase Auth, the tables store no token that a reader of them could use. A message tells
-- every process at once that a session has ended or has another level: a token of the second level is worth no more than its session
-- once the factor that raised it is gone.

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1',
  user_agent text,
  refresh_token_hmac_key text not null,
  refreshed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ip inet,
  not_after timestamptz,
  factor_id uuid,
  constraint sessions_aal_check check (aal in ('aal1', 'aal2', 'aal3'))
);
comment on table auth.sessions is 'One row per signed-in device. Deleting it ends the session.';
comment on column auth.sessions.refresh_token_hmac_key is
  'Turns a refresh token into its successor; worth nothing without the token.';
comment on column auth.sessions.ip is 'Where it was last refreshed from.';
comment on column auth.sessions.not_after is 'The time at which it ends, even if its holder uses it; null for never.';
comment on column auth.sessions.factor_id is 'The factor that raised the session to aal2.';

create index sessions_user_id_idx on auth.sessions (user_id);
create index sessions_factor_id_idx on auth.sessions (factor_id) where factor_id is not null;

create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mfa_amr_claims_pkey primary key (session_id, authentication_method)
);
comment on table auth.mfa_amr_claims is 'How a session''s holder signed in: the amr claim of its access tokens.';

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  token_hash text not null,
  revoked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint refresh_tokens_token_hash_unique unique (token_hash)
);
comment on table auth.refresh_tokens is 'SHA-256 of every refresh token of a session; used ones stay to recognise theft.';

create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
create unique index refresh_tokens_active_key on auth.refresh_tokens (session_id) where not revoked;

alter table auth.sessions enable row level security;
alter table auth.mfa_amr_claims enable row level security;
alter table auth.refresh_tokens enable row level security;

create function auth.tell_session_ended() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('auth_session_ended', old.id::text);
  return null;
end
$$;
comment on function auth.tell_session_ended() is
  'Every process that listens looks the session up again: it has ended, or has another level.';
revoke execute on function auth.tell_session_ended() from public;

create trigger sessions_tell_ended after delete on auth.sessions
for each row execute function auth.tell_session_ended();
create trigger sessions_tell_changed_level after update of aal on auth.sessions
for each row when (old.aal is distinct from new.aal) execute function auth.tell_session_ended();
