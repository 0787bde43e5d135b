/**
 * Typing, pasting and deleting stay within the cells that they are meant for: pipes are escaped, line breaks become spaces,
 * and a deletion over several cells empties them. So a table stays one, and its pipes, which nobody sees, too.
 */
import {
  Annotation,
  type ChangeSpec,
  EditorSelection,
  EditorState,
  type Extension,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { knowsMarks } from '../../../blocks/knows-marks.ts';
import { breaksAfter, prefixAt } from '../../../blocks/lines/block-place.ts';
import { lineMarks } from '../../../blocks/lines/line-marks.ts';
import { blocksBelow } from '../../../blocks/paste-blocks.ts';
import { endsInBackslash, escapePipes } from '../escape-cell.ts';
import { type Rectangle, rowsOf, selectedCells } from '../selection/selected-cells.ts';
import { type Cell, type Row, type Table, tableAt, tableNodeAt } from '../table-at.ts';
import { rowText } from '../write-table.ts';

/** On what a command of a table's has made: it keeps the table whole by itself. */
export const tableCommand = Annotation.define<true>();

/** Undone by itself, not with what was written just before. */
const EMPTYING = 'delete.cells';

const GUARDED = ['input.type', 'input.paste', 'input.drop', 'input.complete', 'input.replace', 'delete'];

export const guardCells: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.annotation(tableCommand)) return transaction;
  if (transaction.isUserEvent('input.format')) return breaksRow(transaction) ? [] : transaction;
  const isPasted = transaction.isUserEvent('input.paste');
  if (isPasted && transaction.annotation(knowsMarks)) return transaction;
  const below = isPasted && isInTable(transaction) && blocksBelow(transaction);
  if (below) return below;
  return GUARDED.some((event) => transaction.isUserEvent(event)) ? guarded(transaction) : transaction;
});

function isInTable({ changes, startState: state }: Transaction): boolean {
  let isIn = false;
  changes.iterChangedRanges((from) => (isIn ||= tableNodeAt(state, from) !== undefined));
  return isIn;
}

/** A heading or a list does not begin in a row. */
function breaksRow({ changes, startState: state }: Transaction): boolean {
  let breaks = false;
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    if (from !== to || inserted.lines > 1 || tableNodeAt(state, from) === undefined) return;
    const line = state.doc.lineAt(from);
    const row = tableAt(state, from)?.rows.find((one) => one.line.number === line.number);
    breaks ||= row !== undefined && from <= row.from && row.cells[0]?.start !== from;
  });
  return breaks;
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  /** The caret's place, from the piece's beginning; undefined where another piece says so. */
  readonly caret: number | undefined;
}

function guarded(transaction: Transaction): Transaction | TransactionSpec {
  const { startState: state, changes } = transaction;
  const cells = selectedCells(state);
  if (cells && isOfSelection(transaction)) return overCells(transaction, cells);
  const pieces: Piece[] = [];
  let isChanged = false;
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    const insert = inserted.toString();
    const better = guardChange(state, from, to, insert);
    isChanged ||= better !== undefined;
    pieces.push(...(better ?? [{ from, to, insert, caret: insert.length }]));
  });
  if (!isChanged) return transaction;
  const edit = state.changes(pieces.map(({ from, to, insert }): ChangeSpec => ({ from, to, insert })));
  const first = pieces.find(({ caret }) => caret !== undefined);
  const caret = first
    ? edit.mapPos(first.from, -1) + (first.caret ?? 0)
    : edit.mapPos(state.selection.main.head);
  return {
    changes: edit,
    selection: EditorSelection.cursor(caret),
    effects: transaction.effects,
    scrollIntoView: true,
    annotations: tableCommand.of(true),
    ...userEventOf(transaction),
  };
}

function isOfSelection({ startState, changes }: Transaction): boolean {
  const { from, to } = startState.selection.main;
  let isOne = true;
  changes.iterChangedRanges((start, end) => (isOne &&= start === from && end === to), true);
  return isOne;
}

