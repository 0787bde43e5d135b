/** Chance that a seed decides: the same seed, the same luck. */

export class Luck {
  #state: number;

  /** @param of what this one decides, so that each has luck of its own from one seed */
  constructor(seed: number, of: string) {
    this.#state = seed >>> 0;
    for (const letter of of) this.#state = Math.imul(this.#state ^ letter.charCodeAt(0), 0x01000193);
    this.below(1);
  }

  /** @returns an integer from 0 to below the limit (mulberry32) */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** @param weights how often each of them comes, in comparison */
  oneOf<T extends string>(weights: Readonly<Record<T, number>>): T {
    const kinds = Object.keys(weights) as T[];
    let at = this.below(kinds.reduce((sum, kind) => sum + weights[kind], 0));
    const found = kinds.find((kind) => {
      at -= weights[kind];
      return at < 0;
    });
    if (!found) throw new Error('No weight is above zero.');
    return found;
  }
}
