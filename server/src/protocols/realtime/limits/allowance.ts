/** So much per second on average, with a store for bursts. */
const DEFAULT_BURST_S = 10;

export class Allowance {
  readonly #perSecond: number;
  readonly #most: number;
  #left: number;
  #at = performance.now();

  /** @param burstS for how many seconds' worth there is a store */
  constructor(perSecond: number, burstS = DEFAULT_BURST_S) {
    this.#perSecond = perSecond;
    this.#most = perSecond * burstS;
    this.#left = this.#most;
  }

  /** @returns false when there is not so much left; then nothing is taken */
  take(count = 1): boolean {
    if (!this.has(count)) return false;
    this.#left -= count;
    return true;
  }

  has(count: number): boolean {
    this.#refill();
    return this.#left >= count;
  }

  /** Takes as much, even where there is less: the rest is a debt. */
  spend(count: number): void {
    this.#refill();
    this.#left -= count;
  }

  /** The milliseconds until a debt is paid; 0 without one. */
  get debtMs(): number {
    this.#refill();
    return Math.max(0, (-this.#left / this.#perSecond) * 1000);
  }

  /** Whether it is as good as new, so that nothing is lost by forgetting it. */
  get isFull(): boolean {
    return this.has(this.#most);
  }

  #refill(): void {
    const now = performance.now();
    this.#left = Math.min(this.#most, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
  }
}

/** An allowance for each caller. Those that are full again are forgotten. */
export class Allowances {
  readonly #perSecond: number;
  readonly #most: number;
  readonly #burstS: number;
  readonly #byName = new Map<string, Allowance>();

  /** @param most names that are kept; the oldest go first */
  constructor(perSecond: number, most: number, burstS = DEFAULT_BURST_S) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#burstS = burstS;
  }

  get size(): number {
    return this.#byName.size;
  }

  of(name: string): Allowance {
    const allowance = this.#byName.get(name) ?? new Allowance(this.#perSecond, this.#burstS);
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
