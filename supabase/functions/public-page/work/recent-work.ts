/**
 * Results that may be asked for again, and those on their way: a caller with the same question waits for them. The
 * least recently asked for are forgotten first.
 */
interface Entry<Result> {
  readonly result: Promise<Result>;
  /** 0 while it is on its way. */
  size: number;
}

export class RecentWork<Result> {
  readonly #most: number;
  readonly #sizeOf: (result: Result) => number;
  // In the order in which they were last asked for.
  readonly #entries = new Map<string, Entry<Result>>();
  #size = 0;

  /**
   * @param most largest size of all results together
   * @param sizeOf one's size
   */
  constructor(most: number, sizeOf: (result: Result) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  /** @param name names all that the result depends on */
  get(name: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.#entries.get(name);
    if (known) {
      this.#entries.delete(name);
      this.#entries.set(name, known);
      return known.result;
    }
    const entry: Entry<Result> = { result: work(), size: 0 };
    this.#entries.set(name, entry);
    entry.result.then(
      (result) => this.#keep(entry, name.length + this.#sizeOf(result)),
      () => this.#entries.delete(name),
    );
    return entry.result;
  }

  #keep(entry: Entry<Result>, size: number): void {
    entry.size = size;
    this.#size += size;
    for (const [oldest, { size }] of this.#entries) {
      if (this.#size <= this.#most) return;
      if (size === 0) continue;
      this.#entries.delete(oldest);
      this.#size -= size;
    }
  }
}
