/** How selected cells look, and what is written over them, cut off from the browser's own idea of a selection across cells. */
import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { formattedRanges } from '../../../formats/formatted-parts.ts';
import { keepsHidden } from '../../../view/reveal.ts';
import { cellLooks } from '../drawn/table-view.ts';
import { tableNodeAt } from '../table-at.ts';
import { cellNear, rowsOf, selectedCells } from './selected-cells.ts';

const SELECTED = 'cm-cell-selected';

export const selectingCells: Extension = [
  cellLooks.of(({ state }, from) => {
    const cells = selectedCells(state);
    if (!cells || state.doc.lineAt(cells.table.from).from !== from) return undefined;
    const { table, top, bottom, left, right } = cells;
    const [first, last] = [table.rows[top]?.line.from, table.rows[bottom]?.line.from];
    if (first === undefined || last === undefined) return undefined;
    return (line, column) => {
      if (line < first || line > last || column < left || column > right) return undefined;
      const edges = [
        ...(line === first ? [`${SELECTED}-top`] : []),
        ...(line === last ? [`${SELECTED}-bottom`] : []),
        ...(column === left ? [`${SELECTED}-start`] : []),
        ...(column === right ? [`${SELECTED}-end`] : []),
      ];
      return { name: [SELECTED, ...edges].join(' ') };
    };
  }),
  EditorView.editorAttributes.of(({ state }) =>
    selectedCells(state) ? { class: 'cm-selects-cells' } : null,
  ),
  keepsHidden.of((state) => selectedCells(state) !== undefined),
  formattedRanges.of((state) => {
    const cells = selectedCells(state);
    return (
      cells &&
      rowsOf(cells)
        .flatMap((one) => one.cells.filter(({ start, end }) => start < end))
        .map(({ start, end }) => ({ from: start, to: end }))
    );
  }),
  Prec.highest(
    EditorView.domEventHandlers({
      // The browser would take the elements between the two ends apart, and leave those that nobody sees.
      beforeinput: (event, view) => {
        const { state } = view;
        if (state.readOnly || event.isComposing || !(selectedCells(state) || endsInTable(state)))
          return false;
        const isWritten = event.inputType.startsWith('insert');
        const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
        if (!isWritten && !event.inputType.startsWith('delete')) return false;
        event.preventDefault();
        if (isWritten && text === '') return true;
        const userEvent = isWritten ? 'input.type' : 'delete.selection';
        view.dispatch(state.replaceSelection(isWritten ? text : ''), { userEvent, scrollIntoView: true });
        return true;
      },
      // An input method writes into the first cell, as a key does.
      compositionstart: (_event, view) => {
        const cells = selectedCells(view.state);
        if (!cells || view.state.readOnly) return false;
        view.dispatch(view.state.replaceSelection(''), { userEvent: 'delete.selection' });
        const emptied = selectedCells(view.state);
        const first = emptied && cellNear(emptied.table, { row: cells.top, column: cells.left });
        if (first) view.dispatch({ selection: { anchor: first.start }, userEvent: 'select' });
        return false;
      },
      dragstart: (event, view) => {
        if (!selectedCells(view.state)) return false;
        event.preventDefault();
        return true;
      },
    }),
  ),
];

/** Whether a selection of several lines begins or ends in a table. */
function endsInTable(state: EditorState): boolean {
  const { from, to } = state.selection.main;
  if (state.doc.lineAt(from).to >= to) return false;
  return [from, to].some((end) => tableNodeAt(state, end) !== undefined);
}
