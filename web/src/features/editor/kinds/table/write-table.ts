/** The text that a table's commands write: of each line as little as the command needs. */
import type { ChangeSpec, EditorState } from '@codemirror/state';
import type { Alignment, Cell, Row, Table } from './table-at.ts';

interface Edit {
  readonly from: number;
  readonly to?: number;
  readonly insert?: string;
}

const EMPTY = '  ';

export function cellText(state: EditorState, cell: Cell | undefined): string {
  return cell ? state.sliceDoc(cell.start, cell.end) : '';
}

/** A row of these cells; their pipes are escaped by then. */
export function rowText(cells: readonly string[]): string {
  return `|${cells.map((text) => (text === '' ? EMPTY : ` ${text} `)).join('|')}|`;
}

export function tableText(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(1, ...rows.map(({ length }) => length));
  const full = rows.map((row) => Array.from({ length: columns }, (_, index) => row[index] ?? ''));
  const [header = [], ...body] = full;
  return [header, Array.from({ length: columns }, () => '---'), ...body].map(rowText).join('\n');
}

/** The signs before a line's row: the marks of the quote or the indentation of the list that the table is in. */
export function linePrefix(table: Table): string {
  const { line, from } = table.delimiter;
  return line.text.slice(0, from - line.from);
}

/** @param at the place that the new row gets; nothing goes before the header but a new header */
export function addRow(state: EditorState, table: Table, at: number): ChangeSpec {
  const text = rowText(Array.from({ length: table.columns }, () => ''));
  const above = at === 1 ? table.delimiter : table.rows[at - 1];
  if (above) return { from: above.line.to, insert: `\n${linePrefix(table)}${text}` };
  const [header] = table.rows;
  if (!header) return [];
  const old = state.sliceDoc(header.from, header.to);
  return [
    { from: header.from, to: header.to, insert: text },
    { from: table.delimiter.line.to, insert: `\n${linePrefix(table)}${old}` },
  ];
}

export function removeRow(state: EditorState, table: Table, at: number): ChangeSpec {
  const row = table.rows[at];
  if (!row) return [];
  if (at > 0) return { from: row.line.from - 1, to: row.line.to };
  const next = table.rows[1];
  if (!next) return wholeTable(state, table);
  return [
    { from: row.from, to: row.to, insert: headerText(state, table, next) },
    { from: next.line.from - 1, to: next.line.to },
  ];
}

/** A table is one only while its header has as many cells as the line of dashes. */
function headerText(state: EditorState, table: Table, row: Row): string {
  return row.isClosed && row.cells.length === table.columns
    ? state.sliceDoc(row.from, row.to)
    : rowText(fullRow(state, table, row).slice(0, table.columns));
}

/** The table with the end of its last line, or of the line before it. */
export function wholeTable(state: EditorState, table: Table): Edit {
  const from = state.doc.lineAt(table.from).from;
  const { to } = state.doc.lineAt(table.to);
  return to < state.doc.length ? { from, to: to + 1 } : { from: Math.max(0, from - 1), to };
}

/** Puts the rows in another order; each line's text goes along as it is. */
export function orderRows(state: EditorState, table: Table, order: readonly number[]): ChangeSpec {
  return table.rows.flatMap((row, index) => {
    const source = order[index];
    const other = source === undefined || source === index ? undefined : table.rows[source];
    if (!other) return [];
    const insert = index === 0 ? headerText(state, table, other) : closedText(state, table, other);
    return { from: row.from, to: row.to, insert };
  });
}

/**
 * A row changes places with its neighbour by the neighbour's going to its other side: who writes in the row stays there. One
 * that goes farther goes itself.
 */
export function moveRow(state: EditorState, table: Table, from: number, to: number): ChangeSpec {
  if (from === 0 || to === 0) return orderRows(state, table, moved([...table.rows.keys()], from, to));
  const isNeighbor = Math.abs(from - to) === 1;
  const [source, goal] = isNeighbor ? [to, from] : [from, to];
  const [row, other] = [table.rows[source], table.rows[goal]];
  if (!row || !other) return [];
  const text = state.sliceDoc(row.line.from, row.line.to);
  return [
    { from: row.line.from - 1, to: row.line.to },
    goal > source
      ? { from: other.line.to, insert: `\n${text}` }
      : { from: other.line.from, insert: `${text}\n` },
  ];
}

function closedText(state: EditorState, table: Table, row: Row): string {
  return row.isClosed ? state.sliceDoc(row.from, row.to) : rowText(fullRow(state, table, row));
}

/** @returns its cells' texts, those that are not written, too */
export function fullRow(state: EditorState, table: Table, row: Row): string[] {
  const length = Math.max(table.columns, row.cells.length);
  return Array.from({ length }, (_, column) => cellText(state, row.cells[column]));
}

const NEW_DASHES = '---';

/** Lines that have all their cells are changed at one place; others are written again. */
function inEachRow(
  state: EditorState,
  table: Table,
  edit: (row: Row, isDelimiter: boolean) => ChangeSpec,
  rewrite: (cells: string[], isDelimiter: boolean) => string[],
): ChangeSpec[] {
  return [table.delimiter, ...table.rows].map((row) => {
    const isDelimiter = row === table.delimiter;
    if (row.isClosed && row.cells.length >= table.columns) return edit(row, isDelimiter);
    const cells = rewrite(fullRow(state, table, row), isDelimiter);
    return { from: row.from, to: row.to, insert: rowText(cells) };
  });
}

