/** Reads a table's rows and cells where they are in the page's text. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState, Line, Text } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/** The text between two pipes, spaces included. */
export interface Cell {
  readonly from: number;
  readonly to: number;
  /** Its words, without the spaces around them. In an empty cell both are where the first word would go. */
  readonly start: number;
  readonly end: number;
}

export interface Row {
  /** After the marks of a quote or the indentation of a list. */
  readonly from: number;
  readonly to: number;
  readonly line: Line;
  readonly cells: readonly Cell[];
  /** Whether a pipe stands before the first and after the last cell. */
  readonly isClosed: boolean;
}

export type Alignment = 'left' | 'center' | 'right' | 'none';

export interface Table {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
  /** The header is the first. A row may have fewer cells than the header: the rest is empty. */
  readonly rows: readonly Row[];
  readonly delimiter: Row;
  readonly alignments: readonly Alignment[];
}

export interface Place {
  readonly table: Table;
  readonly row: number;
  readonly column: number;
}

const ESCAPE = '\\';
const MOST_COLUMNS = 100;
const LONGEST_ROW = 20_000;

/**
 * Whether a table is shown as it is written: all cells of the rows in view are laid out, to their ends, and the editor finds another
 * height for such a row each time it looks.
 */
export function isTooLarge(doc: Text, { from, to }: SyntaxNode, columns: number): boolean {
  if (columns > MOST_COLUMNS) return true;
  // Each row of that length has one of these places.
  for (let at = from; at <= to; at += LONGEST_ROW) if (doc.lineAt(at).length > LONGEST_ROW) return true;
  return false;
}

/** Splits a row at its pipes, as GitHub does: one after a backslash is text, in code as well. */
export function readRow(line: Line, from: number): Row {
  const { text } = line;
  const starts: number[] = [];
  let end = text.length;
  while (end > from - line.from && /\s/.test(text[end - 1] ?? '')) end--;
  for (let index = from - line.from; index < text.length; index++) {
    if (text[index] === ESCAPE) index++;
    else if (text[index] === '|') starts.push(index);
  }
  const isOpened = starts[0] === from - line.from;
  const isEnded = starts.length > (isOpened ? 1 : 0) && starts.at(-1) === end - 1;
  const pipes = [...(isOpened ? [] : [from - line.from - 1]), ...starts, ...(isEnded ? [] : [text.length])];
  const cells = pipes
    .slice(1)
    .map((pipe, index) => readCell(line, (pipes[index] ?? 0) + 1, pipe))
    // Blanks after the last pipe are no cell.
    .filter((cell, index) => isEnded || index < pipes.length - 2 || cell.start < cell.end || index === 0);
  return { from, to: line.to, line, cells, isClosed: isOpened && isEnded };
}

function readCell({ from, text }: Line, start: number, end: number): Cell {
  const source = text.slice(start, end);
  const words = source.trim();
  const first = words === '' ? Math.min(1, source.length) : source.indexOf(words);
  return {
    from: from + start,
    to: from + end,
    start: from + start + first,
    end: from + start + first + words.length,
  };
}

/** @param node the table's, in the page's syntax tree */
export function readTable(state: EditorState, node: SyntaxNode): Table | undefined {
  const { doc } = state;
  const rowOf = ({ from }: SyntaxNode) => readRow(doc.lineAt(from), from);
  const header = node.getChild('TableHeader');
  const dashes = node.getChild('TableDelimiter');
  if (!header || !dashes) return undefined;
  const rows = [header, ...node.getChildren('TableRow')].map(rowOf);
  const delimiter = rowOf(dashes);
  return {
    from: node.from,
    to: node.to,
    columns: delimiter.cells.length,
    rows,
    delimiter,
    alignments: readAlignments(state, delimiter),
  };
}

/** @param delimiter the line of dashes */
export function readAlignments(state: EditorState, delimiter: Row): Alignment[] {
  return delimiter.cells.map(({ start, end }) => readAlignment(state.sliceDoc(start, end)));
}

function readAlignment(marks: string): Alignment {
  const [isLeft, isRight] = [marks.startsWith(':'), marks.endsWith(':')];
  return isLeft && isRight ? 'center' : isRight ? 'right' : isLeft ? 'left' : 'none';
}

/** @returns the table that has this position in one of its lines */
export function tableAt(state: EditorState, position: number): Table | undefined {
  const node = tableNodeAt(state, position);
  return node && readTable(state, node);
}

export function tableNodeAt(state: EditorState, position: number): SyntaxNode | undefined {
  for (const side of [-1, 1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, side);
    for (; node; node = node.parent) if (node.name === 'Table') return node;
  }
  // After the last pipe a line may go on with spaces.
  const { text, from } = state.doc.lineAt(position);
  const end = from + text.trimEnd().length;
  return end < position && end > from ? tableNodeAt(state, end) : undefined;
}

/** @returns the cell that the position is in, or the one before it where it is between two */
export function placeAt(state: EditorState, position: number): Place | undefined {
  const table = tableAt(state, position);
  if (!table) return undefined;
  const { number } = state.doc.lineAt(position);
  const isDelimiter = number === table.delimiter.line.number;
  const row = isDelimiter ? 0 : table.rows.findIndex(({ line }) => line.number === number);
  const cells = table.rows[row]?.cells;
  if (!cells) return undefined;
  const column = isDelimiter ? 0 : cells.findIndex(({ to }) => position <= to);
  return { table, row, column: column === -1 ? Math.max(0, cells.length - 1) : column };
}

export function cellAt({ table, row, column }: Place): Cell | undefined {
  return table.rows[row]?.cells[column];
}
