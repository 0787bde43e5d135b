/** The caret is never beside a pipe: it goes on into the cell that it was on its way to. */
import { EditorSelection, EditorState, type Extension } from '@codemirror/state';
import { type Cell, type Table, tableAt, tableNodeAt } from '../table-at.ts';

export const caretInCell: Extension = EditorState.transactionFilter.of((transaction) => {
  const { selection, docChanged, startState: state, newSelection } = transaction;
  if (!selection || docChanged || !transaction.isUserEvent('select')) return transaction;
  const { main, ranges } = newSelection;
  if (!main.empty || ranges.length > 1 || !tableNodeAt(state, main.head)) return transaction;
  const table = tableAt(state, main.head);
  const head = table && nearestInCell(table, main.head, state.selection.main.head);
  if (head === undefined || head === main.head) return transaction;
  const there = EditorSelection.cursor(head, main.assoc, undefined, main.goalColumn);
  return [transaction, { selection: EditorSelection.create([there]), sequential: true }];
});

/** @param from where the caret comes from, which says where it goes on to */
export function nearestInCell(table: Table, head: number, from: number): number | undefined {
  const { rows, delimiter } = table;
  const at = rows.findIndex(({ line }) => head >= line.from && head <= line.to);
  if (at === -1) return edgeCell(rows[from < delimiter.from ? 1 : 0]?.cells, from < delimiter.from);
  const row = rows[at];
  if (!row) return undefined;
  const cell = row.cells.find((one) => head >= one.from && head <= one.to);
  if (cell) return Math.min(Math.max(head, cell.start), Math.max(cell.end, cell.start));
  const isBefore = head < (row.cells[0]?.from ?? head);
  const isFromHere = from >= row.line.from && from <= row.line.to && from !== head;
  if (isBefore && isFromHere && at > 0) return edgeCell(rows[at - 1]?.cells, false);
  if (!isBefore && isFromHere && at < rows.length - 1) return edgeCell(rows[at + 1]?.cells, true);
  return edgeCell(row.cells, isBefore);
}

function edgeCell(cells: readonly Cell[] | undefined, isFirst: boolean): number | undefined {
  return isFirst ? cells?.[0]?.start : cells?.at(-1)?.end;
}
