/** How many statements had to be ended of late, from whichever accounts. */
export const ENDED_REMEMBERED_MS = 10 * 60_000;

export class EndedStatements {
  #at: number[] = [];

  get count(): number {
    const now = performance.now();
    this.#at = this.#at.filter((at) => now - at < ENDED_REMEMBERED_MS);
    return this.#at.length;
  }

  note(): void {
    this.#at.push(performance.now());
  }
}
