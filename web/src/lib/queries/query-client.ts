/** Makes the cache of server state. Each signed-in person gets a fresh one, so nobody sees another's data. */
import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { isConnected, watchConnection } from '../browser/connection.ts';
import { AppError } from '../errors/app-error.ts';

const STALE_AFTER_MS = 30_000;
const MAX_RETRIES = 2;
// An answer that leaves the cache is no longer kept for a start without a connection.
const FORGET_AFTER_MS = 24 * 60 * 60_000;

// A change shows with the click that makes it. The default, a timer, leaves the former choice on the screen until then.
notifyManager.setScheduler(queueMicrotask);

onlineManager.setEventListener((setOnline) => {
  // A start without a connection counts too: only a change makes the queries ask again.
  setOnline(isConnected());
  return watchConnection(() => setOnline(isConnected()));
});

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        gcTime: FORGET_AFTER_MS,
        // Without a connection a screen says so at once, and asks again when it is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        // Only a broken connection gets better by asking again.
        retry: (failures, error) =>
          failures < MAX_RETRIES &&
          isConnected() &&
          error instanceof AppError &&
          error.code === 'NETWORK_ERROR',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
