/** Sends the confirmation mail again. */
import { absoluteUrl, confirmPath, paths } from '../../../lib/paths.ts';
import { supabase } from '../../../lib/supabase.ts';
import { RESET_PASSWORD_TIMEOUT_MS } from '../../../lib/timings.ts';
import { normalizeEmail } from '../../../lib/validation.ts';
import { attempt } from './attempt.ts';
import { checkCredentials } from './check-credentials.ts';

/** @param next where the person goes once their address is confirmed */
export async function resendConfirmation(email: string, next: string = paths.dashboard): Promise<void> {
  checkCredentials({ email });
  return attempt(async () => {
    const { error } = await supabase.auth.resend({
      type: 'signup',
      email: normalizeEmail(email),
      options: { emailRedirectTo: absoluteUrl(confirmPath(next)) },
    });
    if (error) throw error;
  }, RESET_PASSWORD_TIMEOUT_MS);
}
