/** Writes what a command of the editor did into the shared text: lines that it moved stay the same letters. */
import type * as Y from 'yjs';
import { type TextEdit, textEdits } from '../text-changes.ts';
import { textOf } from './arrangement.ts';
import { editText } from './edit-text.ts';
import { findMoves, type MovedLines } from './find-moves.ts';
import { moveLines } from './move-lines.ts';

// A table that is sorted can have more: each would be a record.
const MOST_GROUPS = 50;

/**
 * @param edits in order, counted in the text as it is shown
 * @param after the text that they make
 */
export function writeMove(text: Y.Text, edits: readonly TextEdit[], after: string): void {
  const before = textOf(text);
  const moves = findMoves(before, after, edits);
  if (moves.length <= MOST_GROUPS) moveAll(text, before, moves);
  editText(text, textEdits(0, textOf(text), after));
}

function moveAll(text: Y.Text, before: string, moves: readonly MovedLines[]): void {
  const lengths = before.split('\n').map((line) => line.length + 1);
  let order = lengths.map((_, line) => line);
  const startOf = (place: number) =>
    order.slice(0, place).reduce((sum, line) => sum + (lengths[line] ?? 0), 0);
  const placeOf = (place: number) => (place === order.length ? 'end' : startOf(place));
  for (const { first, count, behind } of moves) {
    const from = order.indexOf(first);
    const target = order.indexOf(behind) + 1;
    const going = order.slice(from, from + count);
    if (going.at(-1) !== first + count - 1 || (target >= from && target <= from + count)) continue;
    if (!moveLines(text, startOf(from), placeOf(from + count), placeOf(target))) return;
    const staying = order.filter((line) => line < first || line >= first + count);
    staying.splice(staying.indexOf(behind) + 1, 0, ...going);
    order = staying;
  }
}
