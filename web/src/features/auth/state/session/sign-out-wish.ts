/**
 * Remembers for a moment that somebody pressed "Sign out", where every tab of this browser can see it: the auth client
 * tells all of them that the session is gone, but not why.
 */
import { pause } from '../../../../lib/browser/pause.ts';
import { readStoredSession } from './stored-session.ts';

const KEY = 'trellis-signed-out-at';
// Longer than a tab in the background takes to hear of it.
const VALID_MS = 30_000;
// Another tab's process may see this tab's write a moment after it hears of the sign-out.
const STORAGE_PATIENCE_MS = 500;
const LOOK_AGAIN_MS = 50;

export function wishToSignOut(): void {
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // The other tabs then say that the session is over, which is also true.
  }
}

/** @returns whether it was, even if this tab's storage lags: the wish is written before the session goes */
export async function learnWhetherSignOutWasWished(): Promise<boolean> {
  for (let waited = 0; waited < STORAGE_PATIENCE_MS; waited += LOOK_AGAIN_MS) {
    if (wasSignOutWished()) return true;
    if (!readStoredSession()) return false;
    await pause(LOOK_AGAIN_MS);
  }
  return wasSignOutWished();
}

export function wasSignOutWished(): boolean {
  try {
    const age = Date.now() - Number(localStorage.getItem(KEY));
    return age >= 0 && age < VALID_MS;
  } catch {
    return false;
  }
}
