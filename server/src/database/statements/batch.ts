/** Brings together what is asked for in one turn of the event loop. */
export class Batch<Item> {
  readonly #send: (items: readonly Item[]) => void;
  readonly #most: number;
  #waiting: Item[] = [];

  /** @param most how many go together; the others go in another batch at the same moment */
  constructor(most: number, send: (items: readonly Item[]) => void) {
    this.#most = most;
    this.#send = send;
  }

  add(item: Item): void {
    if (this.#waiting.length === 0) setImmediate(() => this.#sendAll());
    this.#waiting.push(item);
  }

  #sendAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < waiting.length; start += this.#most)
      this.#send(waiting.slice(start, start + this.#most));
  }
}
