/** The one client of the server's data and sign-in. Screens use it only through the functions in api/ folders. */
import { createClient } from '@supabase/supabase-js';
import { readConfiguration } from './browser/configuration.ts';
import { FOR_PERSON, noticingFetch } from './browser/refused-requests.ts';
import type { Database } from './database.types.generated.ts';
import { paths } from './paths.ts';
import { createSessionStore } from './session/session-store.ts';

export const configuration = readConfiguration();

/** Where in localStorage the client keeps the session. */
export const AUTH_STORAGE_KEY = 'trellis-auth';

/** The session as the client keeps it in this browser, with its end in the time of this device. */
export const sessionStore = createSessionStore(usableStorage(), AUTH_STORAGE_KEY);

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

/** As the client itself does it: where the browser keeps nothing, the session lasts as long as the page. */
function usableStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const probe = 'trellis-probe';
  try {
    localStorage.setItem(probe, '');
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    const kept = new Map<string, string>();
    return {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    };
  }
}
