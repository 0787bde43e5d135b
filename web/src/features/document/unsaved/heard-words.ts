/**
 * The words that other writers typed a moment ago. Nobody has saved them yet, and perhaps nobody will: the document takes
 * them within limits, or one writer could fill everybody's with words that the server refuses.
 */
import * as Y from 'yjs';
import { attaches, claims, FROM_OTHERS, isPlainText } from '../words/page-updates.ts';

const MOST_LETTERS = 256 * 1024;
const MOST_WAITING_BYTES = 256 * 1024;
const MOST_DELETIONS = 200;

type Deletions = ReturnType<typeof Y.createDeleteSet>;

export class HeardWords {
  readonly #document: Y.Doc;
  #waiting: Uint8Array[] = [];
  #gone: Deletions[] = [];

  constructor(document: Y.Doc) {
    this.#document = document;
  }

  /**
   * @param known the document as the log has it
   * @param ownClients what is under their ids was typed here, and nobody else has words of it
   */
  take(update: Uint8Array, known: Y.Doc, ownClients: ReadonlySet<number>): void {
    if (!isPlainText(update) || claims(this.#document, update, ownClients)) return;
    const bytes = this.#waiting.reduce((sum, { length }) => sum + length, update.length);
    // The log brings them.
    if (bytes > MOST_WAITING_BYTES) this.#waiting = [];
    else this.#waiting.push(update);
    this.show(known);
  }

  /** The letters that others took away of late, also those that had gone here before. */
  get gone(): readonly Deletions[] {
    return this.#gone;
  }

  /** To be called when the document has got other words: some may have waited for these. */
  show(known: Y.Doc): void {
    for (;;) {
      const next = this.#waiting.find((update) => attaches(this.#document, update));
      if (!next) return;
      this.#waiting = this.#waiting.filter((update) => update !== next);
      if (this.#letters(known, next) > MOST_LETTERS) continue;
      Y.applyUpdate(this.#document, next, FROM_OTHERS);
      const { ds } = Y.decodeUpdate(next);
      if (ds.clients.size > 0) this.#gone = [...this.#gone.slice(1 - MOST_DELETIONS), ds];
    }
  }

  /** Those that the log would lack. */
  #letters(known: Y.Doc, update: Uint8Array): number {
    const { to } = Y.parseUpdateMeta(update);
    let letters = 0;
    for (const client of new Set([...this.#document.store.clients.keys(), ...to.keys()])) {
      const end = Math.max(Y.getState(this.#document.store, client), to.get(client) ?? 0);
      letters += Math.max(0, end - Y.getState(known.store, client));
    }
    return letters;
  }
}
