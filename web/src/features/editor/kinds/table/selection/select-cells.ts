/** The commands that select cells: what the keys and the handles of a table do with a selection. */
import { EditorSelection, type EditorState, type SelectionRange } from '@codemirror/state';
import { type Command, Direction, EditorView } from '@codemirror/view';
import { columnsOnward, directionOfCell } from '../drawn/cell-direction.ts';
import { type Cell, cellAt, type Place, placeAt, type Table } from '../table-at.ts';
import {
  type Aim,
  cellNear,
  isWholeTable,
  type Rectangle,
  selectedCells,
  selectionBetween,
} from './selected-cells.ts';

export function placeOfCaret(state: EditorState): Place | undefined {
  const { selection } = state;
  return selection.ranges.length > 1 ? undefined : placeAt(state, selection.main.head);
}

/** After a cell's edge a selection goes on by whole cells, in a rectangle from the cell that it began in. */
export function extend(direction: 1 | -1): Command {
  return (view) => {
    const { state } = view;
    const { main } = state.selection;
    const place = placeOfCaret(state);
    const cell = place && cellAt(place);
    if (!place || !cell) return false;
    const { table } = place;
    const isForward = (directionOfCell(state, cell, table) === Direction.LTR) === (direction === 1);
    const cells = selectedCells(state);
    if (!cells && (isForward ? main.head < cell.end : main.head > cell.start)) return false;
    // A selection that goes beyond the table is text.
    if (!cells && !placeIn(table, state, main.anchor)) return false;
    const column = place.column + columnsOnward(state, table, direction);
    return extendTo(view, table, { row: place.row, column });
  };
}

export function extendVertically(direction: 1 | -1): Command {
  return (view) => {
    const { state } = view;
    const place = placeOfCaret(state);
    const cell = place && cellAt(place);
    if (!place || !cell || !placeIn(place.table, state, state.selection.main.anchor)) return false;
    if (!selectedCells(state) && !isAtEdge(view, cell, direction)) return false;
    const row = place.row + direction;
    // From the first and the last row a selection goes on into the text around the table.
    return place.table.rows[row] !== undefined && extendTo(view, place.table, { ...place, row });
  };
}

function placeIn(table: Table, state: EditorState, position: number): Place | undefined {
  return position >= table.from && position <= table.to ? placeAt(state, position) : undefined;
}

/** At the table's edge nothing changes. */
function extendTo(view: EditorView, table: Table, aim: Aim): boolean {
  const { anchor } = view.state.selection.main;
  const there = aim.column < 0 || aim.column >= table.columns ? undefined : cellNear(table, aim);
  if (!there) return true;
  const head = there.from > anchor ? there.end : there.start;
  const selection = EditorSelection.range(
    anchor,
    anchor >= there.from && anchor <= there.to ? there.end : head,
  );
  selectCells(view, selection);
  return true;
}

function selectCells(view: EditorView, range: SelectionRange): void {
  const selection = EditorSelection.single(range.anchor, range.head);
  const cells = selectedCells(view.state.update({ selection }).state);
  const head = EditorView.scrollIntoView(range.head, { x: 'nearest' });
  view.dispatch({
    selection,
    effects: cells ? [head, EditorView.announce.of(sizeOf(cells))] : head,
    userEvent: 'select',
  });
}

function sizeOf({ top, bottom, left, right }: Rectangle): string {
  const [rows, columns] = [bottom - top + 1, right - left + 1];
  return `${rows} ${rows === 1 ? 'row' : 'rows'} and ${columns} ${columns === 1 ? 'column' : 'columns'} selected`;
}

/** The cell's words first, then the table, then the page. */
export const selectMore: Command = (view) => {
  const { state } = view;
  const { main } = state.selection;
  const place = placeOfCaret(state);
  const cell = place && cellAt(place);
  if (!place || !cell || !placeIn(place.table, state, main.anchor)) return false;
  const cells = selectedCells(state);
  const hasWords = cell.start < cell.end && !(main.from <= cell.start && main.to >= cell.end);
  if (!cells && hasWords) {
    view.dispatch({ selection: { anchor: cell.start, head: cell.end }, userEvent: 'select' });
    return true;
  }
  const { table } = place;
  const end = { row: table.rows.length - 1, column: table.columns - 1 };
  const whole = selectionBetween(table, { row: 0, column: 0 }, end);
  if (!whole || whole.empty || (cells && isWholeTable(cells)) || whole.eq(main)) return false;
  selectCells(view, whole);
  return true;
};

/** Selects the row or the column of the caret. */
export function selectLine(view: EditorView, axis: 'row' | 'column'): void {
  const place = placeOfCaret(view.state);
  if (!place) return;
  const { table, row, column } = place;
  const [from, to] =
    axis === 'row'
      ? [
          { row, column: 0 },
          { row, column: table.columns - 1 },
        ]
      : [
          { row: 0, column },
          { row: table.rows.length - 1, column },
        ];
  const selection = selectionBetween(table, from, to);
  if (selection) view.dispatch({ selection: EditorSelection.create([selection]), userEvent: 'select' });
}

/** Whether the caret is in the cell's last line, or its first one. */
export function isAtEdge(view: EditorView, cell: Cell, direction: 1 | -1): boolean {
  const { main } = view.state.selection;
  const caret = view.coordsAtPos(main.head, main.assoc || 1);
  const edge = view.coordsAtPos(direction === 1 ? cell.end : cell.start, direction === 1 ? -1 : 1);
  return !caret || !edge || Math.abs(edge.top - caret.top) < (caret.bottom - caret.top) / 2;
}
