/** Sets a new password with the tokens of a reset link, and signs in with them. */
import { type Result, success } from '../../../lib/app-error.ts';
import { UPDATE_PASSWORD_TIMEOUT_MS } from '../../../lib/limits.ts';
import { supabase } from '../../../lib/supabase.ts';
import { clearRecoveryTokens, type RecoveryTokens } from '../state/recovery-tokens.ts';
import { attempt } from './attempt.ts';
import { authRequest } from './auth-request.ts';
import { checkCredentials } from './check-credentials.ts';

export async function resetPassword(
  tokens: RecoveryTokens,
  password: string,
  confirmation: string,
): Promise<Result<null>> {
  const checked = checkCredentials({ password, confirmation });
  if (!checked.success) return checked;
  return attempt(async () => {
    await authRequest('PUT', 'user', { password }, tokens.accessToken);
    clearRecoveryTokens();
    // Should this fail the password is changed all the same: the dashboard then asks to sign in.
    await supabase.auth.setSession({ access_token: tokens.accessToken, refresh_token: tokens.refreshToken });
    return success(null);
  }, UPDATE_PASSWORD_TIMEOUT_MS);
}
