/** A press anywhere in a cell puts the caret there, also into one that is not written yet. */
import { type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { selectedCells } from '../selection/selected-cells.ts';
import { cellAt, placeAt } from '../table-at.ts';
import { goTo } from './table-commands.ts';

export const pointAtCells: Extension = Prec.high(
  EditorView.domEventHandlers({
    mousedown: (event, view) => {
      if (event.button !== 0 || event.shiftKey || !(event.target instanceof Element)) return false;
      const missing = event.target.closest('[data-missing]');
      if (missing instanceof HTMLElement) return pointAtMissing(event, view, missing);
      if (event.detail === 3 && event.target.closest('.cm-cell')) return selectWords(event, view);
      // Selected cells are no text that is dragged elsewhere: the press begins another selection.
      if (selectedCells(view.state)) {
        const head = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
        view.dispatch({ selection: { anchor: head }, userEvent: 'select.pointer' });
      }
      return false;
    },
  }),
);

function pointAtMissing(event: MouseEvent, view: EditorView, cell: HTMLElement): boolean {
  const place = placeAt(view.state, view.posAtDOM(cell));
  if (!place) return false;
  event.preventDefault();
  view.focus();
  const column = Number(cell.dataset.missing);
  return goTo(view.state, { ...place, column }, (transaction) => view.dispatch(transaction));
}

/** The third press of three selects the line elsewhere, which here is a row. */
function selectWords(event: MouseEvent, view: EditorView): boolean {
  const place = placeAt(view.state, view.posAtCoords({ x: event.clientX, y: event.clientY }, false));
  const cell = place && cellAt(place);
  if (!cell) return false;
  event.preventDefault();
  view.focus();
  view.dispatch({ selection: { anchor: cell.start, head: cell.end }, userEvent: 'select.pointer' });
  return true;
}
