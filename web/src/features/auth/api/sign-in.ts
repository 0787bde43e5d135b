/** Signs in with email and password. */
import { AppError, failure, type Result, success } from '../../../lib/app-error.ts';
import { sentences } from '../../../lib/error-catalogue.ts';
import { SIGN_IN_TIMEOUT_MS } from '../../../lib/limits.ts';
import { supabase } from '../../../lib/supabase.ts';
import { normalizeEmail } from '../../../lib/validation.ts';
import { attempt } from './attempt.ts';
import { checkCredentials } from './check-credentials.ts';

export async function signIn(email: string, password: string): Promise<Result<null>> {
  const checked = checkCredentials({ email, password });
  if (!checked.success) return checked;
  return attempt(async () => {
    const { data, error } = await supabase.auth.signInWithPassword({
      email: normalizeEmail(email),
      password,
    });
    if (error) throw error;
    if (!data.session) return failure(new AppError('UNKNOWN_ERROR', sentences.signInFailed));
    return success(null);
  }, SIGN_IN_TIMEOUT_MS);
}
