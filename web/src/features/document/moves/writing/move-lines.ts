/** Shows lines of a text elsewhere, without taking a letter away. */
import * as Y from 'yjs';
import { type Arrangement, arrange, lastShown, orderOf } from '../arrangement/arrangement.ts';
import {
  type Edge,
  type LineRange,
  MOST_RANGES,
  MOST_RANGES_OF_ONE,
  MOST_WRITTEN,
  MOST_WRITTEN_OF_ONE,
  type MoveRecord,
  writeRecord,
} from '../arrangement/move-records.ts';
import { arrangementOf, movedOf, readShownText, recordTextOf } from '../arrangement/moved-text.ts';
import { endOf, type Piece, piecesOf } from '../arrangement/pieces.ts';
import { cutBehind, orderWith } from '../arrangement/refine-order.ts';
import { edgesOf, isSameEdge, letterAt } from '../arrangement/segments.ts';
import { addRecord } from './add-record.ts';
import { editText } from './edit-text.ts';
import { arrangementWith, arrangementWithout } from './follow-edit.ts';
import { insertBehindWords } from './insert-behind.ts';
import { idBehindWords } from './typing-ids.ts';

// Lines that were joined and moved for a day have hundreds of places between them where nothing is left.
const MOST_WITH_GONE = 20;

/** The beginning of a line, or what is after the last one. */
export type LinePlace = number | 'end';

/** Moves lines of a text one after another, and orders it once. Nobody else may change the text meanwhile. */
export class LineMover {
  readonly #text: Y.Text;
  readonly #moves: Y.Text;
  #records: readonly MoveRecord[];
  #arrangement: Arrangement;

  private constructor(text: Y.Text, moves: Y.Text) {
    const { records, arrangement } = movedOf(text);
    this.#text = text;
    this.#moves = moves;
    this.#records = records;
    this.#arrangement = arrangement ?? arrange(text, records);
  }

  /** @returns undefined for a text in which no more can be written down */
  static of(text: Y.Text): LineMover | undefined {
    const moves = recordTextOf(text);
    if (!moves) return undefined;
    const mover = new LineMover(text, moves);
    return mover.#hasRoom() ? mover : undefined;
  }

  get arrangement(): Arrangement {
    return this.#arrangement;
  }

