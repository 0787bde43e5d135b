/** Makes the cache of server state. Each signed-in person gets a fresh one, so nobody sees another's data. */
import { QueryClient } from '@tanstack/react-query';
import { AppError } from './app-error.ts';

const STALE_AFTER_MS = 30_000;
const MAX_RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        // Only a broken connection gets better by asking again.
        retry: (failures, error) =>
          failures < MAX_RETRIES && error instanceof AppError && error.code === 'NETWORK_ERROR',
      },
    },
  });
}
