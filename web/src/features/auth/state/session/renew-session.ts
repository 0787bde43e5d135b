/** Gets a new access token before the old one ends, or when the server refused it. What comes of it is an event. */
import { supabase } from '../../../../lib/supabase.ts';
import { readStoredSession } from './stored-session.ts';

// Should the server refuse the new token as well, it is not asked over and over.
const QUESTION_AGAIN_MS = 30_000;

let renewing = false;
let questionedAt = Number.NEGATIVE_INFINITY;
let questioning: Promise<void> | undefined;

/** Whether an event that comes now is about a session that the app itself is renewing. */
export function isRenewing(): boolean {
  return renewing;
}

/** The client keeps a session that could not be renewed until it is expired; then it says so. */
export async function renewSession(): Promise<void> {
  renewing = true;
  await supabase.auth.refreshSession().finally(() => {
    renewing = false;
  });
}

/**
 * Asks whether the session still exists; one that does not is forgotten in this browser.
 * @returns its access token afterwards
 */
export async function questionSession(): Promise<string | undefined> {
  if (Date.now() - questionedAt >= QUESTION_AGAIN_MS) {
    questionedAt = Date.now();
    questioning = question();
  }
  // Requests are refused in company: all wait for the one answer.
  await questioning;
  return readStoredSession()?.access_token;
}

async function question(): Promise<void> {
  const before = readStoredSession();
  const { error } = await supabase.auth.refreshSession();
  // Another tab may have got a new token meanwhile.
  const isSame = before?.refresh_token === readStoredSession()?.refresh_token;
  if (error && isSame && isRefusal(error.status)) await supabase.auth.signOut({ scope: 'local' });
}

/** The server has answered, and the answer is final: neither its own failure nor "too many". */
function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}
