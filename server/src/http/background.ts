/** Work that goes on after its request was answered. The server does not stop before it is done. */
import type { Observe } from '../observe/observation.ts';

export interface Background {
  /** Starts the work; a failure is only reported. */
  run(work: () => Promise<unknown>): void;
  /** Resolves when nothing is under way, or after so long. */
  idle(timeoutMs?: number): Promise<void>;
}

export function createBackground(observe: Observe): Background {
  const underWay = new Set<Promise<unknown>>();
  const settle = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  };
  return {
    run: (work) => {
      const running: Promise<unknown> = work()
        .catch((error: unknown) => observe({ kind: 'background-failed', error }))
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },
    idle: async (timeoutMs) => {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs);
      await Promise.race([late, settle()]);
      clearTimeout(timer);
    },
  };
}
