/** How many each of some names has. A name with none is forgotten. */
export class Counts {
  readonly #byName = new Map<string, number>();

  of(name: string): number {
    return this.#byName.get(name) ?? 0;
  }

  /** @returns how many there are now */
  add(name: string, change: number): number {
    const count = this.of(name) + change;
    if (count > 0) this.#byName.set(name, count);
    else this.#byName.delete(name);
    return count;
  }
}
