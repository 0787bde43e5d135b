/** Whether something that came from outside (an answer, the browser's storage) carries a session's two tokens. */
import type { Session } from '@supabase/supabase-js';

export function hasTokens(value: unknown): value is Pick<Session, 'access_token' | 'refresh_token'> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'access_token' in value &&
    typeof value.access_token === 'string' &&
    'refresh_token' in value &&
    typeof value.refresh_token === 'string'
  );
}
