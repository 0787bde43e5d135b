/** Sign-in methods: the rows of auth.identities. An account made here has one, of the provider `email`. */
import type { Transaction } from '../../../database/database.ts';
import type { Metadata } from './users.ts';

export interface Identity {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: Metadata;
  readonly provider: string;
  readonly last_sign_in_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly email: string | null;
}

export async function insertEmailIdentity(
  transaction: Transaction,
  account: { readonly userId: string; readonly email: string; readonly metadata: Metadata },
): Promise<void> {
  const { userId, email, metadata } = account;
  const data = { ...metadata, sub: userId, email, email_verified: false, phone_verified: false };
  await transaction.query({
    text: `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
      values ($1::text, $1::uuid, 'email', $2, now())`,
    values: [userId, JSON.stringify(data)],
  });
}

/** Records that the account's holder reads mail at this address. */
export async function verifyEmailIdentity(
  transaction: Transaction,
  userId: string,
  email: string,
): Promise<void> {
  await transaction.query({
    text: `update auth.identities set identity_data = identity_data || $2, updated_at = now()
      where user_id = $1 and provider = 'email'`,
    values: [userId, JSON.stringify({ email, email_verified: true })],
  });
}

/** @returns false when the account has no such identity */
export async function deleteIdentity(transaction: Transaction, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await transaction.query({
    text: 'delete from auth.identities where user_id = $1 and id = $2',
    values: [userId, id],
  });
  return rowCount > 0;
}

export async function listIdentities(transaction: Transaction, userId: string): Promise<readonly Identity[]> {
  const { rows } = await transaction.query<Identity>({
    name: 'auth_identities',
    text: `select id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email
      from auth.identities where user_id = $1 order by created_at, id`,
    values: [userId],
  });
  return rows;
}
