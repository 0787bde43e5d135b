-- How much of each limit is used up, for all processes on this database.

-- Unlogged: it is written at every sign-in, and a crash may well forgive everybody.
create unlogged table auth.rate_limits (
  key text primary key,
  full_at timestamptz not null,
  wait double precision not null
);
comment on table auth.rate_limits is 'One row per limit and caller, as a leaky bucket. The key is a hash: no addresses are kept.';
comment on column auth.rate_limits.full_at is 'When everything that was used is given back; the row may go then.';
comment on column auth.rate_limits.wait is 'Seconds until the last request would be accepted; 0 when it was.';

alter table auth.rate_limits enable row level security;
