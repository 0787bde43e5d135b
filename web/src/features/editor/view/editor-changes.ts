/** Lets what stands around the editor follow what happens in it. */
import type { Extension } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';

export class EditorChanges {
  readonly #listeners = new Set<(update: ViewUpdate) => void>();

  /** For the editor that is followed. */
  readonly extension: Extension = EditorView.updateListener.of((update) => {
    for (const listener of this.#listeners) listener(update);
  });

  readonly subscribe = (listener: (update: ViewUpdate) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
