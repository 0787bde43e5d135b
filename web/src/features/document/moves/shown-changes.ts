/** Turns a change of the shared text into edits of the text as it is shown. */
import * as Y from 'yjs';
import { type Arrangement, arrange, shownText, wholeText } from './arrangement/arrangement.ts';
import type { Moved } from './arrangement/moved-text.ts';
import type { ReadItem, Run, Segment } from './arrangement/segments.ts';
import { type TextEdit, textEdits } from './edits/text-changes.ts';

type Side = -1 | 1;

export interface ShownChange {
  /** In order, counted in the text before. */
  readonly edits: readonly TextEdit[];
  /** Whether lines went elsewhere. */
  readonly hasMoved: boolean;
  /**
   * @returns the place of today for this one of before
   * @param side of the letters that came at it: 1 after them, -1 (without it) before them
   */
  placeOf(place: number, side?: Side): number;
}

/** A change that a transaction has just made in a text, while its observers are called. */
export interface MovedBy {
  readonly before: Moved;
  readonly now: Moved;
  readonly transaction: Y.Transaction;
}

/** @param shown the text before */
export function shownChange(text: Y.Text, shown: string, change: MovedBy): ShownChange {
  const { before, now, transaction } = change;
  const edits = editsInPlace(before, now, transaction);
  if (edits && now.arrangement && isRight(edits, shown, shownText(now.arrangement)))
    return { edits, hasMoved: false, placeOf: (place) => place };
  return anyChange(text, shown, change);
}

/** @returns what an edit changed that no line has moved by; undefined for another one */
export function editsInPlace(
  { records, arrangement: old }: Moved,
  { records: newRecords, arrangement: now }: Moved,
  transaction: Y.Transaction,
): TextEdit[] | undefined {
  if (!old || !now || records !== newRecords || old.order !== now.order) return undefined;
  const parts = old.segments.map((segment, number) => {
    const next = now.segments[number];
    return segment === next ? NOTHING : editsOf(segment, next, transaction);
  });
  return inPlace(old, parts);
}

const NOTHING: readonly TextEdit[] = [];

function anyChange(text: Y.Text, shown: string, change: MovedBy): ShownChange {
  const { transaction } = change;
  const [before, after] = [change.before.records, change.now.records];
  const old = arrange(text, before, readBefore(transaction), after);
  const now = arrange(text, after, undefined, before);
  const parts = old.segments.map((segment, number) => editsOf(segment, now.segments[number], transaction));
  const hasMoved = `${old.order}` !== `${now.order}`;
  const edits = hasMoved ? moveEdits(old, now, parts) : inPlace(old, parts);
  const newText = shownText(now);
  return {
    // After the last line, edits are not told apart by letters: its break is none.
    edits: isRight(edits, shown, newText) ? edits : textEdits(0, shown, newText),
    hasMoved,
    placeOf: (place, side = -1) => placeAfter(old, now, parts, { place, side }),
  };
}

function readBefore({ beforeState, deleteSet }: Y.Transaction): ReadItem {
  return (item) => {
    if (!(item.content instanceof Y.ContentString)) return '';
    const isNew = item.id.clock >= (beforeState.get(item.id.client) ?? 0);
    return isNew || (item.deleted && !Y.isDeleted(deleteSet, item.id)) ? '' : item.content.str;
  };
}

/** The edits of a segment's letters, counted in the segment. */
function editsOf(old: Segment, now: Segment | undefined, { beforeState }: Y.Transaction): TextEdit[] {
  const edits: { from: number; to: number; insert: string }[] = [];
  const add = (from: number, to: number, insert: string) => {
    const last = edits.at(-1);
    if (last && last.to === from) {
      last.to = to;
      last.insert += insert;
    } else edits.push({ from, to, insert });
  };
  // The old run that comes next, and how many letters of it are done.
  let [index, done, at, shown] = [0, 0, 0, 0];
  for (const run of now?.runs ?? []) {
    let { clock } = run;
    let length = Math.min(Math.max((beforeState.get(run.client) ?? 0) - clock, 0), run.length);
    const isNew = run.length - length;
    while (length > 0 && index < old.runs.length) {
      const next = old.runs[index] as Run;
      const [first, left] = [next.clock + done, next.length - done];
      const isSame = next.client === run.client && first <= clock && clock < first + left;
      // The letters before it are gone.
      const gone = isSame ? clock - first : left;
      if (gone > 0) add(at, at + gone, '');
      const kept = isSame ? Math.min(length, left - gone) : 0;
      at += gone + kept;
      shown += kept;
      clock += kept;
      length -= kept;
      done += gone + kept;
      if (done < next.length) continue;
      index++;
      done = 0;
    }
    if (isNew > 0) add(at, at, now?.text.slice(shown, shown + isNew) ?? '');
    shown += isNew;
  }
  if (at < old.length) add(at, old.length, '');
  return edits;
}

