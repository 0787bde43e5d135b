/** Whether a new password needs a mailed code: when the operator wants it and the sign-in is older than a day. */
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { tryCode } from '../links/one-time-code.ts';
import type { TokenSubject } from '../request/require-user.ts';
import { takeOneTimeToken } from '../store/one-time-tokens.ts';
import { sessionAge } from '../store/sessions.ts';
import type { User } from '../store/users.ts';

const RECENT_S = 24 * 3600;

/**
 * Uses the code up.
 * @throws {AuthError} `reauthentication_needed`, `reauthentication_not_valid`
 */
export async function requireReauthentication(
  auth: AuthServices,
  subject: TokenSubject,
  user: User,
  nonce: string,
): Promise<void> {
  if (!auth.config.auth.reauthentication) return;
  const age = await auth.database.asOwner((transaction) => sessionAge(transaction, subject.sessionId));
  if (age <= RECENT_S) return;
  if (nonce === '')
    throw new AuthError('reauthentication_needed', 'Password update requires reauthentication');
  const types = ['reauthentication_token'] as const;
  const tokenHash = await tryCode(auth, nonce, { address: user.email ?? '', types });
  const token =
    tokenHash &&
    (await auth.database.asOwner((transaction) => takeOneTimeToken(transaction, tokenHash, types)));
  if (!token || token.user_id !== user.id)
    throw new AuthError('reauthentication_not_valid', 'Nonce has expired or is invalid');
}
