/**
 * What a second sign-up does to an account that nobody has confirmed. Anyone can sign up with anyone's address, before
 * its owner or right after, and the owner's click on the link must not confirm a password that is a stranger's:
 * - the same password again is the same person's: it stays;
 * - while the link of an earlier sign-up still works, nobody knows whose click will come, so no password is kept: the
 *   link signs its reader in, who sets one;
 * - after that the earlier sign-up counts for nothing, and this one takes its place;
 * - a sign-up that is refused (too many mails, or the mail server's no) drops another password all the same.
 *
 * Supabase Auth keeps the first password whoever signs up after it.
 */
import type { Transaction } from '../../../database/database.ts';
import { emailClaims } from '../store/identities.ts';
import { hasLiveToken } from '../store/one-time-tokens.ts';
import { lockUserByEmail, type Metadata, type User, type UserChange, updateUserRow } from '../store/users.ts';

const NOTE =
  'Somebody signed up with this address before, with another password, so neither password was kept. Once you have confirmed, set one with “Forgot password?”.';

export interface RepeatedSignup {
  readonly passwordHash: string;
  /** The account's hash, when the password of this sign-up was found to match it. */
  readonly sameHash: string | undefined;
  readonly metadata: Metadata;
}

/**
 * @param user locked, and not confirmed
 * @returns the change, and what the reader of the mail must be told
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
 * For a sign-up that is refused: nobody knows whose click will come on the link that was mailed before.
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
