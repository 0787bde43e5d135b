/** The account that a request's path names. */
import type { Context } from 'hono';
import type { Transaction } from '../../../database/database.ts';
import { AuthError } from '../errors.ts';
import { readId } from '../request/path-id.ts';
import { userJson } from '../respond/user-json.ts';
import { listFactors } from '../store/factors.ts';
import { listIdentities } from '../store/identities.ts';
import { findUserById, lockUser, type User } from '../store/users.ts';

/** @throws {AuthError} `validation_failed` */
export function readUserId(context: Context): string {
  return readId(context, 'user_id');
}

/**
 * Locks the account.
 * @throws {AuthError} `user_not_found`
 */
export async function loadAccount(transaction: Transaction, id: string): Promise<User> {
  const user = await lockUser(transaction, id);
  if (!user) throw new AuthError('user_not_found', 'User not found', { status: 404 });
  return user;
}

/** @returns the account as it is now */
export async function accountJson(transaction: Transaction, id: string): Promise<object> {
  const [user, identities, factors] = await Promise.all([
    findUserById(transaction, id),
    listIdentities(transaction, id),
    listFactors(transaction, id),
  ]);
  if (!user) throw new AuthError('user_not_found', 'User not found', { status: 404 });
  return userJson(user, identities, factors);
}
