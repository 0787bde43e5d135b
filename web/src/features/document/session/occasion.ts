/** Something that several wait for, again and again. */
export class Occasion {
  #next: PromiseWithResolvers<void> | undefined;

  /** Resolves when it happens the next time. */
  get next(): Promise<void> {
    this.#next ??= Promise.withResolvers<void>();
    return this.#next.promise;
  }

  get isAwaited(): boolean {
    return this.#next !== undefined;
  }

  happen(): void {
    this.#next?.resolve();
    this.#next = undefined;
  }
}
