/** Whether others' words come at once. Without that a page is saved as ever, and theirs come with the next look. */

// Most connections are back before anybody would miss them.
const PATIENCE_MS = 5000;

export class LiveConnection {
  readonly #listeners = new Set<() => void>();
  #isLost = false;
  #losing: ReturnType<typeof setTimeout> | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether it was there once, and has been away for longer than a moment. */
  readonly isLost = (): boolean => this.#isLost;

  lose(): void {
    this.#losing ??= setTimeout(() => this.#set(true), PATIENCE_MS);
  }

  restore(): void {
    this.close();
    this.#losing = undefined;
    this.#set(false);
  }

  close(): void {
    clearTimeout(this.#losing);
  }

  #set(isLost: boolean): void {
    if (isLost === this.#isLost) return;
    this.#isLost = isLost;
    for (const listener of this.#listeners) listener();
  }
}
