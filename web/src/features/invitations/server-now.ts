/** The time by which the server lets people in. */
import { serverTime } from '../../lib/session/server-time.ts';
import { sessionStore, storedSessionText } from '../../lib/supabase.ts';

export function serverNow(): Date {
  const session = JSON.parse(storedSessionText() ?? 'null') as { readonly access_token?: string } | null;
  return serverTime(sessionStore, session?.access_token);
}
