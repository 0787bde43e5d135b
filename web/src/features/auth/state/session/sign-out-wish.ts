/**
 * Remembers that somebody pressed "Sign out", where every tab of this browser can see it: the auth client tells all of them that
 * the session is gone, but not why. The wish is about that one session, so that no clock has to say when it is an old one.
 */
import { pause } from '../../../../lib/browser/time/pause.ts';
import { claimsOf } from '../../../../lib/session/token-claims.ts';
import { readStoredSession } from './stored-session.ts';

const KEY = 'trellis-signed-out';
// Another tab's process may see this tab's write a moment after it hears of the sign-out.
const STORAGE_PATIENCE_MS = 500;
const LOOK_AGAIN_MS = 50;

export function wishToSignOut(): void {
  const ended = idOf(readStoredSession()?.access_token);
  try {
    if (ended !== undefined) localStorage.setItem(KEY, ended);
  } catch {
    // The other tabs then say that the session is over, which is also true.
  }
}

/**
 * @param accessToken of the session that is gone
 * @returns whether it was, even if this tab's storage lags: the wish is written before the session goes
 */
export async function learnWhetherSignOutWasWished(accessToken: string | undefined): Promise<boolean> {
  for (let waited = 0; waited < STORAGE_PATIENCE_MS; waited += LOOK_AGAIN_MS) {
    if (wasSignOutWished(accessToken)) return true;
    if (!readStoredSession()) return false;
    await pause(LOOK_AGAIN_MS);
  }
  return wasSignOutWished(accessToken);
}

export function wasSignOutWished(accessToken: string | undefined): boolean {
  const ended = idOf(accessToken);
  try {
    return ended !== undefined && localStorage.getItem(KEY) === ended;
  } catch {
    return false;
  }
}

/** The session's, which stays when its tokens are renewed. */
function idOf(accessToken: string | undefined): string | undefined {
  const { session_id: id } = claimsOf(accessToken ?? '');
  return typeof id === 'string' ? id : undefined;
}
