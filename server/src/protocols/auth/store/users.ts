/** Accounts: the rows of auth.users. Names are the protocol's own, so that a row is nearly the answer already. */
import type { Transaction } from '../../../database/database.ts';

export type Metadata = Readonly<Record<string, unknown>>;

export interface User {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  readonly email: string | null;
  /** A PHC string; null for an account without a password. Never leaves the server. */
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: Date | null;
  readonly invited_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly email_change_sent_at: Date | null;
  readonly reauthentication_sent_at: Date | null;
  readonly email_change: string | null;
  readonly confirmed_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: Metadata;
  readonly raw_user_meta_data: Metadata;
  readonly banned_until: Date | null;
  readonly is_anonymous: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
}

const COLUMNS = `id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, confirmation_sent_at,
  recovery_sent_at, email_change_sent_at, reauthentication_sent_at, email_change, confirmed_at, last_sign_in_at, raw_app_meta_data,
  raw_user_meta_data, banned_until, is_anonymous, created_at, updated_at, deleted_at`;

export async function findUserByEmail(transaction: Transaction, email: string): Promise<User | undefined> {
  const { rows } = await transaction.query<User>({
    name: 'auth_user_by_email',
    text: `select ${COLUMNS} from auth.users where email = $1 and not is_sso_user`,
    values: [email],
  });
  return rows[0];
}

export async function findUserById(transaction: Transaction, id: string): Promise<User | undefined> {
  const { rows } = await transaction.query<User>({
    name: 'auth_user_by_id',
    text: `select ${COLUMNS} from auth.users where id = $1`,
    values: [id],
  });
  return rows[0];
}

/**
 * Makes everything that changes this account wait until the transaction ends. Taken before any lock on what belongs
 * to the account. New rows that refer to the account need not wait.
 */
export async function lockUser(transaction: Transaction, id: string): Promise<User | undefined> {
  const { rows } = await transaction.query<User>({
    name: 'auth_lock_user',
    text: `select ${COLUMNS} from auth.users where id = $1 for no key update`,
    values: [id],
  });
  return rows[0];
}

/** The account with that address, locked as by {@link lockUser}. */
export async function lockUserByEmail(transaction: Transaction, email: string): Promise<User | undefined> {
  const found = await findUserByEmail(transaction, email);
  const user = found && (await lockUser(transaction, found.id));
  // Compared again under the lock: it may just have got another address.
  return user?.email === email ? user : undefined;
}

export interface NewUser {
  /** Made up when it is not given. */
  readonly id?: string | undefined;
  readonly email: string;
  /** Null for an account that is opened through mails only. */
  readonly passwordHash: string | null;
  readonly metadata: Metadata;
}

/** @returns undefined when the address has an account already, even one that was made at the same time */
export async function insertUser(
  transaction: Transaction,
  { id, email, passwordHash, metadata }: NewUser,
): Promise<User | undefined> {
  const { rows } = await transaction.query<User>({
    text: `insert into auth.users (email, encrypted_password, raw_app_meta_data, raw_user_meta_data, id)
      values ($1, $2, $3, $4, coalesce($5, gen_random_uuid()))
      on conflict (email) where not is_sso_user do nothing
      returning ${COLUMNS}`,
    values: [
      email,
      passwordHash,
      JSON.stringify({ provider: 'email', providers: ['email'] }),
      JSON.stringify(metadata),
      id ?? null,
    ],
  });
  return rows[0];
}

export interface UserChange {
  readonly email?: string;
  readonly email_change?: string | null;
  readonly encrypted_password?: string | null;
  readonly email_confirmed_at?: Date;
  readonly raw_user_meta_data?: Metadata;
  readonly raw_app_meta_data?: Metadata;
  readonly role?: string;
  readonly banned_until?: Date | null;
  readonly invited_at?: Date;
}

/** @throws {import('pg').DatabaseError} 23505 when the new address has become another account's */
export async function updateUserRow(transaction: Transaction, id: string, change: UserChange): Promise<User> {
  const columns = Object.entries(change);
  // The names are the keys of UserChange: written in this program, never by a request.
  const assignments = columns.map(([column], index) => `${column} = $${index + 2}`);
  const { rows } = await transaction.query<User>({
    text: `update auth.users set ${[...assignments, 'updated_at = now()'].join(', ')}
      where id = $1 returning ${COLUMNS}`,
    values: [id, ...columns.map(([, value]) => value)],
  });
  if (!rows[0]) throw new Error('The account vanished while it was locked.');
  return rows[0];
}

/**
 * Deletes an account that nobody has confirmed and that no mailed link can confirm any more. To be called with the
 * account locked.
 */
export async function deleteUnclaimedUser(transaction: Transaction, id: string): Promise<void> {
  await transaction.query({
    text: `delete from auth.users where id = $1 and email_confirmed_at is null
      and not exists (select from auth.one_time_tokens where user_id = $1)`,
    values: [id],
  });
}

export async function recordSignIn(transaction: Transaction, id: string): Promise<User> {
  const { rows } = await transaction.query<User>({
    text: `update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1 returning ${COLUMNS}`,
    values: [id],
  });
  if (!rows[0]) throw new Error('The account vanished while its holder signed in.');
  return rows[0];
}

export function isBanned(user: User): boolean {
  return user.banned_until !== null && user.banned_until > new Date();
}
