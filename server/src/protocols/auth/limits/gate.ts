/** Lets only so many pieces of work run at once, and only so many wait. */
import { AuthError } from '../errors.ts';

export interface Gate {
  /** @throws {AuthError} `over_request_rate_limit`, at once, when the waiting room is full */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createGate(limits: { readonly running: number; readonly waiting: number }): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < limits.running) {
      running++;
      return;
    }
    if (waiting.length >= limits.waiting)
      throw new AuthError('over_request_rate_limit', 'Request rate limit reached');
    // Whoever leaves hands its place over, so that nobody can slip in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }

  return {
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
