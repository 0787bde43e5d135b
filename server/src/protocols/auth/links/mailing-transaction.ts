/**
 * A transaction that may send a mail. It lasts as long as the mail server takes to accept that, so that nothing is
 * written for a mail that never left; only a few may do so at once, or a slow mail server would hold every connection
 * to the database.
 */
import type { Transaction } from '../../../database/database.ts';
import type { AuthServices } from '../auth-services.ts';

/** How many may hold a connection, and how many may wait for their turn. */
export const MAILING_LIMITS = { running: 4, waiting: 100 };

/** @throws {import('../errors.ts').AuthError} `over_request_rate_limit`, or what the work throws */
export function mailingTransaction<T>(
  auth: AuthServices,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return auth.mailing.run(() => auth.database.asOwner(work));
}