  /**
   * Shows lines elsewhere.
   * @param to the line after the last one
   * @param target the line that they come before; outside of them
   * @returns false where it cannot be written down
   */
  move(from: number, to: LinePlace, target: LinePlace): boolean {
    if (!this.#hasRoom()) return false;
    this.#endWithBreak();
    const pieces = piecesOf(this.#arrangement);
    const edge = edgeBefore(this.#arrangement, pieces, target);
    if (edge === undefined) return false;
    const all = rangesOf(this.#arrangement, pieces, from, to);
    const areFew = all.length <= MOST_WITH_GONE;
    const ranges = areFew ? all : rangesOf(this.#arrangement, pieces.filter(isShown), from, to);
    return this.#write({ ranges, to: edge });
  }

  /**
   * Writes new lines, as letters that no word beside them can be torn by: they stand after all others in the shared
   * text.
   * @param target the line that they come before
   * @returns false where it cannot be written down
   */
  insert(target: LinePlace, lines: string): boolean {
    if (!this.#hasRoom()) return false;
    if (target === 'end') this.#endWithBreak();
    const { segments } = this.#arrangement;
    const to =
      target === 'end'
        ? segments[lastShown(this.#arrangement)]?.last
        : edgeBefore(this.#arrangement, piecesOf(this.#arrangement), target);
    // A break of their own stands between them and the letters of the last line, and is shown nowhere.
    const start = to && insertBehindWords(this.#text, 'end', `\n${lines}\n`);
    if (!start) return false;
    this.#arrangement = cutBehind(this.#with(start), start);
    this.#text.delete(this.#text.length - lines.length - 2, 1);
    this.#arrangement = arrangementWithout(this.#arrangement, { ...start, length: 1 });
    const through = Y.createID(start.client, start.clock + lines.length + 1);
    return this.#write({ ranges: [{ after: start, through }], to });
  }

  /** Whether one more of any size would be read. */
  #hasRoom(): boolean {
    const ranges = this.#records.reduce((sum, record) => sum + record.ranges.length, 0);
    const written = this.#moves.length + MOST_WRITTEN_OF_ONE;
    return ranges + MOST_RANGES_OF_ONE <= MOST_RANGES && written <= MOST_WRITTEN;
  }

  /** Lines that go after the last one need a break before them, and the last one needs one when it goes. */
  #endWithBreak(): void {
    const shown = this.#arrangement.segments[lastShown(this.#arrangement)];
    const last = shown && letterAt(shown, shown.length - 1);
    if (!last || shown.text.endsWith('\n')) return;
    const id = insertBehindWords(this.#text, last, '\n');
    if (id) this.#arrangement = this.#with(id);
  }

  /** @returns the order with letters that were just written */
  #with(id: Y.ID): Arrangement {
    const item = this.#text.doc && (Y.getItem(this.#text.doc.store, id) as Y.Item);
    return (item && arrangementWith(this.#arrangement, item)) ?? arrange(this.#text, this.#records);
  }

  #write(record: MoveRecord): boolean {
    const written = writeRecord(record);
    if (!written) return false;
    const former = formerOf(this.#moves, this.#records, written);
    if (former) this.#moves.delete(this.#moves.length - former.length, former.length);
    addRecord(this.#moves, written);
    this.#records = [...(former ? this.#records.slice(0, -1) : this.#records), record];
    const cut = edgesOf(record).reduce(cutBehind, this.#arrangement);
    const order = former ? orderOf(cut.segments, this.#records) : orderWith(cut, record);
    this.#arrangement = { ...cut, order };
    return true;
  }
}

/** @returns the record that the same lines were moved by just before: lines that have moved twice in turn have moved once */
function formerOf(moves: Y.Text, records: readonly MoveRecord[], record: string): string | undefined {
  const last = records.at(-1);
  const former = last && writeRecord(last);
  // Somebody may have written there what is no record.
  const isLast = former !== undefined && `\n${moves}`.endsWith(`\n${former}`);
  return isLast && former.split('>')[0] === record.split('>')[0] ? former : undefined;
}

function isShown(piece: Piece): boolean {
  return piece.isEnd || endOf(piece) > piece.at;
}

/** @returns as few as can be: the parts of one that was moved around much stand beside each other in the shared text, if not here */
function rangesOf(
  { segments }: Arrangement,
  pieces: readonly Piece[],
  from: number,
  to: LinePlace,
): LineRange[] {
  const isToEnd = to === 'end';
  const inTextOrder = pieces.toSorted((one, other) => one.number - other.number);
  const ranges: LineRange[] = [];
  for (const piece of inTextOrder) {
    const segment = segments[piece.number];
    const end = endOf(piece);
    const [start, stop] = [Math.max(from, piece.at), isToEnd ? end : Math.min(to, end)];
    const isWhole = stop === end && (isToEnd || !piece.isEnd);
    // A piece of which nothing is shown goes along from between the lines.
    const isInside = piece.at === end && from < piece.at && (isToEnd || piece.at < to);
    const isEndAlone = piece.isEnd && isToEnd;
    if (!segment || start > stop || (start === stop && !isInside && !isEndAlone)) continue;
    const after = start === piece.at ? segment.after : letterAt(segment, start - piece.at - 1);
    const through = isWhole ? segment.last : letterAt(segment, stop - piece.at - 1);
    if (!after || !through) continue;
    const before = ranges.at(-1);
    if (before && isSameEdge(before.through, after))
      ranges[ranges.length - 1] = { after: before.after, through };
    else ranges.push({ after, through });
  }
  return ranges;
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

/**
 * Whether the text ends with a letter that was not typed here since the page was opened: the rest of its word may be on its
 * way, or come back with somebody who is away.
 */
export function mayGoOn(text: Y.Text): boolean {
  const arrangement = arrangementOf(text) ?? arrange(text, []);
  const piece = piecesOf(arrangement).findLast(({ length }) => length > 0);
  const segment = piece && arrangement.segments[piece.number];
  if (!segment || segment.text[piece.length - 1] === '\n') return false;
  const author = letterAt(segment, piece.length - 1)?.client;
  const own = text.doc?.clientID ?? 0;
  return author !== own && author !== idBehindWords(own);
}

/** Adds lines below the last one. */
export function appendLines(text: Y.Text, lines: string): void {
  if (LineMover.of(text)?.insert('end', lines)) return;
  const { length } = readShownText(text);
  editText(text, [{ from: length, to: length, insert: `\n${lines}` }]);
}
