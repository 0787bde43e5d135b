/**
 * A confirmation link's code is exchanged for a session of its own. The one that this browser had before would live on
 * as a device that nobody uses, so it is ended, by its own token: whose it was and how it was proven does not matter.
 */
import type { Session } from '@supabase/supabase-js';
import { paths } from '../../../../lib/paths.ts';
import { claimsOf } from '../../../../lib/session/token-claims.ts';
import { authRequest } from './auth-request.ts';
import { readStoredSession } from './stored-session.ts';

// Read as the app starts, before the exchange can be answered.
let before = window.location.pathname === paths.confirm ? readStoredSession() : null;

/** Does nothing while the session is still the one from before. Never rejects: at worst an entry stays in a list. */
export async function endReplacedSession(current: Session): Promise<void> {
  if (!before || idOf(before) === idOf(current)) return;
  const replaced = before;
  before = null;
  await authRequest('POST', 'logout?scope=local', undefined, replaced.access_token).catch(() => undefined);
}

function idOf(session: Session): unknown {
  return claimsOf(session.access_token).session_id;
}
