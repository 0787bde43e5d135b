/** Turns a change of the shared text into edits of the text as it is shown. */
import * as Y from 'yjs';
import { type TextEdit, textEdits } from '../text-changes.ts';
import {
  type Arrangement,
  arrange,
  type ReadItem,
  recordsOf,
  type Segment,
  shownText,
  wholeText,
} from './arrangement.ts';
import type { MoveRecord } from './move-records.ts';

export interface ShownChange {
  /** In order, counted in the text before. */
  readonly edits: readonly TextEdit[];
  /** Whether lines went elsewhere. */
  readonly hasMoved: boolean;
  /** @returns where the letter at this place is now */
  placeOf(place: number): number;
}

/**
 * @param shown the text before
 * @param before the records by then
 * @param transaction that has just changed the text, while its observers are called
 */
export function shownChange(
  text: Y.Text,
  shown: string,
  before: readonly MoveRecord[],
  transaction: Y.Transaction,
): ShownChange {
  const after = recordsOf(text);
  const old = arrange(text, before, readBefore(transaction), after);
  const now = arrange(text, after, undefined, before);
  const parts = old.segments.map((segment, number) => editsOf(segment, now.segments[number], transaction));
  const hasMoved = `${old.order}` !== `${now.order}`;
  const edits = hasMoved ? moveEdits(old, now, parts) : inPlace(old, parts);
  const newText = shownText(now);
  return {
    // Behind the last line, edits are not told apart by letters: its break is none.
    edits: isRight(edits, shown, newText) ? edits : textEdits(0, shown, newText),
    hasMoved,
    placeOf: (place) => placeAfter(old, now, parts, place),
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
  const left = old.runs.map((run) => ({ ...run }));
  let [at, shown] = [0, 0];
  for (const run of now?.runs ?? []) {
    let { clock, length } = run;
    if (clock >= (beforeState.get(run.client) ?? 0)) {
      add(at, at, now?.text.slice(shown, shown + length) ?? '');
      shown += length;
      continue;
    }
    while (length > 0 && left[0]) {
      const [next] = left;
      const isSame = next.client === run.client && next.clock <= clock && clock < next.clock + next.length;
      // The letters before it are gone.
      const gone = isSame ? clock - next.clock : next.length;
      if (gone > 0) add(at, at + gone, '');
      const kept = isSame ? Math.min(length, next.length - gone) : 0;
      at += gone + kept;
      shown += kept;
      clock += kept;
      length -= kept;
      if (gone + kept === next.length) left.shift();
      else left[0] = { ...next, clock: next.clock + gone + kept, length: next.length - gone - kept };
    }
  }
  const rest = left.reduce((sum, { length }) => sum + length, 0);
  if (rest > 0) add(at, at + rest, '');
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
  let text = '';
  let at = 0;
  for (const { from, to, insert } of edits) {
    if (from < at || to > before.length) return false;
    text += before.slice(at, from) + insert;
    at = to;
  }
  return text + before.slice(at) === after;
}

function placeAfter(
  old: Arrangement,
  now: Arrangement,
  parts: readonly (readonly TextEdit[])[],
  place: number,
): number {
  let [start, number] = [0, old.order[0] ?? 0];
  for (const next of old.order) {
    number = next;
    const { length } = old.segments[next]?.text ?? '';
    if (place < start + length) break;
    start += length;
  }
  let offset = place - start;
  for (const { from, to, insert } of parts[number]?.toReversed() ?? []) {
    if (to <= place - start) offset += insert.length - (to - from);
    else if (from < place - start) offset = from + insert.length;
  }
  for (const before of now.order) {
    if (before === number) break;
    offset += now.segments[before]?.text.length ?? 0;
  }
  return Math.min(offset, shownText(now).length);
}
