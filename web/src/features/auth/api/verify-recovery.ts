/** Asks whether a reset link is still good, before anybody thinks of a new password for it. */
import { withTimeout } from '../../../lib/browser/time/with-timeout.ts';
import { toAuthError } from '../../../lib/errors/to-app-error.ts';
import { clearRecoveryTokens, type RecoveryTokens } from '../state/recovery-tokens.ts';
import { authRequest } from '../state/session/auth-request.ts';

const PATIENCE_MS = 5000;

/** @returns false for a link that was used, has expired, or is invalid. A missing answer says nothing against it. */
export async function isRecoveryGood(tokens: RecoveryTokens): Promise<boolean> {
  try {
    await withTimeout(authRequest('GET', 'user', undefined, tokens.accessToken), PATIENCE_MS);
    return true;
  } catch (error) {
    const { code } = toAuthError(error);
    const isSpent = code === 'INVALID_TOKEN' || code === 'TOKEN_EXPIRED' || code === 'USER_NOT_FOUND';
    if (isSpent) clearRecoveryTokens();
    return !isSpent;
  }
}
