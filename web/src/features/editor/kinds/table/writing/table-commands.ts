/** The commands of tables, each one step of undo. The menu (table-menu-items.tsx) and the keys (table-keys.ts) run them. */
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type StateCommand,
  type Transaction,
} from '@codemirror/state';
import { Direction } from '@codemirror/view';
import { directionOfTable } from '../drawn/cell-direction.ts';
import { type Aim, type Rectangle, selectedCells } from '../selection/selected-cells.ts';
import { type Alignment, cellAt, type Place, placeAt, tableAt } from '../table-at.ts';
import {
  addColumn,
  addRow,
  alignColumn,
  fillCells,
  moveColumn,
  moveRow,
  orderRows,
  removeColumn,
  removeRow,
  wholeTable,
} from '../write-table.ts';
import { tableCommand } from './guard-cells.ts';
import { sortedRows } from './sort-rows.ts';

interface Written {
  readonly changes: ChangeSpec;
  /** The cell that the caret goes to. */
  readonly aim: Aim;
  /** Whether rows only change places. */
  readonly isMove?: boolean;
}

/** A command on the table around the caret; it refuses by writing nothing. */
function onTable(write: (place: Place, state: EditorState) => Written | undefined): StateCommand {
  return ({ state, dispatch }) => {
    const place = state.readOnly ? undefined : placeAt(state, state.selection.main.head);
    const written = place && write(place, state);
    if (!place || !written) return false;
    dispatch(writeTable(state, place, written));
    return true;
  };
}

function writeTable(state: EditorState, { table }: Place, { changes, aim, isMove }: Written): Transaction {
  const edit = state.changes(changes);
  const after = state.update({ changes: edit, annotations: tableCommand.of(true) }).state;
  const start = edit.mapPos(state.doc.lineAt(table.from).from, -1);
  return state.update({
    changes: edit,
    selection: EditorSelection.cursor(caretIn(after, start, aim) ?? Math.min(start, after.doc.length)),
    annotations: tableCommand.of(true),
    scrollIntoView: true,
    userEvent: isMove ? 'move.row' : 'input.format',
  });
}

/** @param from the start of the table's first line */
function caretIn(state: EditorState, from: number, aim: Aim): number | undefined {
  if (from > state.doc.length) return undefined;
  const table = tableAt(state, state.doc.lineAt(from).to);
  return table && cellAt({ table, ...aim })?.end;
}

export const addRowAbove = onTable(({ table, row, column }, state) => ({
  changes: addRow(state, table, row),
  aim: { row, column },
}));

export const addRowBelow = onTable(({ table, row, column }, state) => ({
  changes: addRow(state, table, row + 1),
  aim: { row: row + 1, column },
}));

export const removeThisRow = onTable(({ table, row, column }, state) => ({
  changes: removeRow(state, table, row),
  aim: { row: Math.max(0, Math.min(row, table.rows.length - 2)), column },
}));

/** @param to the place that the row at the caret gets */
export const moveRowTo = (to: number): StateCommand =>
  onTable(({ table, row, column }, state) => {
    if (to < 0 || to >= table.rows.length || to === row) return undefined;
    return { changes: moveRow(state, table, row, to), aim: { row: to, column }, isMove: true };
  });

const moveRowBy =
  (distance: number): StateCommand =>
  (target) => {
    const place = placeAt(target.state, target.state.selection.main.head);
    return place !== undefined && moveRowTo(place.row + distance)(target);
  };

export const moveRowUp = moveRowBy(-1);
export const moveRowDown = moveRowBy(1);

/** @returns the one in a table that goes from left to right, and the other elsewhere */
export const bySight =
  (one: StateCommand, other: StateCommand): StateCommand =>
  (target) => {
    const table = tableAt(target.state, target.state.selection.main.head);
    const isToLeft = table && directionOfTable(target.state, table) === Direction.RTL;
    return (isToLeft ? other : one)(target);
  };

export const addColumnLeft = onTable(({ table, row, column }, state) => ({
  changes: addColumn(state, table, column),
  aim: { row, column },
}));