function inPlace({ segments, order }: Arrangement, parts: readonly (readonly TextEdit[])[]): TextEdit[] {
  let at = 0;
  return order.flatMap((number) => {
    const start = at;
    at += segments[number]?.text.length ?? 0;
    return shifted(parts[number], start);
  });
}

function shifted(edits: readonly TextEdit[] | undefined, by: number): TextEdit[] {
  return (edits ?? []).map(({ from, to, insert }) => ({ from: from + by, to: to + by, insert }));
}

/** Takes away and puts back as few letters as it can. */
function moveEdits(old: Arrangement, now: Arrangement, parts: readonly (readonly TextEdit[])[]): TextEdit[] {
  const staying = stayingOf(old, now);
  const arriving = new Map<number, string>();
  let behind = -1;
  for (const number of now.order) {
    if (staying.has(number)) behind = number;
    else arriving.set(behind, (arriving.get(behind) ?? '') + (now.segments[number]?.text ?? ''));
  }
  const edits: TextEdit[] = [{ from: 0, to: 0, insert: arriving.get(-1) ?? '' }];
  let at = 0;
  for (const number of old.order) {
    const end = at + (old.segments[number]?.text.length ?? 0);
    if (staying.has(number)) {
      edits.push(...shifted(parts[number], at), { from: end, to: end, insert: arriving.get(number) ?? '' });
    } else edits.push({ from: at, to: end, insert: '' });
    at = end;
  }
  const whole = wholeText(old).length;
  return edits.filter(({ from, to, insert }) => (to > from || insert !== '') && from <= whole);
}

// Beyond them the search takes longer than what it could spare.
const MOST_SEGMENTS = 2000;

/** The segments that keep their order, with as much text as can. */
function stayingOf(old: Arrangement, now: Arrangement): Set<number> {
  if (old.order.length > MOST_SEGMENTS) return new Set();
  const places = new Map(now.order.map((number, place) => [number, place]));
  const steps = old.order.map((number) => ({
    number,
    place: places.get(number) ?? 0,
    weight: (old.segments[number]?.text.length ?? 0) + 1,
    before: -1,
  }));
  let best = -1;
  for (const [at, step] of steps.entries()) {
    const { weight } = step;
    for (let from = 0; from < at; from++) {
      const other = steps[from];
      if (!other || other.place >= step.place || other.weight + weight <= step.weight) continue;
      step.weight = other.weight + weight;
      step.before = from;
    }
    if (step.weight > (steps[best]?.weight ?? 0)) best = at;
  }
  const staying = new Set<number>();
  for (let at = best; at >= 0; at = steps[at]?.before ?? -1) staying.add(steps[at]?.number ?? -1);
  return staying;
}

function isRight(edits: readonly TextEdit[], before: string, after: string): boolean {
  let [at, place] = [0, 0];
  const isSame = (old: string) => {
    place += old.length;
    return after.slice(place - old.length, place) === old;
  };
  for (const { from, to, insert } of edits) {
    if (from < at || to > before.length || !isSame(before.slice(at, from)) || !isSame(insert)) return false;
    at = to;
  }
  return isSame(before.slice(at)) && place === after.length;
}

function placeAfter(
  old: Arrangement,
  now: Arrangement,
  parts: readonly (readonly TextEdit[])[],
  { place, side }: { readonly place: number; readonly side: Side },
): number {
  let [start, number] = [0, old.order[0] ?? 0];
  for (const next of old.order) {
    number = next;
    const { text } = old.segments[next] ?? { text: '' };
    const end = start + text.length;
    // The end of a line whose break comes with this change is its own place, and none of the line that is shown next.
    if (place < end || (place === end && text !== '' && !text.endsWith('\n'))) break;
    start = end;
  }
  let offset = place - start;
  for (const { from, to, insert } of parts[number]?.toReversed() ?? []) {
    // Letters that come at a caret come after it, as in a text without moves: who writes there writes on in one piece.
    const isBefore = to < place - start || (to === place - start && (from < to || side === 1));
    if (isBefore) offset += insert.length - (to - from);
    else if (from < place - start) offset = from + insert.length;
  }
  for (const before of now.order) {
    if (before === number) break;
    offset += now.segments[before]?.text.length ?? 0;
  }
  return Math.min(offset, shownText(now).length);
}
