/** Confirms an account's address once its holder has shown that they read mail at it. */
import type { Transaction } from '../../../database/database.ts';
import { isSqlError } from '../../../database/sql-error.ts';
import { AuthError } from '../errors.ts';
import { noteEmailIdentity } from '../store/identities.ts';
import { type User, type UserChange, updateUserRow } from '../store/users.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * @param options.keepPassword false when somebody else may have chosen the password
 * @returns the account, confirmed
 */
export function confirmEmail(
  transaction: Transaction,
  user: User,
  { keepPassword }: { readonly keepPassword: boolean } = { keepPassword: true },
): Promise<User> {
  const password = keepPassword ? {} : { encrypted_password: null };
  return updateUserRow(transaction, user.id, { ...confirmation(user), ...password });
}

/**
 * @param isProven false where nobody has to confirm an address
 * @returns the account with its new address
 * @throws {AuthError} `email_exists` when the address has become another account's
 */
export async function changeEmail(
  transaction: Transaction,
  user: User,
  { email, isProven }: { readonly email: string; readonly isProven: boolean },
): Promise<User> {
  const change: UserChange = {
    email,
    email_change: null,
    ...(user.email_confirmed_at === null ? confirmation(user) : {}),
  };
  const updated = await updateUserRow(transaction, user.id, change).catch((error: unknown) => {
    if (isSqlError(error) && error.code === UNIQUE_VIOLATION) throw emailExists();
    throw error;
  });
  await noteEmailIdentity(transaction, user.id, { email, isProven });
  return updated;
}

export function emailExists(): AuthError {
  return new AuthError('email_exists', 'A user with this email address has already been registered');
}

function confirmation(user: User): UserChange {
  return {
    email_confirmed_at: new Date(),
    raw_user_meta_data: { ...user.raw_user_meta_data, email_verified: true },
  };
}
