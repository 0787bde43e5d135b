/**
 * Continues a session on the second level of assurance. It gets a new refresh token, and the old one is forgotten:
 * what was handed out on the first level must not be good for tokens of the second (RFC 9700 section 4.14). The
 * account's other sessions on the first level end.
 */
import type { Transaction } from '../../../database/database.ts';
import type { TokenSubject } from '../request/require-user.ts';
import { type Grant, loadGrantDetails } from '../session/start-session.ts';
import { deleteSessionsBelowAal2, raiseSession } from '../store/assurance.ts';
import { forgetLiveToken, insertRefreshToken } from '../store/refresh-tokens.ts';
import { randomToken } from '../store/secret-token.ts';
import type { User } from '../store/users.ts';

interface SecondStep {
  readonly user: User;
  readonly subject: TokenSubject;
  readonly factorId: string;
  /** The name of the factor's type in the session's `amr` claim. */
  readonly method: string;
}

/** To be called with the account locked. Sessions of the account that stay on the first level end. */
export async function raiseToAal2(
  transaction: Transaction,
  { user, subject, factorId, method }: SecondStep,
): Promise<Grant> {
  const session = await raiseSession(transaction, subject.sessionId, factorId, method);
  const refreshToken = randomToken();
  await forgetLiveToken(transaction, session.id);
  await insertRefreshToken(transaction, session.id, refreshToken);
  await deleteSessionsBelowAal2(transaction, user.id);
  return { user, session, refreshToken, ...(await loadGrantDetails(transaction, session)) };
}
