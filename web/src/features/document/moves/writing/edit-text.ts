/**
 * Edits of a page's text, counted in the text as it is shown. Without moved lines they are the shared text's own. With
 * them each letter is written beside the neighbour that it is shown beside: at the beginning of a line before the
 * line's first letter, elsewhere after the letter on its left.
 */
import type * as Y from 'yjs';
import { type Arrangement, lastShown, shownText } from '../arrangement/arrangement.ts';
import { writeRecord } from '../arrangement/move-records.ts';
import { arrangementOf, recordTextOf } from '../arrangement/moved-text.ts';
import { endOf, type Piece, piecesOf } from '../arrangement/pieces.ts';
import { letterAt } from '../arrangement/segments.ts';
import type { TextEdit } from '../edits/text-changes.ts';
import { addRecord } from './add-record.ts';
import { insertBehind, insertInLine, lettersBefore } from './insert-behind.ts';

/**
 * @param edits in order, none of which overlaps another one
 * @param arrangement if the caller knows it
 */
export function editText(
  text: Y.Text,
  edits: readonly TextEdit[],
  arrangement: Arrangement | undefined = arrangementOf(text),
): void {
  const shown = arrangement && new ShownText(text, arrangement);
  const written = besideBreaks(edits, () => (arrangement ? shownText(arrangement) : text.toString()));
  const letters = shown
    ? []
    : lettersBefore(
        text,
        written.map(({ from }) => from),
      );
  // From the end backwards: earlier positions stay valid.
  for (const [index, { from, to, insert }] of [...written.entries()].reverse()) {
    if (to > from) shown ? shown.delete(from, to) : text.delete(from, to - from);
    if (insert.length === 0) continue;
    if (shown) shown.insert(from, insert);
    else insertInLine(text, from, letters[index] ?? 'start', insert);
  }
  if (shown?.hasJoined) putBreakAtEnd(text);
}

/**
 * New lines come after a line's break, rather than after its last letter: somebody else may be typing there, and the
 * lines would come into the middle of the word. Lines go with the break after them, so that the line above keeps its
 * own.
 */
function besideBreaks(edits: readonly TextEdit[], read: () => string): readonly TextEdit[] {
  const isOfLines = ({ from, to, insert }: TextEdit) =>
    from === to ? insert.startsWith('\n') : insert === '';
  if (!edits.some(isOfLines)) return edits;
  const before = read();
  return edits.map((edit, index) => {
    const { from, to, insert } = edit;
    const isFree = (edits[index + 1]?.from ?? before.length) > to;
    const isAtEnd = from > 0 && before[from - 1] !== '\n' && before[from] === '\n' && before[to] === '\n';
    if (!isOfLines(edit) || !isFree || !isAtEnd) return edit;
    return { from: from + 1, to: to + 1, insert: insert && `${insert.slice(1)}\n` };
  });
}

class ShownText {
  readonly #text: Y.Text;
  readonly #arrangement: Arrangement;
  readonly #pieces: readonly Piece[];
  /** How many letters each segment has by now. */
  readonly #lengths: number[];
  /** Whether the break that is no letter was to be deleted. */
  hasJoined = false;

  constructor(text: Y.Text, arrangement: Arrangement) {
    this.#text = text;
    this.#arrangement = arrangement;
    this.#pieces = piecesOf(arrangement);
    this.#lengths = arrangement.segments.map(({ length }) => length);
  }

  delete(from: number, to: number): void {
    for (const { number, at, length, hasBreak } of this.#pieces) {
      const [start, end] = [Math.max(from, at), Math.min(to, at + length)];
      if (hasBreak && from <= at + length && to > at + length) this.hasJoined = true;
      if (start >= end) continue;
      this.#text.delete(this.#startOf(number) + start - at, end - start);
      this.#lengths[number] = (this.#lengths[number] ?? 0) - (end - start);
    }
  }

  insert(at: number, words: string): void {
    const piece = this.#pieces.find((one) => at < endOf(one) || (at === endOf(one) && this.#holdsEnd(one)));
    const segment = piece && this.#arrangement.segments[piece.number];
    if (!segment) return;
    const { number } = piece;
    const offset = Math.min(at - piece.at, piece.length);
    const length = this.#lengths[number] ?? 0;
    const left = offset > 0 ? letterAt(segment, offset - 1) : segment.after;
    // After the last letter there may be deleted ones, and then those of a line that is shown elsewhere.
    if (offset === length && left) insertBehind(this.#text, left, words);
    else insertInLine(this.#text, this.#startOf(number) + offset, offset > 0 && left ? left : 'start', words);
    this.#lengths[number] = length + words.length;
  }

  /** Whether letters at the end of the piece belong to it, and not to the line that is shown next. */
  #holdsEnd({ number, length, hasBreak, isEnd }: Piece): boolean {
    if (hasBreak || length === 0) return isEnd;
    return isEnd || this.#arrangement.segments[number]?.text[length - 1] !== '\n';
  }

  #startOf(number: number): number {
    let start = 0;
    for (let before = 0; before < number; before++) start += this.#lengths[before] ?? 0;
    return start;
  }
}

/** The break that is no letter ends the text again: the line that it ended goes on with the next one. */
function putBreakAtEnd(text: Y.Text): void {
  const arrangement = arrangementOf(text);
  if (!arrangement) return;
  const { segments, order } = arrangement;
  const shown = segments[lastShown(arrangement)];
  const to = segments[order.at(-1) ?? 0]?.last;
  const moves = recordTextOf(text);
  if (!shown || !to || to === 'end' || !moves) return;
  if (shown.text.endsWith('\n')) {
    const before = segments.slice(0, segments.indexOf(shown)).reduce((sum, { length }) => sum + length, 0);
    text.delete(before + shown.length - 1, 1);
  }
  // Letters after which the break stands alone.
  const end = insertBehind(text, 'end', '\n');
  if (!end) return;
  text.delete(text.length - 1, 1);
  const record = writeRecord({ ranges: [{ after: end, through: 'end' }], to });
  if (record) addRecord(moves, record);
}