/** Empties the selected cells, and writes into the first. They stay selected when nothing is written. */
function overCells(transaction: Transaction, cells: Rectangle): TransactionSpec {
  const { startState: state, changes } = transaction;
  let insert = '';
  changes.iterChanges((_from, _to, _fromB, _toB, inserted) => (insert = inserted.toString()), true);
  const pieces: Piece[] = rowsOf(cells).flatMap(({ row, cells: selected }, index) => {
    const written = new Map(
      selected.map((cell, column) => {
        const text = index === 0 && column === 0 ? insert : '';
        return [cell, rewrite(state, cell, cell.start, cell.to, text)];
      }),
    );
    if (written.size === 0) return [];
    return row.isClosed
      ? [...written.values()].map((one) => smallest(state, one))
      : inOpenRow(state, cells.table, row, written);
  });
  const edit = state.changes(
    pieces.map(({ from, to, insert: text }): ChangeSpec => ({ from, to, insert: text })),
  );
  const [first] = pieces;
  // A row that is written again has no place for the ends of the selection.
  const isKept = insert === '' && rowsOf(cells).every(({ row }) => row.isClosed);
  const caret = first && edit.mapPos(first.from, -1) + (first.caret ?? 0);
  return {
    changes: edit,
    ...(isKept || caret === undefined ? {} : { selection: EditorSelection.cursor(caret) }),
    effects: transaction.effects,
    scrollIntoView: true,
    annotations: tableCommand.of(true),
    userEvent: insert === '' ? EMPTYING : 'input.type',
  };
}

function userEventOf(transaction: Transaction): { readonly userEvent?: string } {
  const event = [...GUARDED].find((name) => transaction.isUserEvent(name));
  return event === undefined ? {} : { userEvent: event };
}

/** @returns undefined for a change that harms no table */
function guardChange(state: EditorState, from: number, to: number, insert: string): Piece[] | undefined {
  const tables = tablesIn(state, from, to);
  if (tables.length === 0) return guardBelow(state, from, to, insert);
  const [only] = tables;
  const cell = only && tables.length === 1 ? onlyCell(only, from, to) : undefined;
  if (only && cell) return inCell(state, only, cell, from, to, insert);
  return acrossCells(state, tables, from, to, insert);
}

/** The tables of which this takes a part; one that goes as a whole needs no care. */
function tablesIn(state: EditorState, from: number, to: number): Table[] {
  const found = new Map<number, Table>();
  for (const position of [from, to]) {
    const table = tableAt(state, position);
    if (!table) continue;
    const start = state.doc.lineAt(table.from).from;
    const isWhole = from <= start && to >= table.to && from < to;
    // Nothing is written into a table from before it.
    if (!isWhole && !(position === to && from === to && position < start)) found.set(table.from, table);
  }
  return [...found.values()];
}

function onlyCell(table: Table, from: number, to: number): { row: Row; cell: Cell } | undefined {
  for (const row of table.rows) {
    if (from < row.line.from || to > row.line.to) continue;
    const cells = row.cells;
    const cell = cells.find((one) => from >= one.from && to <= one.to);
    if (cell) return { row, cell };
    const [first, last] = [cells[0], cells.at(-1)];
    if (first && to <= first.from) return { row, cell: first };
    if (last && from >= last.to) return { row, cell: last };
  }
  return undefined;
}

function inCell(
  state: EditorState,
  table: Table,
  { row, cell }: { row: Row; cell: Cell },
  from: number,
  to: number,
  insert: string,
): Piece[] | undefined {
  const written = rewrite(state, cell, from, to, insert);
  if (!row.isClosed) return inOpenRow(state, table, row, new Map([[cell, written]]));
  const { start, end, text } = written;
  const isAsMeant = text === state.sliceDoc(start, from) + insert + state.sliceDoc(to, end);
  return from >= start && to <= end && isAsMeant ? undefined : [smallest(state, written)];
}

interface Written {
  /** The range that the text replaces. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The caret's place in the text. */
  readonly caret: number;
}

/** @returns the cell's words as they are to be after a change that may go beyond them */
function rewrite(state: EditorState, cell: Cell, from: number, to: number, insert: string): Written {
  const { head } = state.selection.main;
  // A space that was just typed after the last word is one of the words.
  const end = head > cell.end && head <= cell.to ? head : cell.end;
  const { start } = cell;
  const before = state.sliceDoc(start, clamp(from, start, end));
  const after = state.sliceDoc(clamp(to, start, end), end);
  const written = escapeAll(before, oneLine(insert), after);
  const needsSpace = end === cell.to && endsInBackslash(written.text);
  return { start, end, text: needsSpace ? `${written.text} ` : written.text, caret: written.caret };
}

