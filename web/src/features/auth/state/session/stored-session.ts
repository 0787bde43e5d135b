/**
 * The session as the auth client keeps it in this browser. The client removes it when it is really over; until
 * then, a lost answer signs nobody out.
 */
import type { Session } from '@supabase/supabase-js';
import { storedSessionText } from '../../../../lib/supabase.ts';
import { hasTokens } from './has-tokens.ts';

export function readStoredSession(): Session | null {
  try {
    const stored: unknown = JSON.parse(storedSessionText() ?? 'null');
    return isSession(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** The user of the session stored when the app was opened, valid or not. */
export let userAtStart: string | undefined;
/** Its access token. */
export let tokenAtStart: string | undefined;

/** To be called when the app opens, before the auth client can have removed a session that is over. */
export function noteUserAtStart(): void {
  const session = readStoredSession();
  userAtStart = session?.user.id;
  tokenAtStart = session?.access_token;
}

noteUserAtStart();

function isSession(value: unknown): value is Session {
  return (
    hasTokens(value) &&
    'user' in value &&
    typeof value.user === 'object' &&
    value.user !== null &&
    'id' in value.user &&
    typeof value.user.id === 'string'
  );
}
