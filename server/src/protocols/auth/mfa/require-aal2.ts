/** Refuses changes that a password alone may not make once the account has a second factor. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Transaction } from '../../../database/database.ts';
import { AuthError } from '../errors.ts';
import type { TokenSubject } from '../request/require-user.ts';
import { readAssurance } from '../store/assurance.ts';
import { listFactors } from '../store/factors.ts';

/**
 * A session on the first level ends when a factor is verified (verify.ts), so an allowed change stays
 * allowed until it is done.
 * @param purpose completes the refusal's sentence
 * @throws {AuthError} `insufficient_aal` when the account has a verified factor and the session has not shown one
 */
export async function requireAal2(
  transaction: Transaction,
  subject: TokenSubject,
  purpose: string,
  status: ContentfulStatusCode = 403,
): Promise<void> {
  const factors = await listFactors(transaction, subject.userId);
  if (!factors.some(({ status }) => status === 'verified')) return;
  if ((await readAssurance(transaction, subject.sessionId)) === 'aal2') return;
  const message = `AAL2 session is required to ${purpose} when MFA is enabled.`;
  throw new AuthError('insufficient_aal', message, { status });
}
