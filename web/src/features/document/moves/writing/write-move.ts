/** Writes what a command of the editor did into the shared text: lines that it moved stay the same letters. */
import type * as Y from 'yjs';
import { shownText } from '../arrangement/arrangement.ts';
import { arrangementOf, readShownText } from '../arrangement/moved-text.ts';
import { editsByLine } from '../edits/edits-by-line.ts';
import { findMoves, type MovedLines } from '../edits/find-moves.ts';
import { type TextEdit, textEdits } from '../edits/text-changes.ts';
import { editText } from './edit-text.ts';
import { LineMover } from './move-lines.ts';

// A table that is sorted can have more: each would be a record.
const MOST_GROUPS = 50;

/**
 * @param edits in order, counted in the text as it is shown
 * @param after the text that they make
 */
export function writeMove(text: Y.Text, edits: readonly TextEdit[], after: string): void {
  const before = readShownText(text);
  const moves = findMoves(before, after, edits);
  const isMoved = moves.length > 0 && moves.length <= MOST_GROUPS;
  const mover = isMoved ? LineMover.of(text) : undefined;
  const areWritten = mover !== undefined && moveAll(mover, before, moves);
  if (areWritten) insertLines(mover, after);
  const arrangement = mover ? mover.arrangement : arrangementOf(text);
  const shown = arrangement ? shownText(arrangement) : before;
  const isByLine = moves.length > 0 && !areWritten;
  const changes = isByLine && shown === before ? edits : textEdits(0, shown, after);
  editText(text, isByLine ? editsByLine(shown, after, changes) : changes, arrangement);
}

/** The lines that go often need another blank one beside them: the line below is another one's, who may be typing at its beginning. */
function insertLines(mover: LineMover, after: string): void {
  const shown = shownText(mover.arrangement);
  for (const { from, to, insert } of textEdits(0, shown, after).toReversed()) {
    const isAtStart = from === 0 || shown[from - 1] === '\n';
    const isAtEnd = from === shown.length || shown[from] === '\n';
    if (from < to) continue;
    if (isAtStart && insert.endsWith('\n')) mover.insert(from, insert.slice(0, -1));
    else if (isAtEnd && insert.startsWith('\n'))
      mover.insert(from === shown.length ? 'end' : from + 1, insert.slice(1));
  }
}

/** @returns false where not all of them can be written down */
function moveAll(mover: LineMover, before: string, moves: readonly MovedLines[]): boolean {
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
    if (!mover.move(startOf(from), placeOf(from + count), placeOf(target))) return false;
    const staying = order.filter((line) => line < first || line >= first + count);
    staying.splice(staying.indexOf(behind) + 1, 0, ...going);
    order = staying;
  }
  return true;
}
