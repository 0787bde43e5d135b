/**
 * A caller whose statement has just run into the time limit waits before the next one, and twice as long each
 * time it happens again. So does one who asks for too much at a time, from the second time on: the first may be a mistake. An
 * operator's keys name no person and are let through.
 */
import { CallerMustWaitError, RowRefusedError } from '../database.ts';
import { isOutOfMemory, isTimeout } from '../sql-error.ts';

interface Wait {
  readonly until: number;
  readonly lengthMs: number;
}

const LONGEST_WAIT_MS = 60 * 60_000;
// A caller who keeps within the limit for this long begins with a short wait again.
const FORGOTTEN_AFTER_MS = 60 * 60_000;

export class CostlyCallers {
  readonly #firstWaitMs: number;
  readonly #waits = new Map<string, Wait>();

  /** @param firstWaitMs how long the first wait is */
  constructor(firstWaitMs: number) {
    this.#firstWaitMs = firstWaitMs;
  }

  /** @throws {CallerMustWaitError} */
  requirePatience(key: string | undefined): void {
    const wait = key === undefined ? undefined : this.#waits.get(key);
    const restMs = wait ? wait.until - performance.now() : 0;
    if (restMs > 0)
      throw new CallerMustWaitError(
        Math.ceil(restMs / 1000),
        'A request of yours kept the database busy for too long: the next ones have to wait',
      );
  }

  /** @param error what the caller's work failed with, while they waited for it */
  remember(key: string | undefined, error: unknown): void {
    if (key === undefined || !(isTimeout(error) || isForSize(error))) return;
    const now = performance.now();
    for (const [caller, { until }] of this.#waits)
      if (until + FORGOTTEN_AFTER_MS < now) this.#waits.delete(caller);
    const before = this.#waits.get(key);
    // Statements that were sent at once count once.
    if (before && before.until > now) return;
    if (!before && !isTimeout(error)) {
      this.#waits.set(key, { until: now, lengthMs: this.#firstWaitMs / 2 });
      return;
    }
    const lengthMs = Math.min(before ? before.lengthMs * 2 : this.#firstWaitMs, LONGEST_WAIT_MS);
    this.#waits.set(key, { until: now + lengthMs, lengthMs });
  }
}

/** Whether the answer was too large to be made, or to be taken in. */
function isForSize(error: unknown): boolean {
  return isOutOfMemory(error) || (error instanceof RowRefusedError && error.isTooLarge);
}
