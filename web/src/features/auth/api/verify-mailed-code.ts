/** Takes the code of a mail instead of its link: for those who read their mail on another device. */
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toMailedCodeError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import { RESET_PASSWORD_TIMEOUT_MS, SIGN_IN_TIMEOUT_MS } from '../../../lib/timings.ts';
import { normalizeEmail } from '../../../lib/validation.ts';
import { storeRecoveryTokens, tokensOf } from '../state/recovery-tokens.ts';
import { authRequest } from '../state/session/auth-request.ts';
import { hasTokens } from '../state/session/has-tokens.ts';
import { attempt } from './attempt.ts';

/** Confirms a new account's address and signs in. */
export function verifySignUpCode(email: string, code: string): Promise<void> {
  return attempt(async () => {
    const { error } = await supabase.auth.verifyOtp({
      type: 'signup',
      email: normalizeEmail(email),
      token: code,
    });
    if (error) throw toMailedCodeError(error);
  }, SIGN_IN_TIMEOUT_MS);
}

/** Keeps what the code stands for, as the link would have: the reset screen goes on from there. */
export function verifyRecoveryCode(email: string, code: string): Promise<void> {
  return attempt(async () => {
    try {
      const body = { type: 'recovery', email: normalizeEmail(email), token: code };
      const session = await authRequest('POST', 'verify', body);
      if (!hasTokens(session)) throw new AppError('UNKNOWN_ERROR', sentences.unexpectedAuth);
      storeRecoveryTokens(tokensOf(session));
    } catch (error) {
      throw toMailedCodeError(error);
    }
  }, RESET_PASSWORD_TIMEOUT_MS);
}
