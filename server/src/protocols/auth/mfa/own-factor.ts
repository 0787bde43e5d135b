/** The factor that a request's path names, when it is the caller's own. */
import type { Context } from 'hono';
import type { Transaction } from '../../../database/database.ts';
import { AuthError } from '../errors.ts';
import { readId } from '../request/path-id.ts';
import { loadSubject, type TokenSubject } from '../request/require-user.ts';
import { type Factor, findFactor } from '../store/factors.ts';
import { lockUser, type User } from '../store/users.ts';

/** @throws {AuthError} `validation_failed` */
export function readFactorId(context: Context): string {
  return readId(context, 'factor_id');
}

/**
 * Locks the caller's account.
 * @throws {AuthError} `mfa_factor_not_found`, for somebody else's too, and what loadSubject throws
 */
export async function loadOwnFactor(
  transaction: Transaction,
  subject: TokenSubject,
  factorId: string,
): Promise<{ readonly user: User; readonly factor: Factor }> {
  await lockUser(transaction, subject.userId);
  const user = await loadSubject(transaction, subject);
  const factor = await findFactor(transaction, user.id, factorId);
  if (!factor) throw new AuthError('mfa_factor_not_found', 'Factor not found');
  return { user, factor };
}
