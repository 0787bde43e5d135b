/** Links in the editor are followed with Ctrl or Cmd and a click, or with a key where the caret is in one. */
import { type EditorState, type Extension, Facet } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { linkAt } from './link-at.ts';

/** @param open what to do with a link's address as the page says it */
export function followLinks(open: (address: string) => void): Extension {
  return EditorView.domEventHandlers({
    mousedown: (event) => {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
      const link = event.target instanceof Element ? event.target.closest('[data-href]') : null;
      if (!(link instanceof HTMLElement) || link.dataset.href === undefined) return false;
      event.preventDefault();
      open(link.dataset.href);
      return true;
    },
  });
}

/** @returns where another kind of link at the caret leads */
export const addressAtCaret = Facet.define<(state: EditorState) => string | undefined>();

/** @returns the address of the link that the caret is in */
export function linkAtCaret(view: EditorView): string | undefined {
  const { state } = view;
  const address = linkAt(state, state.selection.main.head)?.address || undefined;
  return (
    address ??
    state
      .facet(addressAtCaret)
      .map((read) => read(state))
      .find(Boolean)
  );
}
