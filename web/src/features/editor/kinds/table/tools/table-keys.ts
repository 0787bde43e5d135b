/**
 * The keys that do something of their own in a table. Tab and Enter go on to the next cell, and beyond the last one add a row (`goTo` in
 * writing/table-commands.ts).
 */
import {
  EditorSelection,
  type EditorState,
  type Extension,
  Prec,
  type StateCommand,
} from '@codemirror/state';
import { type Command, Direction, type EditorView, keymap } from '@codemirror/view';
import { prefixAt } from '../../../blocks/lines/block-place.ts';
import { type Toggle, togglesOf } from '../../../view/toggle-state.ts';
import { closest } from '../closest-element.ts';
import { columnsOnward, directionOfCell, isNumber } from '../drawn/cell-direction.ts';
import { extend, extendVertically, isAtEdge, placeOfCaret, selectMore } from '../selection/select-cells.ts';
import { selectedCells } from '../selection/selected-cells.ts';
import { type Cell, cellAt, type Place, placeAt, type Table } from '../table-at.ts';
import { tableCommand } from '../writing/guard-cells.ts';
import {
  bySight,
  goTo,
  moveColumnLeft,
  moveColumnRight,
  moveRowDown,
  moveRowUp,
  removeThisRow,
} from '../writing/table-commands.ts';
import { openTableMenu } from './tools-place.ts';

export const TABLE_MENU_KEY = 'Mod-.';

export function tableKeys(): Extension {
  return Prec.high(
    keymap.of([
      { key: 'Tab', run: step(1), shift: step(-1) },
      { key: 'Enter', run: goDown, shift: breakLine },
      { key: 'ArrowLeft', run: sideways(-1), shift: extend(-1) },
      { key: 'ArrowRight', run: sideways(1), shift: extend(1) },
      { key: 'ArrowUp', run: vertically(-1), shift: extendVertically(-1) },
      { key: 'ArrowDown', run: vertically(1), shift: extendVertically(1) },
      { key: 'Home', run: toEdge('start') },
      { key: 'End', run: toEdge('end') },
      { key: 'Mod-a', run: selectMore },
      { key: 'Backspace', run: stayInCell },
      { key: 'Alt-ArrowUp', run: inTable(moveRowUp) },
      { key: 'Alt-ArrowDown', run: inTable(moveRowDown) },
      { key: 'Alt-Shift-ArrowLeft', run: inTable(bySight(moveColumnLeft, moveColumnRight)) },
      { key: 'Alt-Shift-ArrowRight', run: inTable(bySight(moveColumnRight, moveColumnLeft)) },
      { key: TABLE_MENU_KEY, run: openMenu },
      { key: 'Mod-Shift-k', run: removeThisRow },
    ]),
  );
}

/** At the table's edge the key does nothing: what it does elsewhere would break the row. */
const inTable =
  (command: StateCommand): Command =>
  (view) => {
    if (!placeOfCaret(view.state)) return false;
    command(view);
    return true;
  };

function step(direction: 1 | -1): Command {
  return (view) => {
    const { state } = view;
    const place = placeOfCaret(state);
    if (!place) return false;
    const next = neighbour(place, direction);
    if (next.row >= 0) goTo(state, next, (transaction) => view.dispatch(transaction));
    return true;
  };
}

function neighbour({ table, row, column }: Place, direction: 1 | -1): Place {
  const width = Math.max(table.columns, table.rows[row]?.cells.length ?? 0);
  const next = column + direction;
  if (next >= 0 && next < width) return { table, row, column: next };
  const beyond = row + direction;
  const last = Math.max(table.columns, table.rows[beyond]?.cells.length ?? 0) - 1;
  return { table, row: beyond, column: direction === 1 ? 0 : last };
}

const goDown: Command = (view) => {
  const place = placeOfCaret(view.state);
  if (!place) return false;
  const column = Math.min(place.column, place.table.columns - 1);
  goTo(view.state, { ...place, row: place.row + 1, column }, (transaction) => view.dispatch(transaction));
  return true;
};

/** It would empty all of the selected cells. */
const breakLine: Command = (view) => {
  const { state } = view;
  const place = placeOfCaret(state);
  const other = placeAt(state, state.selection.main.anchor);
  if (state.readOnly || !place || other?.table.from !== place.table.from) return false;
  if (!selectedCells(state))
    view.dispatch(state.replaceSelection('<br>'), { userEvent: 'input.type', scrollIntoView: true });
  return true;
};

/** In a cell the arrow goes through its words, after the last one into the next cell, or out of the table. */
function sideways(direction: 1 | -1): Command {
  return (view) => {
    const { state } = view;
    const { main } = state.selection;
    const place = main.empty ? placeOfCaret(state) : undefined;
    const cell = place && cellAt(place);
    if (!place || !cell) return false;
    const { table } = place;
    const isForward = (one: Cell) =>
      (isNumber(state, one) || directionOfCell(state, one, table) === Direction.LTR) === (direction === 1);
    if (isForward(cell) ? main.head < cell.end : main.head > cell.start)
      return isNumber(state, cell) && select(view, main.head + direction);
    // The columns stand as their table goes, whichever way their words do.
    const onward = columnsOnward(state, table, direction);
    const next = neighbour(place, onward);
    const target = table.rows[next.row];
    if (!target) return leave(view, table, onward);
    const there = cellAt(next);
    if (!there) return goTo(state, next, (transaction) => view.dispatch(transaction));
    return select(view, isForward(there) ? there.start : there.end);
  };
}

