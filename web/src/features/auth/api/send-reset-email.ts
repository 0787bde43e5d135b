/**
 * Asks for a password-reset mail. Not through the client: its PKCE flow would tie the link to this browser, and
 * a person may well open their mail on another device.
 */
import { absoluteUrl, paths } from '../../../lib/paths.ts';
import { RESET_PASSWORD_TIMEOUT_MS } from '../../../lib/timings.ts';
import { normalizeEmail } from '../../../lib/validation.ts';
import { authRequest } from '../state/session/auth-request.ts';
import { attempt } from './attempt.ts';
import { checkCredentials } from './check-credentials.ts';
import { findOutbox } from './find-outbox.ts';

/** @returns where the mail can be read, when that is on this machine */
export async function sendResetEmail(email: string): Promise<string | undefined> {
  checkCredentials({ email });
  const redirectTo = encodeURIComponent(absoluteUrl(paths.resetPassword));
  return attempt(async () => {
    await authRequest('POST', `recover?redirect_to=${redirectTo}`, { email: normalizeEmail(email) });
    return await findOutbox();
  }, RESET_PASSWORD_TIMEOUT_MS);
}
