/** How many statements had to be ended of late, from whichever accounts. */
export class EndedStatements {
  readonly #countsMs: number;
  #at: number[] = [];

  /** @param countsMs how long each counts */
  constructor(countsMs: number) {
    this.#countsMs = countsMs;
  }

  get count(): number {
    if (this.#at.length === 0) return 0;
    const now = performance.now();
    this.#at = this.#at.filter((at) => now - at < this.#countsMs);
    return this.#at.length;
  }

  note(): void {
    this.#at.push(performance.now());
  }
}
