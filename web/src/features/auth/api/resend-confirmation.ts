/** Sends the confirmation mail again. */
import { type Result, success } from '../../../lib/errors/app-error.ts';
import { RESET_PASSWORD_TIMEOUT_MS } from '../../../lib/limits.ts';
import { absoluteUrl, paths } from '../../../lib/paths.ts';
import { supabase } from '../../../lib/supabase.ts';
import { normalizeEmail } from '../../../lib/validation.ts';
import { attempt } from './attempt.ts';
import { checkCredentials } from './check-credentials.ts';

export async function resendConfirmation(email: string): Promise<Result<null>> {
  const checked = checkCredentials({ email });
  if (!checked.success) return checked;
  return attempt(async () => {
    const { error } = await supabase.auth.resend({
      type: 'signup',
      email: normalizeEmail(email),
      options: { emailRedirectTo: absoluteUrl(paths.confirm) },
    });
    if (error) throw error;
    return success(null);
  }, RESET_PASSWORD_TIMEOUT_MS);
}
