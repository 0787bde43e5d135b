/** The words of generated stories in which several people type, take away and undo: whether each is there once in the end. */
import { expect } from 'vitest';
import * as Y from 'yjs';
import { documentOf } from '../../document/words/page-updates.ts';

interface Screen {
  readonly shown: string;
  readonly text: Y.Text;
}

export class StoryWords {
  readonly all: string[] = [];
  /** As their writers saw it last. */
  readonly #gone = new Set<string>();
  /** The edits by which words came last, or went. */
  readonly #edits = new Map<string, Uint8Array>();
  /** Their writers' browsers ended before these were kept, or their end: they may be there or not. */
  readonly #doubtful = new Set<string>();

  next(writer: string): string {
    const word = `${writer}${String(this.all.length).padStart(4, '0')};`;
    this.all.push(word);
    return word;
  }

  /** @returns all words of a writer */
  of(writer: string): readonly string[] {
    return this.all.filter((word) => word.startsWith(writer));
  }

  /** Notes which words a step of their writer has taken away, or brought. */
  watch(writer: string, screen: Screen, step: () => void): void {
    const before = screen.shown;
    const updates: Uint8Array[] = [];
    const { doc } = screen.text;
    const note = (update: Uint8Array) => updates.push(update);
    doc?.on('update', note);
    step();
    doc?.off('update', note);
    for (const word of this.of(writer)) {
      const isThere = screen.shown.includes(word);
      if (before.includes(word) === isThere) continue;
      this.#edits.set(word, Y.mergeUpdates(updates));
      if (isThere) this.#gone.delete(word);
      else this.#gone.add(word);
    }
  }

  /** A writer's browser was killed. @param kept what its disk has, and the server */
  end(writer: string, kept: readonly Y.Doc[]): void {
    for (const word of this.of(writer)) {
      const edits = this.#edits.get(word);
      if (!edits || !kept.some((document) => holds(document, edits))) this.#doubtful.add(word);
    }
  }

  expectWhole(text: string, story: readonly string[]): void {
    for (const word of this.all) {
      const counts = this.#doubtful.has(word) ? [0, 1] : [this.#gone.has(word) ? 0 : 1];
      const count = text.split(word).length - 1;
      expect(counts, `${story.join('\n')}\n${word} in ${JSON.stringify(text)}`).toContain(count);
    }
  }
}

function holds(document: Y.Doc, update: Uint8Array): boolean {
  const whole = documentOf(Y.encodeStateAsUpdate(document), update);
  const isWaiting = whole.store.pendingStructs !== null || whole.store.pendingDs !== null;
  return !isWaiting && Y.equalSnapshots(Y.snapshot(document), Y.snapshot(whole));
}
