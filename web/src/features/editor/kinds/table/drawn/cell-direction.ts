/**
 * A table goes the way of its first strong letter: its columns begin at that side, and sides in its source are sides of it. A cell
 * goes the way of its own first strong letter; without one, the way of its table.
 */
import type { EditorState } from '@codemirror/state';
import { Direction } from '@codemirror/view';
import { directionOfLines } from '../../../../../../../markdown/src/text/direction.ts';
import type { Cell, Table } from '../table-at.ts';

// Rows of numbers alone say nothing.
const MOST_ROWS = 50;

type Span = Pick<Table, 'from' | 'to'>;

export function directionOfTable({ doc }: EditorState, { from, to }: Span): Direction {
  const first = doc.lineAt(from).number;
  const last = Math.min(doc.lineAt(to).number, first + MOST_ROWS);
  for (let number = first; number <= last; number++) {
    const found = directionOfLines(doc.line(number).text);
    if (found) return found === 'rtl' ? Direction.RTL : Direction.LTR;
  }
  return Direction.LTR;
}

export function directionOfCell(
  state: EditorState,
  { start, end }: Pick<Cell, 'start' | 'end'>,
  table: Span,
): Direction {
  const own = directionOfLines(state.sliceDoc(start, end));
  if (own === undefined) return directionOfTable(state, table);
  return own === 'rtl' ? Direction.RTL : Direction.LTR;
}

const NUMBER = /^[+\-$€%]*\p{Nd}(?:[\p{Nd}.,:/]*\p{Nd})?[$€%]*$/u;

/** A number is written from left to right in every cell. */
export function isNumber({ doc }: EditorState, { start, end }: Pick<Cell, 'start' | 'end'>): boolean {
  return NUMBER.test(doc.sliceString(start, end));
}

/** @returns how many columns further in the text the next one is that stands to the right, or to the left */
export function columnsOnward(state: EditorState, table: Span, toRight: 1 | -1): 1 | -1 {
  return directionOfTable(state, table) === Direction.LTR ? toRight : toRight === 1 ? -1 : 1;
}
