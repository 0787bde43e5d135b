/** So much per second on average, with a store for bursts. */
const BURST_S = 10;

export class Allowance {
  readonly #perSecond: number;
  readonly #most: number;
  #left: number;
  #at = performance.now();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#most = perSecond * BURST_S;
    this.#left = this.#most;
  }

  /** @returns false when there is not so much left; then nothing is taken */
  take(count = 1): boolean {
    if (!this.has(count)) return false;
    this.#left -= count;
    return true;
  }

  has(count: number): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#most, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    return this.#left >= count;
  }

  /** Whether it is as good as new, so that nothing is lost by forgetting it. */
  get isFull(): boolean {
    return this.has(this.#most);
  }
}

/** An allowance for each caller. Those that are full again are forgotten. */
export class Allowances {
  readonly #perSecond: number;
  readonly #most: number;
  readonly #byName = new Map<string, Allowance>();

  /** @param most names that are kept; the oldest go first */
  constructor(perSecond: number, most: number) {
    this.#perSecond = perSecond;
    this.#most = most;
  }

  get size(): number {
    return this.#byName.size;
  }

  of(name: string): Allowance {
    const allowance = this.#byName.get(name) ?? new Allowance(this.#perSecond);
    // Behind the others again, as the newest.
    this.#byName.delete(name);
    this.#byName.set(name, allowance);
    for (const [other, { isFull }] of this.#byName) {
      if (this.#byName.size <= this.#most && !isFull) break;
      if (other === name) break;
      this.#byName.delete(other);
    }
    return allowance;
  }
}
