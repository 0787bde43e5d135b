/**
 * Renews the access token before it expires, or when the server refused it. An event tells the outcome. A refused
 * request is sent again after the renewal (web/src/lib/session/refused-requests.ts).
 */
import { supabase } from '../../../../lib/supabase.ts';
import { readStoredSession } from './stored-session.ts';

// Limits the requests when the server refuses the new token as well.
const QUESTION_AGAIN_MS = 30_000;

let renewing = false;
let questionedAt = Number.NEGATIVE_INFINITY;
let questioning: Promise<void> | undefined;

/** Whether an event now concerns a renewal that the app itself started. */
export function isRenewing(): boolean {
  return renewing;
}

/** After a failed renewal the client keeps the session until it expires, then emits an event. */
export async function renewSession(): Promise<void> {
  renewing = true;
  await supabase.auth.refreshSession().finally(() => {
    renewing = false;
  });
}

/**
 * Asks whether the session still exists, and signs this browser out if not.
 * @returns its access token afterwards
 */
export async function questionSession(): Promise<string | undefined> {
  // Whichever way the clock was set meanwhile.
  if (Math.abs(Date.now() - questionedAt) >= QUESTION_AGAIN_MS) {
    questionedAt = Date.now();
    questioning = question();
  }
  // Several requests are refused together: all wait for one answer.
  await questioning;
  return readStoredSession()?.access_token;
}

async function question(): Promise<void> {
  const before = readStoredSession();
  const { error } = await supabase.auth.refreshSession();
  // Another tab may have got a new token meanwhile.
  const isSame = before?.refresh_token === readStoredSession()?.refresh_token;
  if (error && isSame && isFinal(error.status)) await supabase.auth.signOut({ scope: 'local' });
}

/** The server has answered, and the answer is final: neither its own failure nor "too many". */
function isFinal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}