export const addColumnRight = onTable(({ table, row, column }, state) => ({
  changes: addColumn(state, table, column + 1),
  aim: { row, column: column + 1 },
}));

export const removeThisColumn = onTable(({ table, row, column }, state) => ({
  changes: removeColumn(state, table, column),
  aim: { row, column: Math.min(column, table.columns - 2) },
}));

/** @param to the place that the column at the caret gets */
export const moveColumnTo = (to: number): StateCommand =>
  onTable(({ table, row, column }, state) => {
    if (to < 0 || to >= table.columns || column >= table.columns || to === column) return undefined;
    return { changes: moveColumn(state, table, column, to), aim: { row, column: to } };
  });

const moveColumnBy =
  (distance: number): StateCommand =>
  (target) => {
    const place = placeAt(target.state, target.state.selection.main.head);
    return place !== undefined && moveColumnTo(place.column + distance)(target);
  };

export const moveColumnLeft = moveColumnBy(-1);
export const moveColumnRight = moveColumnBy(1);

export const align = (alignment: Alignment): StateCommand =>
  onTable(({ table, row, column }) => ({
    changes: alignColumn(table, column, alignment),
    aim: { row, column },
  }));

export const sortBy = (direction: 'ascending' | 'descending'): StateCommand =>
  onTable(({ table, row, column }, state) => {
    const order = sortedRows(state, table, column, direction);
    return {
      changes: orderRows(state, table, order),
      aim: { row: order.indexOf(row), column },
      isMove: true,
    };
  });

export const removeTable = onTable(({ table }, state) => ({
  changes: wholeTable(state, table),
  aim: { row: 0, column: 0 },
}));

/** Puts texts into the cells from the caret's or the first selected one on, and the caret into the last of them. */
export const fillFromHere = (texts: readonly (readonly string[])[]): StateCommand =>
  onTable((place, state) => {
    const cells = selectedCells(state);
    const grid = cells ? repeated(texts, cells) : texts;
    const first = cells ? { row: cells.top, column: cells.left } : place;
    const width = grid.at(-1)?.length ?? 0;
    if (width === 0) return undefined;
    return {
      changes: fillCells(state, place.table, first, grid),
      aim: { row: first.row + grid.length - 1, column: first.column + width - 1 },
    };
  });

/** One text goes into each of the selected cells. */
function repeated(
  texts: readonly (readonly string[])[],
  { top, bottom, left, right }: Rectangle,
): readonly (readonly string[])[] {
  const [[text] = []] = texts;
  if (text === undefined || texts.length > 1 || texts[0]?.length !== 1) return texts;
  return Array.from({ length: bottom - top + 1 }, () => Array.from({ length: right - left + 1 }, () => text));
}

/** The caret goes into a cell, which is written if it is not there yet, as in a new row at the end. */
export const goToCell =
  (aim: Aim): StateCommand =>
  ({ state, dispatch }) => {
    const place = placeAt(state, state.selection.main.head);
    return place !== undefined && goTo(state, { ...place, ...aim }, dispatch);
  };

/** @returns whether there is such a place */
export function goTo(state: EditorState, place: Place, dispatch: (step: Transaction) => void): boolean {
  const { table, row, column } = place;
  const cell = cellAt(place);
  // Between two pipes that touch a browser has no place for a caret.
  if (cell && (cell.from < cell.to || state.readOnly)) {
    dispatch(
      state.update({
        selection: EditorSelection.cursor(cell.end),
        scrollIntoView: true,
        userEvent: 'select.cell',
      }),
    );
    return true;
  }
  if (state.readOnly || row < 0 || column < 0 || column >= table.columns) return false;
  const changes = cell
    ? { from: cell.from, insert: '  ' }
    : row >= table.rows.length
      ? addRow(state, table, table.rows.length)
      : fillCells(state, table, { row, column }, [['']]);
  dispatch(writeTable(state, place, { changes, aim: { row, column } }));
  return true;
}
