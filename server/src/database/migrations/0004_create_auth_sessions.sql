-- Sessions and their refresh tokens. Unlike Supabase Auth, the tables store no token that a reader of them could use.

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1',
  user_agent text,
  refresh_token_hmac_key text not null,
  refreshed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sessions_aal_check check (aal in ('aal1', 'aal2', 'aal3'))
);
comment on table auth.sessions is 'One row per signed-in device. Deleting it ends the session.';
comment on column auth.sessions.refresh_token_hmac_key is
  'Turns a refresh token into its successor; worth nothing without the token.';

create index sessions_user_id_idx on auth.sessions (user_id);

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
