-- Six digits to type instead of a link to open, more kinds of mails, and how many wrong guesses each code forgives.

alter table auth.one_time_tokens add column code_hash text;
alter table auth.one_time_tokens add column code_expires_at timestamptz;
alter table auth.one_time_tokens add column code_attempts integer not null default 0;
comment on column auth.one_time_tokens.code_hash is 'Keyed hash of the six digits in the same mail: a plain one could be found by trying.';
comment on column auth.one_time_tokens.code_attempts is 'How often the digits were tried; after a few they are void, and the link is not.';

alter table auth.one_time_tokens drop constraint one_time_tokens_token_type_check;
alter table auth.one_time_tokens add constraint one_time_tokens_token_type_check
  check (token_type in ('confirmation_token', 'recovery_token', 'email_change_token_new', 'reauthentication_token'));

-- A typed code comes with its address, so codes are looked up by address.
create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);

alter table auth.users add column reauthentication_sent_at timestamptz;
