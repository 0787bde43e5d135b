/** Sign-in methods: the rows of auth.identities. An account made here has one, of the provider `email`. */
import type { Transaction } from '../../../database/database.ts';
import type { Metadata, User } from './users.ts';

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

interface NewIdentity {
  readonly userId: string;
  readonly email: string;
  readonly metadata: Metadata;
}

/**
 * A new identity's claims about its account. Supabase Auth copies them into the metadata of the new user, where
 * its users' triggers look for the address.
 */
export function emailClaims({ userId, email, metadata }: NewIdentity): Metadata {
  return { ...metadata, sub: userId, email, email_verified: false, phone_verified: false };
}

export async function insertEmailIdentity(transaction: Transaction, account: NewIdentity): Promise<void> {
  const { userId } = account;
  await transaction.query({
    text: `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
      values ($1::text, $1::uuid, 'email', $2, now())`,
    values: [userId, JSON.stringify(emailClaims(account))],
  });
}

/** @param isProven the holder reads mail at this address, or the operator or the provider vouches for it */
export async function noteEmailIdentity(
  transaction: Transaction,
  userId: string,
  { email, isProven }: { readonly email: string; readonly isProven: boolean },
): Promise<void> {
  await transaction.query({
    text: `update auth.identities set identity_data = identity_data || $2, updated_at = now()
      where user_id = $1 and provider = 'email'`,
    values: [userId, JSON.stringify({ email, email_verified: isProven })],
  });
}

/**
 * `email_confirmed_at` does not tell: where nobody has to confirm, it is set without a proof.
 * To be called with the account locked.
 */
export async function isAddressProven(
  transaction: Transaction,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    text: `select from auth.identities where user_id = $1 and provider = 'email'
      and identity_data ->> 'email' = $2 and identity_data ->> 'email_verified' = 'true'`,
    values: [id, email],
  });
  return rowCount > 0;
}

/** Whether the provider's person was let into the account while its present address was nobody's proven one. */
export async function wasLinkedUnproven(
  transaction: Transaction,
  { userId, provider, subject }: Omit<ProviderIdentity, 'claims'>,
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    text: `select from auth.identities as linked
      join auth.identities as own on own.user_id = linked.user_id and own.provider = 'email'
      where linked.user_id = $1 and linked.provider = $2 and linked.provider_id = $3
        and linked.created_at > own.updated_at`,
    values: [userId, provider, subject],
  });
  return rowCount > 0;
}

/** Covers all providers, but not the address itself. */
export async function deleteProviderIdentities(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query({
    text: `delete from auth.identities where user_id = $1 and provider <> 'email'`,
    values: [userId],
  });
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

/** An account's identity at a provider. */
interface ProviderIdentity {
  readonly userId: string;
  readonly provider: string;
  /** The account's id at the provider. */
  readonly subject: string;
  readonly claims: Metadata;
}

/** @returns the account that signs in with it */
export async function findIdentityOwner(
  transaction: Transaction,
  { provider, subject }: Pick<ProviderIdentity, 'provider' | 'subject'>,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ user_id: string }>({
    text: 'select user_id from auth.identities where provider = $1 and provider_id = $2',
    values: [provider, subject],
  });
  return rows[0]?.user_id;
}

/** Adds it, or keeps what the provider says today. */
export async function putProviderIdentity(
  transaction: Transaction,
  { userId, provider, subject, claims }: ProviderIdentity,
): Promise<void> {
  await transaction.query({
    text: `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
      values ($1, $2, $3, $4, now())
      on conflict (provider_id, provider) do update
        set identity_data = excluded.identity_data, last_sign_in_at = now(), updated_at = now()`,
    values: [subject, userId, provider, JSON.stringify(claims)],
  });
}
