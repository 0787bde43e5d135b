/** Signs in with email and password. */
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { supabase } from '../../../lib/supabase.ts';
import { SIGN_IN_TIMEOUT_MS } from '../../../lib/timings.ts';
import { normalizeEmail } from '../../../lib/validation.ts';
import { attempt } from './attempt.ts';
import { checkCredentials } from './check-credentials.ts';

export async function signIn(email: string, password: string): Promise<void> {
  checkCredentials({ email, password });
  return attempt(
    async () => {
      const { error } = await supabase.auth.signInWithPassword({
        email: normalizeEmail(email),
        password,
      });
      if (error) throw error;
    },
    SIGN_IN_TIMEOUT_MS,
    sentences.signInFailed,
  );
}
