-- Tokens on their way to a mailbox: links that work once, the six digits that may be typed instead, and the code challenges they belong
-- to (RFC 7636). Programs that look at mails ahead of people open every link in them. So a mailed link only asks, and a click on its
-- page uses the token. A link that an operator's program had made (admin/generate_link) is used by whoever opens it, as in Supabase Auth.

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  authentication_method text not null,
  code_challenge text not null,
  code_challenge_method text not null,
  auth_code_hash text,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now(),
  constraint flow_state_auth_code_hash_unique unique (auth_code_hash),
  constraint flow_state_code_challenge_method_check check (code_challenge_method in ('s256', 'plain'))
);
comment on table auth.flow_state is 'PKCE: the challenge of the client that asked, then SHA-256 of the code it may exchange.';

create index flow_state_user_id_idx on auth.flow_state (user_id);

create table auth.one_time_tokens (
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null,
  token_hash text not null,
  relates_to text not null,
  flow_state_id uuid references auth.flow_state (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  code_hash text,
  code_expires_at timestamptz,
  code_attempts integer not null default 0,
  needs_click boolean not null default true,
  constraint one_time_tokens_pkey primary key (user_id, token_type),
  constraint one_time_tokens_token_hash_unique unique (token_hash),
  constraint one_time_tokens_token_type_check
    check (token_type in ('confirmation_token', 'recovery_token', 'email_change_token_new', 'reauthentication_token'))
);
comment on table auth.one_time_tokens is 'SHA-256 of the token in a mailed link, at most one of a kind per account.';
comment on column auth.one_time_tokens.relates_to is 'The address that the link was sent to; opening the link proves control of it.';
comment on column auth.one_time_tokens.code_hash is 'Keyed hash of the six digits in the same mail: a plain one could be found by trying.';
comment on column auth.one_time_tokens.code_attempts is 'How often the digits were tried; after a few they are void, and the link is not.';
comment on column auth.one_time_tokens.needs_click is
  'Whether opening the link shows a page with a button, which uses it. False for links that an operator''s program asked for.';

create index one_time_tokens_flow_state_id_idx on auth.one_time_tokens (flow_state_id);
-- A typed code comes with its address, so codes are looked up by address.
create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);

alter table auth.flow_state enable row level security;
alter table auth.one_time_tokens enable row level security;
