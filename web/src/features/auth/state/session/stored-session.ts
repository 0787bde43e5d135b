/**
 * The session as the auth client keeps it in this browser. The client removes it when it is really over; until
 * then, a lost answer signs nobody out.
 */
import type { Session } from '@supabase/supabase-js';
import { AUTH_STORAGE_KEY } from '../../../../lib/supabase.ts';
import { hasTokens } from './has-tokens.ts';

export function readStoredSession(): Session | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(AUTH_STORAGE_KEY) ?? 'null');
    return isSession(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** The user of the session stored when the app was opened, valid or not. */
export const userAtStart = readStoredSession()?.user.id;
export const hadSessionAtStart = userAtStart !== undefined;

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
