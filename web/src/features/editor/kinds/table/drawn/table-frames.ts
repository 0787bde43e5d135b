/** Drawn carets and selections follow a table that is scrolled in its frame, and do not stand outside of it. */
import type { Extension } from '@codemirror/state';
import { StateEffect } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import { closest } from '../closest-element.ts';

/** Text was moved sideways within the page. */
export const scrolledWithin = StateEffect.define<null>();

class TableFrames {
  readonly #view: EditorView;
  #frame: number | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    view.contentDOM.addEventListener('scroll', this.#follow, true);
  }

  destroy(): void {
    this.#view.contentDOM.removeEventListener('scroll', this.#follow, true);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#view.dom.classList.remove('cm-caret-away');
  }

  update(): void {
    this.#view.requestMeasure({
      key: this,
      read: (view) => !isInSight(view, view.state.selection.main.head),
      write: (isAway, view) => view.dom.classList.toggle('cm-caret-away', isAway),
    });
  }

  readonly #follow = (): void => {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      const { selection } = this.#view.state;
      // Its own caret is drawn again with a selection, even with the same.
      this.#view.dispatch({ selection, effects: scrolledWithin.of(null) });
    });
  };
}

/** @returns false for a place in a table that is scrolled away */
export function isInSight(view: EditorView, position: number): boolean {
  if (position < view.viewport.from || position > view.viewport.to) return true;
  const frame = closest(view, position, '.cm-table');
  if (!frame || frame.scrollWidth <= frame.clientWidth) return true;
  const caret = view.coordsAtPos(position);
  const { left, right } = frame.getBoundingClientRect();
  return caret === null || (caret.left >= left - 1 && caret.left <= right + 1);
}

/** The editor itself scrolls only what is around it. It lets nobody ask for the caret's place while it does. */
function scrollFrame(view: EditorView, position: number): void {
  const cell = closest(view, position, '.cm-cell');
  const frame = cell?.closest('.cm-table');
  if (!cell || !frame || frame.scrollWidth <= frame.clientWidth) return;
  const [inner, outer] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (inner.left < outer.left) frame.scrollLeft -= outer.left - inner.left;
  else if (inner.right > outer.right) frame.scrollLeft += inner.right - outer.right;
}

export const tableFrames: Extension = [
  ViewPlugin.fromClass(TableFrames),
  EditorView.scrollHandler.of((view, { head }) => {
    scrollFrame(view, head);
    return false;
  }),
];
