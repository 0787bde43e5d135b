/**
 * A session beside the one that is shown, for actions that ask people to sign in once more. It lives in memory
 * until it is dropped, and other tabs know nothing of it.
 */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { watchedFetch } from './browser/connection.ts';
import { randomUuid } from './browser/random-uuid.ts';
import type { Database } from './database.types.generated.ts';
import { createSessionStore } from './session/session-store.ts';
import { configuration } from './supabase.ts';

export function openSeparateSession(): SupabaseClient<Database> {
  const kept = new Map<string, string>();
  const memory = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  // Another name each time: clients of one name tell each other of their sessions, also in other tabs.
  const storageKey = `trellis-proof-${randomUuid()}`;
  return createClient<Database>(configuration.supabaseUrl, configuration.supabasePublishableKey, {
    global: { fetch: watchedFetch },
    auth: {
      storageKey,
      // As for the session that is shown: a wrong clock of the device does not renew it with each call.
      storage: createSessionStore(memory, storageKey),
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  });
}
