/** A press anywhere in a cell puts the caret there, also into one that is not written yet. */
import { type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { placeAt } from './table-at.ts';
import { goTo } from './table-commands.ts';

export const pointAtCells: Extension = Prec.high(
  EditorView.domEventHandlers({
    mousedown: (event, view) => {
      if (event.button !== 0 || event.shiftKey) return false;
      const cell = event.target instanceof Element ? event.target.closest('[data-missing]') : null;
      if (!(cell instanceof HTMLElement)) return false;
      const place = placeAt(view.state, view.posAtDOM(cell));
      if (!place) return false;
      event.preventDefault();
      view.focus();
      const column = Number(cell.dataset.missing);
      return goTo(view.state, { ...place, column }, (transaction) => view.dispatch(transaction));
    },
  }),
);
