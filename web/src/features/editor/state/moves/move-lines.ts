/** Shows lines of a text elsewhere, without taking a letter away. */
import * as Y from 'yjs';
import { type Arrangement, arrange, lastShown, letterAt, movesOf, recordsOf, textOf } from './arrangement.ts';
import { editText } from './edit-text.ts';
import { insertBehind } from './insert-behind.ts';
import {
  type Edge,
  type LineRange,
  MOST_RANGES,
  MOST_RANGES_OF_ONE,
  type MoveRecord,
  writeRecord,
} from './move-records.ts';
import { endOf, type Piece, piecesOf } from './pieces.ts';

/** The beginning of a line, or what is behind the last one. */
export type LinePlace = number | 'end';

/**
 * Shows lines elsewhere.
 * @param to the line behind the last one
 * @param target the line that they come before; outside of them
 * @returns false where it cannot be written down
 */
export function moveLines(text: Y.Text, from: number, to: LinePlace, target: LinePlace): boolean {
  const moves = movesOf(text);
  if (!moves) return false;
  const records = recordsOf(text);
  if (!hasRoom(records)) return false;
  endWithBreak(text, records);
  const arrangement = arrange(text, records);
  const pieces = piecesOf(arrangement);
  const edge = edgeBefore(arrangement, pieces, target);
  const record = edge && writeRecord({ ranges: rangesOf(arrangement, pieces, from, to), to: edge });
  if (!record) return false;
  addRecord(moves, record);
  return true;
}

/** Lines that have moved twice in turn have moved once. */
function addRecord(moves: Y.Text, record: string): void {
  const written = moves.toString();
  const start = written.lastIndexOf('\n', written.length - 2) + 1;
  const isSame = written.slice(start).split('>')[0] === record.split('>')[0];
  if (isSame) moves.delete(start, written.length - start);
  // Somebody may have left a line without an end.
  const isEnded = isSame || written === '' || written.endsWith('\n');
  moves.insert(moves.length, isEnded ? record : `\n${record}`);
}

/** Lines that go behind the last one need a break before them, and the last one needs one when it goes. */
function endWithBreak(text: Y.Text, records: readonly MoveRecord[]): void {
  const arrangement = arrange(text, records);
  const shown = arrangement.segments[lastShown(arrangement)];
  const last = shown && letterAt(shown, shown.length - 1);
  if (last && !shown.text.endsWith('\n')) insertBehind(text, last, '\n');
}

function rangesOf(
  { segments }: Arrangement,
  pieces: readonly Piece[],
  from: number,
  to: LinePlace,
): LineRange[] {
  const isToEnd = to === 'end';
  return pieces.flatMap((piece): LineRange[] => {
    const segment = segments[piece.number];
    const end = endOf(piece);
    const [start, stop] = [Math.max(from, piece.at), isToEnd ? end : Math.min(to, end)];
    const isWhole = stop === end && (isToEnd || !piece.isEnd);
    // A piece of which nothing is shown goes along from between the lines.
    const isInside = piece.at === end && from < piece.at && (isToEnd || piece.at < to);
    const isEndAlone = piece.isEnd && isToEnd;
    if (!segment || start > stop || (start === stop && !isInside && !isEndAlone)) return [];
    const after = start === piece.at ? segment.after : letterAt(segment, start - piece.at - 1);
    const through = isWhole ? segment.last : letterAt(segment, stop - piece.at - 1);
    return after && through ? [{ after, through }] : [];
  });
}

function edgeBefore(
  { segments }: Arrangement,
  pieces: readonly Piece[],
  target: LinePlace,
): Edge | undefined {
  if (target === 0) return 'start';
  const isEnd = target === 'end';
  const piece = pieces.find((one) => (isEnd ? one.isEnd : one.at < target && target <= endOf(one)));
  const segment = piece && segments[piece.number];
  if (!segment) return undefined;
  if (isEnd || (target === endOf(piece) && !piece.isEnd)) return segment.last;
  return letterAt(segment, target - piece.at - 1);
}

/** Adds lines below the last one, as letters that no word at its end can be torn by. */
export function appendLines(text: Y.Text, lines: string): void {
  const moves = movesOf(text);
  const records = recordsOf(text);
  if (!moves || !hasRoom(records)) {
    const { length } = textOf(text);
    editText(text, [{ from: length, to: length, insert: `\n${lines}` }]);
    return;
  }
  endWithBreak(text, records);
  const arrangement = arrange(text, records);
  const to = arrangement.segments[lastShown(arrangement)]?.last;
  // A break of their own stands between them and the letters of the last line, and is shown nowhere.
  const start = insertBehind(text, 'end', `\n${lines}\n`);
  if (!start || !to) return;
  text.delete(text.length - lines.length - 2, 1);
  const through = Y.createID(start.client, start.clock + lines.length + 1);
  const record = writeRecord({ ranges: [{ after: start, through }], to });
  if (record) addRecord(moves, record);
}

/** Whether one more of any size would be read. */
function hasRoom(records: readonly MoveRecord[]): boolean {
  const ranges = records.reduce((sum, record) => sum + record.ranges.length, 0);
  return ranges + MOST_RANGES_OF_ONE <= MOST_RANGES;
}
