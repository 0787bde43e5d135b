/** The account that an invitation is for: a new one without a password, or one that nobody has confirmed yet. */
import type { Transaction } from '../../../database/database.ts';
import { insertAccount } from '../account/insert-account.ts';
import { type AuthEvent, recordAuthEvent } from '../audit/record-event.ts';
import { emailExists } from '../links/confirm-email.ts';
import { mergeMetadata } from '../request/user-metadata.ts';
import { lockUserByEmail, type Metadata, type User, updateUserRow } from '../store/users.ts';

export interface Invitation {
  readonly email: string;
  readonly metadata: Metadata;
  /** The client's address, for the audit log. */
  readonly address: string;
  readonly actor: AuthEvent['actor'];
}

/**
 * @returns the locked account, and its earlier state if it existed
 * @throws {import('../errors.ts').AuthError} `email_exists` when its holder has confirmed it
 */
export async function prepareInvitation(
  transaction: Transaction,
  { email, metadata, address, actor }: Invitation,
): Promise<{ readonly user: User; readonly before: User | undefined }> {
  const before = await lockUserByEmail(transaction, email);
  if (before && before.email_confirmed_at !== null) throw emailExists();
  const account = before ?? (await insertAccount(transaction, { email, metadata, passwordHash: null }));
  if (!account) throw emailExists();
  const user = await updateUserRow(transaction, account.id, {
    // A stranger may have signed up with the address before: accepting must not confirm their password.
    encrypted_password: null,
    raw_user_meta_data: mergeMetadata(account.raw_user_meta_data, metadata),
    invited_at: new Date(),
  });
  await recordAuthEvent(transaction, {
    actor,
    action: 'user_invited',
    address,
    traits: { user_id: user.id, user_email: email },
  });
  return { user, before };
}
