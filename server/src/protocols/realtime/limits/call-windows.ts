/** So many calls in a span of time, for each of some names. */

const CALLS = { most: 5, perMs: 30_000 };

export class CallWindows {
  readonly #windows = new Map<string, { calls: number; readonly endsAt: number }>();

  /** @returns false when there were enough in this name's window */
  take(name: string): boolean {
    const now = performance.now();
    // The oldest are the first.
    for (const [other, { endsAt }] of this.#windows) {
      if (endsAt > now) break;
      this.#windows.delete(other);
    }
    const window = this.#windows.get(name) ?? { calls: 0, endsAt: now + CALLS.perMs };
    this.#windows.set(name, window);
    return ++window.calls <= CALLS.most;
  }
}
