/**
 * A session beside the one that is shown, for actions that ask people to sign in once more. It lives in memory
 * until it is dropped, and other tabs know nothing of it.
 */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { watchedFetch } from '../browser/connection.ts';
import type { Database } from '../database.types.generated.ts';
import { configuration } from '../supabase.ts';

export function openSeparateSession(): SupabaseClient<Database> {
  return createClient<Database>(configuration.supabaseUrl, configuration.supabasePublishableKey, {
    global: { fetch: watchedFetch },
    auth: {
      storageKey: 'trellis-proof',
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  });
}
