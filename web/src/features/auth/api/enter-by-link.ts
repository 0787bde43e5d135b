/** Signs in with what a mailed link brought to the confirmation screen. */
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { supabase } from '../../../lib/supabase.ts';
import { SIGN_IN_TIMEOUT_MS } from '../../../lib/timings.ts';
import type { LinkProof } from '../state/link-arrival.ts';
import { type RecoveryTokens, tokensOf } from '../state/recovery-tokens.ts';
import { authRequest } from '../state/session/auth-request.ts';
import { hasTokens } from '../state/session/has-tokens.ts';
import { attempt } from './attempt.ts';

/** Uses the hash of a token up. The client would take the session over at once, even from another account. */
export async function redeem(proof: LinkProof): Promise<RecoveryTokens> {
  if (proof.kind === 'tokens') return proof.tokens;
  return attempt(async () => {
    const session = await authRequest('POST', 'verify', { type: proof.type, token_hash: proof.tokenHash });
    if (!hasTokens(session)) throw new AppError('UNKNOWN_ERROR', sentences.unexpectedAuth);
    return tokensOf(session);
  }, SIGN_IN_TIMEOUT_MS);
}

/** Being signed in then arrives as an event. */
export function enter({ accessToken, refreshToken }: RecoveryTokens): Promise<void> {
  return attempt(async () => {
    const { error } = await supabase.auth.setSession({
      access_token: accessToken,
      refresh_token: refreshToken,
    });
    if (error) throw error;
  }, SIGN_IN_TIMEOUT_MS);
}

/** Ends the session that nobody took over. Never rejects: at worst an entry stays in a list of devices. */
export async function discard({ accessToken }: RecoveryTokens): Promise<void> {
  await authRequest('POST', 'logout?scope=local', undefined, accessToken).catch(() => undefined);
}

/** @returns true also when nobody says so: then nobody is asked to choose one. Never rejects. */
export async function hasPassword(): Promise<boolean> {
  try {
    const { data } = await supabase.rpc('has_password');
    return data ?? true;
  } catch {
    return true;
  }
}
