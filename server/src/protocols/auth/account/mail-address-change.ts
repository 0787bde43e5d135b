/**
 * Changes an address that must be confirmed by mail, alone or together with other changes.
 *
 * The pending address is written first, then its mail is sent, and once that is accepted the rest is changed.
 * So a refused mail undoes the pending address only; a new password could not be undone, as it has ended other
 * sessions. If the other changes fail, the mailed link is voided.
 */
import type { Transaction } from '../../../database/database.ts';
import { recordAuthEvent } from '../audit/record-event.ts';
import type { AuthServices } from '../auth-services.ts';
import type { Written } from '../links/commit-then-mail.ts';
import { emailExists } from '../links/confirm-email.ts';
import { putPendingLink } from '../links/pending-link.ts';
import { addressChangeNotice } from '../mail/notices.ts';
import { loadSubject, type TokenSubject } from '../request/require-user.ts';
import { mergeMetadata } from '../request/user-metadata.ts';
import type { CodeChallenge } from '../store/flow-states.ts';
import { findUserByEmail, lockUser, updateUserRow } from '../store/users.ts';
import { type AccountChange, applyAccountChange, readAccount } from './apply-account-change.ts';

export interface AddressChange extends AccountChange {
  readonly email: string;
  readonly challenge: CodeChallenge | undefined;
  /** Checked already (request/redirect-target.ts). */
  readonly redirectTo: string;
}

/**
 * To be called by commitThenMail.
 * @throws {import('../errors.ts').AuthError} `email_exists`, `validation_failed`, and what
 *   loadSubject throws
 */
export async function mailAddressChange(
  auth: AuthServices,
  transaction: Transaction,
  subject: TokenSubject,
  change: AddressChange,
): Promise<Written<object>> {
  await lockUser(transaction, subject.userId);
  const user = await loadSubject(transaction, subject);
  const { email: address, challenge, redirectTo, passwordHash, metadata } = change;
  const others: AccountChange = { email: undefined, passwordHash, metadata, address: change.address };
  if (address === user.email) return { result: await applyAccountChange(transaction, subject, others) };
  // Refuse invalid changes before the mail leaves.
  if (metadata) mergeMetadata(user.raw_user_meta_data, metadata);
  if (await findUserByEmail(transaction, address)) throw emailExists();
  await updateUserRow(transaction, user.id, { email_change: address });
  const link = await putPendingLink(auth, transaction, {
    kind: 'email_change',
    user,
    address,
    redirectTo,
    challenge,
  });
  await recordAuthEvent(transaction, { actor: user, action: 'user_modified', address: change.address });
  const alone = passwordHash === undefined && metadata === undefined;
  return {
    result: await readAccount(transaction, subject),
    link,
    // The change stands whether this mail arrives or not.
    notice: user.email === null ? undefined : addressChangeNotice(user.email, address, auth.config.siteUrl),
    undo: (later) => updateUserRow(later, user.id, { email_change: user.email_change }),
    rest: alone ? undefined : (later) => applyAccountChange(later, subject, others, link),
  };
}
