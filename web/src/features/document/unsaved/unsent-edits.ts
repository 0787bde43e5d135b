/** The edits of this browser that the log may lack, and how many of them were made while the others did not hear them. */
import * as Y from 'yjs';
import type { Seen } from '../together/branches.ts';

/** Edits on their way: so many of a list, which may grow meanwhile. */
export interface Part {
  readonly edits: Uint8Array[];
  readonly count: number;
}

export class UnsentEdits {
  readonly #document: Y.Doc;
  #edits: Uint8Array[] = [];
  /** So many of them were made apart, and so much was shown when the first one was. Undefined where the others heard all. */
  #apart: { readonly seen: Seen; count: number } | undefined;

  constructor(document: Y.Doc) {
    this.#document = document;
  }

  get isEmpty(): boolean {
    return this.#edits.length === 0;
  }

  /** The state of the screen when the first edit was made that the others did not hear. */
  get seen(): Seen | undefined {
    return this.#apart?.seen;
  }

  get all(): Part {
    return { edits: this.#edits, count: this.#edits.length };
  }

  get update(): Uint8Array | undefined {
    return this.isEmpty ? undefined : Y.mergeUpdates(this.#edits);
  }

  /** @param isHeard whether the others hear at once what is typed here */
  add(update: Uint8Array, isHeard: boolean): void {
    this.#edits.push(update);
    if (!isHeard) this.noteApart();
  }

  /** The others may not have heard what is unsent, nor this browser what they wrote. */
  noteApart(): void {
    const { update } = this;
    if (!update) return;
    this.#apart ??= { seen: { all: Y.snapshot(this.#document), edits: update }, count: 0 };
    this.#apart.count = this.#edits.length;
  }

  /** @param missing all that the log lacks */
  replace(missing: Uint8Array | undefined): void {
    this.#edits = missing ? [missing] : [];
    if (this.#apart) this.#apart = missing && { ...this.#apart, count: 1 };
  }

  /** The log has them. */
  drop({ edits, count }: Part): void {
    // Otherwise they were counted again meanwhile.
    if (this.#edits !== edits) return;
    edits.splice(0, count);
    if (this.#apart && this.#apart.count > count) this.#apart.count -= count;
    else this.#apart = undefined;
  }
}
