/** Limits how much work runs at once, and how much waits. */
import { AuthError } from '../errors.ts';

const RETRY_AFTER_S = 5;

export interface Gate {
  /** @throws {AuthError} `over_request_rate_limit`, at once, when the waiting room is full */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** @throws {AuthError} `over_request_rate_limit` when the waiting room is full */
  requireRoom(): void;
}

export function createGate(limits: { readonly running: number; readonly waiting: number }): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < limits.running) {
      running++;
      return;
    }
    requireRoom();
    // Finished work hands its place to the next in line, so nothing can slip in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function requireRoom(): void {
    if (running < limits.running || waiting.length < limits.waiting) return;
    throw new AuthError('over_request_rate_limit', 'Request rate limit reached', {
      retryAfter: RETRY_AFTER_S,
    });
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }

  return {
    requireRoom,
    run: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
