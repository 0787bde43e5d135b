/**
 * Buckets (rate-limit.ts) known to be empty, until they have room again: to refuse somebody once more costs the database
 * nothing. What another process gives back to a bucket is noticed no later than the refused were told to come again.
 */
const MANY = 1000;

export class Refusals {
  readonly #until = new Map<string, number>();

  /** @returns for how many seconds it will be empty; 0 when that is not known */
  secondsOf(key: string): number {
    const until = this.#until.get(key);
    return until === undefined ? 0 : Math.max(0, until - performance.now()) / 1000;
  }

  remember(key: string, seconds: number): void {
    const now = performance.now();
    if (this.#until.size >= MANY)
      for (const [known, until] of this.#until) if (until <= now) this.#until.delete(known);
    this.#until.set(key, now + seconds * 1000);
  }

  forget(key: string): void {
    this.#until.delete(key);
  }
}
