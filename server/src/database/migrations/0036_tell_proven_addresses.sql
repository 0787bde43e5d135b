-- `email_verified` of an account's email identity says from now on whether anybody has proven the address: where nobody has to
-- confirm, `email_confirmed_at` is set all the same. Earlier versions wrote it in other cases.

-- Made by a provider that had verified the address.
update auth.identities as own
set identity_data = own.identity_data || '{"email_verified": true}'
from auth.identities as made_by
where own.provider = 'email' and made_by.provider <> 'email' and made_by.user_id = own.user_id
  and made_by.created_at = own.created_at and own.updated_at = own.created_at;

-- Confirmed by another mail than the one of the sign-up, on a server where people had to confirm.
update auth.identities as own
set identity_data = own.identity_data || '{"email_verified": true}'
from auth.users as account
where own.provider = 'email' and account.id = own.user_id
  and account.email_confirmed_at is not null and account.confirmation_sent_at is not null
  and own.identity_data ->> 'email' = account.email and own.updated_at = own.created_at;

-- Changed at once, on a server where nobody had to confirm.
update auth.identities as own
set identity_data = own.identity_data || '{"email_verified": false}'
from auth.users as account
where own.provider = 'email' and account.id = own.user_id
  and own.identity_data ->> 'email_verified' = 'true' and account.email_change_sent_at is null
  and own.updated_at > own.created_at
  and (account.confirmation_sent_at is null or own.updated_at > account.email_confirmed_at + interval '1 minute');
