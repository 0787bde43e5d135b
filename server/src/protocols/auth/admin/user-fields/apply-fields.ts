/** Writes an administrator's changes to an account, except its password. Call with the account locked. */
import type { Transaction } from '../../../../database/database.ts';
import { changeEmail, confirmEmail, emailExists } from '../../links/confirm-email.ts';
import { mergeAppMetadata, mergeMetadata } from '../../request/user-metadata.ts';
import { noteEmailIdentity } from '../../store/identities.ts';
import { deleteOneTimeTokensOf } from '../../store/one-time-tokens.ts';
import { findUserByEmail, type User, updateUserRow } from '../../store/users.ts';
import type { UserFields } from './user-fields.ts';

/** @throws {import('../../errors.ts').AuthError} `email_exists`, `validation_failed` */
export async function applyFields(transaction: Transaction, user: User, fields: UserFields): Promise<void> {
  const { email, role, confirm, metadata, appMetadata, bannedUntil } = fields;
  let current = user;
  if (email !== undefined && email !== user.email) current = await replaceEmail(transaction, current, email);
  if (confirm && current.email !== null) {
    if (current.email_confirmed_at === null) current = await confirmEmail(transaction, current);
    await noteEmailIdentity(transaction, user.id, { email: current.email ?? '', isProven: true });
  }
  await updateUserRow(transaction, user.id, {
    ...(role === undefined ? {} : { role }),
    ...(metadata ? { raw_user_meta_data: mergeMetadata(current.raw_user_meta_data, metadata) } : {}),
    ...(appMetadata ? { raw_app_meta_data: mergeAppMetadata(current.raw_app_meta_data, appMetadata) } : {}),
    ...(bannedUntil === undefined ? {} : { banned_until: bannedUntil }),
  });
}

/** Changes the address at once: the administrator vouches for it. Links mailed to the old one stop working. */
async function replaceEmail(transaction: Transaction, user: User, email: string): Promise<User> {
  if (await findUserByEmail(transaction, email)) throw emailExists();
  await deleteOneTimeTokensOf(transaction, user.id);
  return changeEmail(transaction, user, { email, isProven: true });
}