export function addColumn(state: EditorState, table: Table, at: number): ChangeSpec {
  return inEachRow(
    state,
    table,
    (row, isDelimiter) => {
      const text = isDelimiter ? ` ${NEW_DASHES} ` : EMPTY;
      const right = row.cells[at];
      if (right) return { from: right.from, insert: `${text}|` };
      return { from: row.cells[at - 1]?.to ?? row.to, insert: `|${text}` };
    },
    (cells, isDelimiter) => cells.toSpliced(at, 0, isDelimiter ? NEW_DASHES : ''),
  );
}

export function removeColumn(state: EditorState, table: Table, at: number): ChangeSpec {
  if (table.columns === 1) return wholeTable(state, table);
  return inEachRow(
    state,
    table,
    ({ cells }) => {
      const cell = cells[at];
      return cell ? { from: cell.from, to: cell.to + 1 } : [];
    },
    (cells) => cells.toSpliced(at, 1),
  );
}

export function moveColumn(state: EditorState, table: Table, from: number, to: number): ChangeSpec {
  return inEachRow(
    state,
    table,
    ({ cells }) => {
      const [moved, target] = [cells[from], cells[to]];
      if (!moved || !target) return [];
      const text = state.sliceDoc(moved.from, moved.to);
      return [
        { from: moved.from, to: moved.to + 1 },
        to > from ? { from: target.to, insert: `|${text}` } : { from: target.from, insert: `${text}|` },
      ];
    },
    (cells) => moved(cells, from, to),
  );
}

/** @returns the list with one of its members in another place */
export function moved<Member>(list: readonly Member[], from: number, to: number): Member[] {
  const left = list.toSpliced(from, 1);
  return left.toSpliced(to, 0, ...list.slice(from, from + 1));
}

export function alignColumn(table: Table, column: number, alignment: Alignment): ChangeSpec {
  const cell = table.delimiter.cells[column];
  const former = table.alignments[column];
  if (!cell || former === undefined || former === alignment) return [];
  const [wasLeft, wasRight] = colons(former);
  const [isLeft, isRight] = colons(alignment);
  return [
    ...(isLeft && !wasLeft ? [{ from: cell.start, insert: ':' }] : []),
    ...(!isLeft && wasLeft ? [{ from: cell.start, to: cell.start + 1 }] : []),
    ...(isRight && !wasRight ? [{ from: cell.end, insert: ':' }] : []),
    ...(!isRight && wasRight ? [{ from: cell.end - 1, to: cell.end }] : []),
  ];
}

function colons(alignment: Alignment): [boolean, boolean] {
  return [alignment === 'left' || alignment === 'center', alignment === 'right' || alignment === 'center'];
}

/**
 * Writes into cells, which there may not be yet: rows and columns are added for them.
 * @param texts by row and column, from this place on
 */
export function fillCells(
  state: EditorState,
  table: Table,
  at: { readonly row: number; readonly column: number },
  texts: readonly (readonly string[])[],
): ChangeSpec {
  const columns = Math.max(table.columns, at.column + Math.max(...texts.map(({ length }) => length)));
  const isWider = columns > table.columns;
  const edits: ChangeSpec[] = [];
  const inserted: string[] = [];
  for (let index = 0; index < Math.max(table.rows.length, at.row + texts.length); index++) {
    const row = table.rows[index];
    const news = texts[index - at.row] ?? [];
    if (!row) inserted.push(`\n${linePrefix(table)}${rowText(put([], news, at.column, columns))}`);
    else if (isWider || !canFill(row, at.column, news.length)) {
      const cells = put(fullRow(state, table, row), news, at.column, columns);
      if (isWider || news.length > 0) edits.push({ from: row.from, to: row.to, insert: rowText(cells) });
    } else edits.push(...news.map((text, offset) => fillCell(row.cells[at.column + offset], text)));
  }
  if (isWider) {
    const dashes = Array.from({ length: columns - table.columns }, () => NEW_DASHES);
    const { delimiter } = table;
    const cells = [...delimiter.cells.map((cell) => cellText(state, cell)), ...dashes];
    edits.push({ from: delimiter.from, to: delimiter.to, insert: rowText(cells) });
  }
  const last = table.rows.length > 1 ? table.rows.at(-1) : table.delimiter;
  if (last && inserted.length > 0) edits.push({ from: last.line.to, insert: inserted.join('') });
  return edits;
}

function canFill(row: Row, column: number, count: number): boolean {
  return row.isClosed && row.cells.length >= column + count;
}

function put(cells: readonly string[], news: readonly string[], column: number, columns: number): string[] {
  return Array.from({ length: Math.max(columns, cells.length) }, (_, index) => {
    const text = index >= column ? news[index - column] : undefined;
    return text ?? cells[index] ?? '';
  });
}

/** The spaces around a cell's words stay as they are. */
export function fillCell(cell: Cell | undefined, text: string): ChangeSpec {
  if (!cell) return [];
  const before = cell.start === cell.from && text !== '' ? ' ' : '';
  const after = cell.end === cell.to && text !== '' ? ' ' : '';
  return { from: cell.start, to: cell.end, insert: `${before}${text}${after}` };
}
