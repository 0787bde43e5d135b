/**
 * A selection that begins in one cell and ends in another takes the cells of the rectangle between the two. There is no other
 * state of it than the editor's selection, so undo, other people's edits and the browser's own handles keep it as any other.
 */
import { EditorSelection, type EditorState, type SelectionRange } from '@codemirror/state';
import { type Cell, type Row, readTable, type Table, tableNodeAt } from '../table-at.ts';

export interface Rectangle {
  readonly table: Table;
  readonly anchor: Aim;
  readonly head: Aim;
  /** The first and the last of its rows and columns. */
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export interface Aim {
  readonly row: number;
  readonly column: number;
}

const known = new WeakMap<EditorState, Rectangle | undefined>();

/** @returns undefined for a selection within one cell, or that goes beyond the table */
export function selectedCells(state: EditorState): Rectangle | undefined {
  const { main, ranges } = state.selection;
  if (main.empty || ranges.length > 1) return undefined;
  if (!known.has(state)) known.set(state, cellsBetween(state, main));
  return known.get(state);
}

function cellsBetween(state: EditorState, { anchor, head, from, to }: SelectionRange): Rectangle | undefined {
  const node = tableNodeAt(state, from);
  if (!node || to > state.doc.lineAt(node.to).to) return undefined;
  const table = readTable(state, node);
  const start = state.doc.lineAt(node.from).from;
  // The table itself is selected, from the beginning of its first line to the end of its last.
  if (!table || from < start || (from === start && to >= table.to)) return undefined;
  return rectangle(table, aimAt(table, anchor), aimAt(table, head));
}

function rectangle(table: Table, anchor: Aim, head: Aim): Rectangle | undefined {
  if (anchor.row === head.row && anchor.column === head.column) return undefined;
  return {
    table,
    anchor,
    head,
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  };
}

/** The cell that a position in the table's lines is in or nearest to. The line of dashes is the header's. */
function aimAt({ rows, delimiter }: Table, position: number): Aim {
  const isDashes = position >= delimiter.line.from && position <= delimiter.line.to;
  const found = isDashes ? 0 : rows.findIndex(({ line }) => position <= line.to);
  const row = found === -1 ? rows.length - 1 : found;
  const cells = (isDashes ? delimiter : rows[row])?.cells ?? [];
  const column = cells.findIndex(({ to }) => position <= to);
  return { row, column: column === -1 ? Math.max(0, cells.length - 1) : column };
}

/** @returns the selected rows, each with those of its selected cells that are written */
export function rowsOf({
  table,
  top,
  bottom,
  left,
  right,
}: Rectangle): { row: Row; cells: readonly Cell[] }[] {
  return table.rows.slice(top, bottom + 1).map((row) => ({ row, cells: row.cells.slice(left, right + 1) }));
}

export function isWholeTable({ table, top, bottom, left, right }: Rectangle): boolean {
  return top === 0 && left === 0 && bottom === table.rows.length - 1 && right >= table.columns - 1;
}

/** @returns the selection of all cells between two, which are there */
export function selectionBetween(table: Table, anchor: Aim, head: Aim): SelectionRange | undefined {
  const [one, other] = [cellNear(table, anchor), cellNear(table, head)];
  if (!one || !other) return undefined;
  // So that a cell alone is selected with all its words.
  return one.from <= other.from
    ? EditorSelection.range(one.start, other.end)
    : EditorSelection.range(one.end, other.start);
}

/** A row may end before the column: its last cell stands for the ones that are missing. */
export function cellNear({ rows }: Table, { row, column }: Aim): Cell | undefined {
  const cells = rows[row]?.cells;
  return cells?.[Math.min(column, cells.length - 1)];
}
