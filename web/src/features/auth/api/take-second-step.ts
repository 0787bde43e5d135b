/** Proves the second step of a sign-in: the session gets a token that says so. */
import { supabase } from '../../../lib/supabase.ts';
import { SIGN_IN_TIMEOUT_MS } from '../../../lib/timings.ts';
import { attempt } from './attempt.ts';

/** @param code the six digits that the factor's app shows */
export function takeSecondStep(factorId: string, code: string): Promise<void> {
  return attempt(async () => {
    const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId, code });
    if (error) throw error;
  }, SIGN_IN_TIMEOUT_MS);
}
