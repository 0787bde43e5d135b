/**
 * Changes a signed-in person's own account where no mail must be answered first. A new password ends the other
 * sessions, links mailed before, and a pending address.
 */
import type { Transaction } from '../../../database/database.ts';
import { recordAuthEvent } from '../audit/record-event.ts';
import { changeEmail, emailExists } from '../links/confirm-email.ts';
import type { PendingLink } from '../links/pending-link.ts';
import { loadSubject, type TokenSubject } from '../request/require-user.ts';
import { mergeMetadata } from '../request/user-metadata.ts';
import { userJson } from '../respond/user-json.ts';
import { listFactors } from '../store/factors.ts';
import { listIdentities } from '../store/identities.ts';
import { deleteOneTimeTokensOf, hasOneTimeToken } from '../store/one-time-tokens.ts';
import { deleteOtherSessions, endRecovery } from '../store/sessions.ts';
import { findUserByEmail, lockUser, type Metadata, updateUserRow } from '../store/users.ts';

export interface AccountChange {
  /** The new address, at once. */
  readonly email: string | undefined;
  readonly passwordHash: string | undefined;
  readonly metadata: Metadata | undefined;
  /** The client's address, for the audit log. */
  readonly address: string;
}

/**
 * @param mailed the link mailed as part of this change; it outlives a new password
 * @returns the account as it is now
 * @throws {import('../errors.ts').AuthError} `email_exists`, `validation_failed`, and what loadSubject throws
 */
export async function applyAccountChange(
  transaction: Transaction,
  subject: TokenSubject,
  change: AccountChange,
  mailed?: PendingLink,
): Promise<object> {
  await lockUser(transaction, subject.userId);
  // Again, under the lock: the session may have ended while the password was hashed or the mail was on its way.
  const user = await loadSubject(transaction, subject);
  if (change.passwordHash !== undefined)
    await applyPassword(transaction, subject, change.passwordHash, mailed?.tokenHash);
  if (change.metadata) {
    const raw_user_meta_data = mergeMetadata(user.raw_user_meta_data, change.metadata);
    await updateUserRow(transaction, user.id, { raw_user_meta_data });
  }
  if (change.email !== undefined && change.email !== user.email)
    await applyEmail(transaction, subject, change.email);
  const { address } = change;
  if (change.passwordHash !== undefined)
    await recordAuthEvent(transaction, { actor: user, action: 'user_updated_password', address });
  await recordAuthEvent(transaction, { actor: user, action: 'user_modified', address });
  return readAccount(transaction, subject);
}

/** @returns the account as its holder sees it */
export async function readAccount(transaction: Transaction, subject: TokenSubject): Promise<object> {
  const [user, identities, factors] = await Promise.all([
    loadSubject(transaction, subject),
    listIdentities(transaction, subject.userId),
    listFactors(transaction, subject.userId),
  ]);
  return userJson(user, identities, factors);
}

/** Sets the password, and ends other sessions, links mailed before and a pending address change. */
async function applyPassword(
  transaction: Transaction,
  subject: TokenSubject,
  encrypted_password: string,
  mailedHash: string | undefined,
): Promise<void> {
  const { userId } = subject;
  const waiting = mailedHash !== undefined && (await hasOneTimeToken(transaction, mailedHash));
  await updateUserRow(transaction, userId, {
    encrypted_password,
    ...(waiting ? {} : { email_change: null }),
  });
  await deleteOneTimeTokensOf(transaction, userId, mailedHash);
  await deleteOtherSessions(transaction, subject);
  await endRecovery(transaction, subject.sessionId);
}

async function applyEmail(transaction: Transaction, subject: TokenSubject, email: string): Promise<void> {
  if (await findUserByEmail(transaction, email)) throw emailExists();
  await changeEmail(transaction, await loadSubject(transaction, subject), { email, isProven: false });
  await deleteOneTimeTokensOf(transaction, subject.userId);
}