function vertically(direction: 1 | -1): Command {
  return (view) => {
    const { state } = view;
    const { main } = state.selection;
    const place = main.empty ? placeOfCaret(state) : undefined;
    const cell = place && cellAt(place);
    if (!place || !cell) return main.empty && enterTable(view, direction);
    const caret = view.coordsAtPos(main.head, main.assoc || 1);
    if (!caret) return false;
    const x =
      main.goalColumn === undefined
        ? caret.left
        : main.goalColumn + view.contentDOM.getBoundingClientRect().left;
    const goal = x - view.contentDOM.getBoundingClientRect().left;
    const height = caret.bottom - caret.top;
    if (!isAtEdge(view, cell, direction)) {
      const y = (caret.top + caret.bottom) / 2 + direction * height * 1.3;
      return select(view, within(cell, view.posAtCoords({ x, y }, false)), goal);
    }
    const column = place.column;
    const row = place.row + direction;
    const target = place.table.rows[row];
    if (!target) return leave(view, place.table, direction, goal);
    const there = target.cells[column];
    if (!there) return goTo(state, { ...place, row, column }, (transaction) => view.dispatch(transaction));
    return select(view, atColumn(view, there, x, direction), goal);
  };
}

/** @returns the place in the cell's first or last line that is nearest to where the caret came from */
function atColumn(view: EditorView, cell: Cell, x: number, direction: 1 | -1): number {
  const edge = view.coordsAtPos(direction === 1 ? cell.start : cell.end, direction === 1 ? 1 : -1);
  if (!edge) return direction === 1 ? cell.start : cell.end;
  return within(cell, view.posAtCoords({ x, y: (edge.top + edge.bottom) / 2 }, false));
}

function within({ start, end }: Cell, position: number): number {
  return Math.min(Math.max(position, start), end);
}

function select(view: EditorView, position: number, goal?: number): boolean {
  view.dispatch({
    // A range by itself would lose the column.
    selection: EditorSelection.create([EditorSelection.cursor(position, undefined, undefined, goal)]),
    scrollIntoView: true,
    userEvent: 'select',
  });
  return true;
}

/** A table at an end of the page gets a line to write on beside it, and so does a toggle that ends with one. */
function leave(view: EditorView, table: Table, direction: 1 | -1, goal?: number): boolean {
  const { doc, readOnly } = view.state;
  const end = direction === 1 ? endOfToggles(view.state, doc.lineAt(table.to).to) : undefined;
  const [first, last] = [doc.lineAt(table.from), doc.lineAt(end?.to ?? table.to)];
  const number = direction === 1 ? (end ? doc.lineAt(end.beyond).number : last.number) + 1 : first.number - 1;
  if (number >= 1 && number <= doc.lines) {
    const line = doc.line(number);
    return select(view, direction === 1 ? line.from : line.to, goal);
  }
  if (readOnly) return true;
  const at = direction === 1 ? doc.length : 0;
  const prefix = direction === 1 ? prefixAt(view.state, end?.from ?? table.from) : '';
  const insert = `\n${prefix.trimEnd()}\n${prefix}`;
  view.dispatch({
    changes: { from: at, insert },
    selection: EditorSelection.cursor(direction === 1 ? at + insert.length : 0),
    annotations: tableCommand.of(true),
    scrollIntoView: true,
    userEvent: 'input.format',
  });
  return true;
}

/** @returns the outermost toggle whose last line ends here: its marks below are out of sight */
function endOfToggles(state: EditorState, place: number): Toggle | undefined {
  const toggle = togglesOf(state).find(({ bodyTo }) => bodyTo === place);
  return toggle && (endOfToggles(state, toggle.to) ?? toggle);
}

/** From the line beside a table the arrow goes into its nearest row. */
function enterTable(view: EditorView, direction: 1 | -1): boolean {
  const { state } = view;
  const { head, goalColumn } = state.selection.main;
  const line = state.doc.lineAt(head);
  const number = line.number + direction;
  if (number < 1 || number > state.doc.lines) return false;
  const place = placeAt(state, state.doc.line(number).to);
  const caret = view.coordsAtPos(head);
  const edge = view.coordsAtPos(direction === 1 ? line.to : line.from);
  if (!place || !caret || !edge || Math.abs(caret.top - edge.top) > 2) return false;
  const row = direction === 1 ? 0 : place.table.rows.length - 1;
  const cells = place.table.rows[row]?.cells ?? [];
  const { left } = view.contentDOM.getBoundingClientRect();
  const goal = goalColumn ?? caret.left - left;
  const x = left + goal;
  const inside = cells.find((cell) => isAcross(closest(view, cell.start, '.cm-cell'), x)) ?? cells.at(-1);
  return inside !== undefined && select(view, atColumn(view, inside, x, direction), goal);
}

function isAcross(cell: Element | null, x: number): boolean {
  const box = cell?.getBoundingClientRect();
  return box !== undefined && box.left <= x && x <= box.right;
}

function toEdge(edge: 'start' | 'end'): Command {
  return (view) => {
    const place = placeOfCaret(view.state);
    const cell = place && cellAt(place);
    return cell !== undefined && select(view, cell[edge]);
  };
}

const openMenu: Command = (view) => {
  if (!placeOfCaret(view.state)) return false;
  view.dispatch({ effects: openTableMenu.of(null) });
  return true;
};

/** Before a cell's first letter there is nothing to delete. */
const stayInCell: Command = ({ state }) => {
  const { main } = state.selection;
  const place = main.empty ? placeOfCaret(state) : undefined;
  const cell = place && cellAt(place);
  return cell !== undefined && main.head <= cell.start;
};
