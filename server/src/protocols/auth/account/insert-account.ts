/** A new account with its sign-in method, not confirmed yet. */
import { randomUUID } from 'node:crypto';
import { DatabaseUnavailableError, type Transaction } from '../../../database/database.ts';
import { AuthError } from '../errors.ts';
import { emailClaims, insertEmailIdentity } from '../store/identities.ts';
import { insertUser, type NewUser, type User } from '../store/users.ts';

/**
 * @returns undefined when the address is taken
 * @throws {AuthError} `unexpected_failure`
 */
export async function insertAccount(transaction: Transaction, account: NewUser): Promise<User | undefined> {
  try {
    const user = await insertUser(transaction, account);
    if (user) await insertEmailIdentity(transaction, { ...account, userId: user.id });
    return user;
  } catch (cause) {
    // The product's own triggers run here, and may refuse.
    if (cause instanceof DatabaseUnavailableError) throw cause;
    throw new AuthError('unexpected_failure', 'Database error saving new user', { cause });
  }
}

/** The same for a sign-up, whose metadata also holds the identity's claims. */
export function insertSignUp(
  transaction: Transaction,
  account: Omit<NewUser, 'id'>,
): Promise<User | undefined> {
  const id = randomUUID();
  const metadata = emailClaims({ ...account, userId: id });
  return insertAccount(transaction, { ...account, id, metadata });
}
