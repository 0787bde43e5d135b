-- A link to a file outlives the session that made it. One that a stranger made in somebody else's account ends when that person
-- claims the account: links name the claim that they were made after.

create table trellis_server.account_claims (
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  constraint account_claims_pkey primary key (user_id),
  constraint account_claims_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table trellis_server.account_claims is 'Accounts whose address somebody has proven after another person had used them.';
comment on column trellis_server.account_claims.user_id is 'The account.';
comment on column trellis_server.account_claims.id is 'Another one with each claim.';

alter table trellis_server.account_claims enable row level security;
