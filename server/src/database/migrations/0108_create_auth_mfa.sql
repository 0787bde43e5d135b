-- The second step of a sign-in, in the shape that Supabase Auth gives it: the factors of an account beside its password,
-- and the open challenges.

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null,
  status text not null default 'unverified',
  secret text,
  phone text,
  last_challenged_at timestamptz,
  last_used_step bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mfa_factors_factor_type_check check (factor_type in ('totp', 'webauthn', 'phone')),
  constraint mfa_factors_status_check check (status in ('unverified', 'verified'))
);
comment on table auth.mfa_factors is 'Second factors of an account; only the verified ones count.';
comment on column auth.mfa_factors.secret is 'Encrypted with ENCRYPTION_KEY, for this row only.';
comment on column auth.mfa_factors.last_used_step is
  'The time step of the last accepted code (RFC 6238): that code and older ones are not accepted again.';

create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (user_id, friendly_name)
  where trim(friendly_name) <> '';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  ip_address text not null,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table auth.mfa_challenges is 'A code is accepted for a challenge only, once, from the address that asked for it.';

create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
