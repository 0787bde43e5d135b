/**
 * Handles a second sign-up for an unconfirmed account. Anyone can sign up with anyone's address, before its
 * owner or right after, and the owner's click on the link must not confirm a stranger's password:
 * - the same password again comes from the same person: it stays;
 * - while an earlier sign-up's link works, either person may click it, so no password is kept: the link signs
 *   its reader in, and they set one;
 * - once that link no longer works, this sign-up replaces the earlier one;
 * - a refused sign-up (too many mails, or the mail server's no) still drops a different password.
 *
 * Supabase Auth keeps the first password.
 */
import type { Transaction } from '../../../database/database.ts';
import { emailClaims } from '../store/identities.ts';
import { hasLiveToken } from '../store/one-time-tokens.ts';
import { lockUserByEmail, type Metadata, type User, type UserChange, updateUserRow } from '../store/users.ts';

const NOTE =
  'Somebody signed up with this address before, with another password, so neither password was kept. Once you have confirmed, set one with “Forgot password?”.';

export interface RepeatedSignup {
  readonly passwordHash: string;
  /** The account's hash, if this sign-up's password matches it. */
  readonly sameHash: string | undefined;
  readonly metadata: Metadata;
}

/**
 * @param user locked, and not confirmed
 * @returns the change, and a note for the mail's reader
 */
export async function changeByRepeatedSignup(
  transaction: Transaction,
  user: User,
  { passwordHash, sameHash, metadata }: RepeatedSignup,
): Promise<{ readonly change: UserChange; readonly note?: string }> {
  const { id: userId, email } = user;
  const raw_user_meta_data = emailClaims({ userId, email: email ?? '', metadata });
  if (sameHash !== undefined && sameHash === user.encrypted_password)
    return { change: { raw_user_meta_data } };
  if (await hasLiveToken(transaction, user.id, 'confirmation_token'))
    return { change: { raw_user_meta_data, encrypted_password: null }, note: NOTE };
  return { change: { raw_user_meta_data, encrypted_password: passwordHash } };
}

/**
 * For a refused sign-up: either person may click the link that was mailed before.
 * @param own hashes of the refused sign-up's own password
 */
export async function dropDifferentPassword(
  transaction: Transaction,
  email: string,
  own: readonly (string | undefined)[],
): Promise<void> {
  const user = await lockUserByEmail(transaction, email);
  if (!user || user.email_confirmed_at !== null || user.encrypted_password === null) return;
  if (!own.includes(user.encrypted_password))
    await updateUserRow(transaction, user.id, { encrypted_password: null });
}
