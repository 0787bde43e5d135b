/**
 * Sets a new password with the tokens of a reset link, and signs in with them. An account with two-step
 * verification asks for its second step first: a mailbox alone must not be enough to take it over.
 */
import type { Session } from '@supabase/supabase-js';
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toAuthError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import { UPDATE_PASSWORD_TIMEOUT_MS } from '../../../lib/timings.ts';
import { clearRecoveryTokens, type RecoveryTokens } from '../state/recovery-tokens.ts';
import { authRequest } from '../state/session/auth-request.ts';
import { attempt } from './attempt.ts';
import { checkCredentials } from './check-credentials.ts';

export type ResetOutcome =
  | { readonly kind: 'done' }
  /** Nothing has changed yet: the session has to prove its second step. */
  | { readonly kind: 'second-step'; readonly session: Session };

export async function resetPassword(
  tokens: RecoveryTokens,
  password: string,
  confirmation: string,
): Promise<ResetOutcome> {
  checkCredentials({ password, confirmation });
  return attempt(
    () => setPassword(tokens, password),
    UPDATE_PASSWORD_TIMEOUT_MS,
    sentences.passwordUpdateFailed,
  );
}

/** Tries again with the session whose second step is proven. */
export async function resetPasswordAfterSecondStep(
  password: string,
  confirmation: string,
): Promise<ResetOutcome> {
  const { data } = await supabase.auth.getSession();
  if (!data.session) throw new AppError('TOKEN_EXPIRED', sentences.sessionExpired);
  const { access_token: accessToken, refresh_token: refreshToken } = data.session;
  return resetPassword({ accessToken, refreshToken }, password, confirmation);
}

async function setPassword(tokens: RecoveryTokens, password: string): Promise<ResetOutcome> {
  const session = { access_token: tokens.accessToken, refresh_token: tokens.refreshToken };
  try {
    const user = await authRequest('PUT', 'user', { password }, tokens.accessToken);
    // The auth service did not say this "OK".
    if (!isUser(user)) throw new AppError('UNKNOWN_ERROR', sentences.passwordUpdateFailed);
  } catch (error) {
    if (toAuthError(error).code !== 'SECOND_STEP_NEEDED') throw error;
    const { data, error: refused } = await supabase.auth.setSession(session);
    if (refused) throw refused;
    if (!data.session) throw error;
    return { kind: 'second-step', session: data.session };
  }
  clearRecoveryTokens();
  // Should this fail the password is changed all the same: the dashboard then asks to sign in.
  await supabase.auth.setSession(session);
  return { kind: 'done' };
}

function isUser(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'id' in body;
}
