/**
 * Remembers empty buckets (rate-limit.ts) until they have room again: a repeated refusal costs no query.
 * Attempts that another process gives back count from the announced retry time at the latest.
 */
const MANY = 1000;

export class Refusals {
  readonly #until = new Map<string, number>();

  /** @returns seconds until the bucket has room; 0 when that is unknown */
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
