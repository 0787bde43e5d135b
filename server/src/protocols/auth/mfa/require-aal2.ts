/** What a password alone may not change once its holder has asked for a second step. */
import type { Transaction } from '../../../database/database.ts';
import { AuthError } from '../errors.ts';
import type { TokenSubject } from '../request/require-user.ts';
import { readAssurance } from '../store/assurance.ts';
import { listFactors } from '../store/factors.ts';

/**
 * A session on the first level ends when a factor is verified (factors/verify.ts), so what this allows cannot become
 * forbidden before it is done.
 * @throws {AuthError} `insufficient_aal` when the account has a verified factor and the session has not shown one
 */
export async function requireAal2(transaction: Transaction, subject: TokenSubject): Promise<void> {
  const factors = await listFactors(transaction, subject.userId);
  if (!factors.some(({ status }) => status === 'verified')) return;
  if ((await readAssurance(transaction, subject.sessionId)) === 'aal2') return;
  throw new AuthError(
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
    { status: 401 },
  );
}
