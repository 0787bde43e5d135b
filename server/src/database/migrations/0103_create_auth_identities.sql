-- The ways in which an account's holder can prove who they are, in the shape that Supabase Auth gives them.

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
comment on table auth.identities is 'Sign-in methods of an account; an email address is one of them.';

create index identities_user_id_idx on auth.identities (user_id);

alter table auth.identities enable row level security;