/** A row that no pipe begins or ends gets its pipes as it is written in: what is in it may look like no row without. */
function inOpenRow(state: EditorState, table: Table, row: Row, written: ReadonlyMap<Cell, Written>): Piece[] {
  const texts = row.cells.map((cell) => written.get(cell)?.text ?? state.sliceDoc(cell.start, cell.end));
  const column = row.cells.findIndex((cell) => written.has(cell));
  while (texts.length < table.columns) texts.push('');
  const left = column === 0 ? '|' : rowText(texts.slice(0, column));
  const [first] = written.values();
  return [
    { from: row.from, to: row.to, insert: rowText(texts), caret: left.length + 1 + (first?.caret ?? 0) },
  ];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

function escapeAll(before: string, words: string, after: string): { text: string; caret: number } {
  const upTo = escapePipes(before + words);
  // A backslash that is typed before an escaped pipe would set that free.
  const isFreeing = endsInBackslash(upTo) && /^\\?\|/.test(after) && words !== '';
  const head = isFreeing ? `${upTo}\\` : upTo;
  const text = escapePipes(head + after);
  return { text, caret: head.length };
}

/** Only what differs, so that what others write beside it stays theirs. */
function smallest(state: EditorState, { start, end, text, caret }: Written): Piece {
  const old = state.sliceDoc(start, end);
  let head = 0;
  while (head < Math.min(old.length, caret) && old[head] === text[head]) head++;
  let tail = 0;
  while (
    tail < Math.min(old.length - head, text.length - caret) &&
    old[old.length - 1 - tail] === text[text.length - 1 - tail]
  )
    tail++;
  return {
    from: start + head,
    to: end - tail,
    insert: text.slice(head, text.length - tail),
    caret: caret - head,
  };
}

/** Empties the cells, and deletes what is around the tables. The text goes where the deletion begins. */
function acrossCells(
  state: EditorState,
  tables: readonly Table[],
  from: number,
  to: number,
  insert: string,
): Piece[] {
  const pieces: Piece[] = [];
  let position = from;
  const words = () => (pieces.length === 0 ? insert : '');
  for (const table of tables) {
    const start = state.doc.lineAt(table.from).from;
    if (position < start - 1)
      pieces.push({ from: position, to: start - 1, insert: words(), caret: words().length });
    for (const row of table.rows) {
      const touched = row.cells.filter((cell) => cell.start <= to && cell.end >= from);
      const written = new Map<Cell, Written>();
      for (const cell of touched) {
        const text = pieces.length === 0 && written.size === 0 ? insert : '';
        written.set(cell, rewrite(state, cell, from, to, text));
      }
      if (written.size === 0) continue;
      if (row.isClosed) pieces.push(...[...written.values()].map((one) => smallest(state, one)));
      else pieces.push(...inOpenRow(state, table, row, written));
    }
    position = table.to;
  }
  const last = tables.at(-1);
  if (last && to > last.to) pieces.push(...behind(state, last, to));
  const writing = pieces.filter((piece) => piece.from < piece.to || piece.insert !== '');
  return writing.length > 0 ? writing : [{ from, to: from, insert: '', caret: backTo(tables, from, to) }];
}

/** Nothing can go: the caret goes on into the cell beside. */
function backTo(tables: readonly Table[], from: number, to: number): number {
  const last = tables.at(-1);
  const end = last?.rows.at(-1)?.cells.at(-1)?.end;
  return last && to > last.to && end !== undefined ? end - from : 0;
}

/** An empty line stays below the table: what stands on the next one would become a row. */
function behind({ doc }: EditorState, table: Table, to: number): Piece[] {
  const start = table.to + 1;
  const isApart = doc.sliceString(start, start + 1) === '\n';
  const rest = doc.sliceString(to, doc.lineAt(to).to);
  const from = Math.min(to, isApart ? start + 1 : start);
  const insert = !isApart && rest !== '' && to > start ? '\n' : '';
  return from < to || insert !== '' ? [{ from, to, insert, caret: undefined }] : [];
}

/** The same for what is typed or left on the line right below a table. */
function guardBelow(state: EditorState, from: number, to: number, insert: string): Piece[] | undefined {
  const line = state.doc.lineAt(from);
  const isAtEdge = from === line.from || (insert !== '' && from === line.to);
  if (line.number === 1 || !isAtEdge || !/^[\s>]*$/.test(line.text)) return undefined;
  const table = tableAt(state, line.from - 1);
  if (!table) return undefined;
  const rest = state.sliceDoc(to, state.doc.lineAt(to).to);
  if (insert === '') {
    if (rest.trim() === '' || to === line.from) return undefined;
    const end = table.rows.at(-1)?.cells.at(-1)?.end ?? table.to;
    return [{ from, to: from, insert: '', caret: end - from }];
  }
  if (insert.startsWith('\n')) return undefined;
  // Words that are written there stay in the item or the quote that the table is in, and apart from what is below.
  const prefix = line.length === 0 ? prefixAt(state, table.from) : line.text;
  const own = `\n${from === line.from && line.length > 0 ? '' : prefix}${insert}`;
  const { marks } = lineMarks(state, state.doc.lineAt(table.from));
  const after = rest === '' ? breaksAfter(state, line.to, prefix, marks) : '';
  return [{ from, to, insert: own + after, caret: own.length }];
}

function clamp(position: number, from: number, to: number): number {
  return Math.min(Math.max(position, from), to);
}
