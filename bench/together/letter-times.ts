/** How long each letter takes from the document in which it is typed to the others' documents. */
import type * as Y from 'yjs';

export class LetterTimes {
  /** Milliseconds, one for each letter and each document that it came to. */
  readonly latencies: number[] = [];
  /** By the writer's id and the letter's number. */
  readonly #typed = new Map<number, Map<number, number>>();
  #from = Number.POSITIVE_INFINITY;
  #until = Number.POSITIVE_INFINITY;

  /** Counts letters that are typed between these times. */
  count(from: number, until: number): void {
    this.#from = from;
    this.#until = until;
  }

  /** To be called before the letter is in the document. */
  typing(document: Y.Doc, clock: number): void {
    const now = performance.now();
    if (now < this.#from || now > this.#until) return;
    const ofWriter = this.#typed.get(document.clientID) ?? new Map<number, number>();
    this.#typed.set(document.clientID, ofWriter);
    ofWriter.set(clock, now);
  }

  watch(document: Y.Doc): void {
    document.on('afterTransaction', ({ local, beforeState, afterState }: Y.Transaction) => {
      if (local) return;
      const now = performance.now();
      for (const [client, end] of afterState) {
        const start = beforeState.get(client) ?? 0;
        if (start === end) continue;
        const typed = this.#typed.get(client);
        for (let clock = start; typed && clock < end; clock++) {
          const at = typed.get(clock);
          if (at !== undefined) this.latencies.push(now - at);
        }
      }
    });
  }
}
