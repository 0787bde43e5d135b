/**
 * The one client of the server's data and sign-in. Screens use it only through the functions in api/ folders. The
 * session is in local storage, under `AUTH_STORAGE_KEY`.
 */
import { createClient } from '@supabase/supabase-js';
import { readConfiguration } from './browser/configuration.ts';
import { createKeptItems } from './browser/storage/kept-item.ts';
import type { Database } from './database.types.generated.ts';
import { paths } from './paths.ts';
import { FOR_PERSON, noticingFetch } from './session/refused-requests.ts';
import { createSessionStore } from './session/session-store.ts';

export const configuration = readConfiguration();

/** The key in localStorage under which the client keeps the session. */
export const AUTH_STORAGE_KEY = 'trellis-auth';

/** Keeps the session so that a full local storage signs nobody out. */
const keptItems = createKeptItems(
  () => localStorage,
  () => sessionStorage,
);

/** The session as the client wrote it, and as other tabs see it. */
export function storedSessionText(): string | null {
  return keptItems.getItem(AUTH_STORAGE_KEY);
}

/** The session as the client keeps it in this browser, with its end in the time of this device. */
export const sessionStore = createSessionStore(keptItems, AUTH_STORAGE_KEY);

export const supabase = createClient<Database>(
  configuration.supabaseUrl,
  configuration.supabasePublishableKey,
  {
    global: { fetch: noticingFetch },
    auth: {
      flowType: 'pkce',
      storageKey: AUTH_STORAGE_KEY,
      storage: sessionStore,
      autoRefreshToken: true,
      persistSession: true,
      // Elsewhere a `code` in the address belongs to another service (the Notion return screen has one). Tokens are not
      // the client's: the confirmation screen takes them.
      detectSessionInUrl:
        window.location.pathname === paths.confirm && new URLSearchParams(window.location.search).has('code'),
      // Each mailed link names its own verifier: that of a request which was refused is thrown away, and the link of the
      // mail before it still works.
      experimental: { appendPkceFlowIdToRedirects: true },
    },
  },
);

/** Calls functions in this person's name, and never in that of another one who has signed in meanwhile. */
export function inNameOf(userId: string): Pick<typeof supabase, 'rpc'> {
  return { rpc: (...asked) => supabase.rpc(...asked).setHeader(FOR_PERSON, userId) };
}
