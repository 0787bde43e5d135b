/**
 * The order of a text after an edit. Ordering again takes milliseconds in a long page, and most edits change letters of
 * a few lines: then only their segments are read again.
 */
import * as Y from 'yjs';
import type { Arrangement } from '../arrangement/arrangement.ts';
import { findLetter, lengthBefore, splitRun } from '../arrangement/find-letter.ts';
import { type Cuts, cutsIn, type Run, readLive, type Segment } from '../arrangement/segments.ts';

// An edit of more pieces costs as much as ordering again.
const MOST_PIECES = 16;
const MOST_STEPS = 2000;

/**
 * @param before the order before the transaction
 * @param transaction the last change of the document, which has changed no record
 * @returns undefined where the text is to be ordered again
 */
export function arrangementAfter(
  before: Arrangement,
  text: Y.Text,
  transaction: Y.Transaction,
): Arrangement | undefined {
  const { cuts } = before;
  const gone = goneIn(transaction, cuts);
  const added = gone && addedIn(text, transaction, cuts);
  if (!added) return undefined;
  const segments = [...before.segments];
  for (const range of gone) if (!takeAway(segments, range)) return undefined;
  const waiting = new Set(added);
  for (let round = 0; waiting.size > 0 && round < MOST_PIECES; round++)
    for (const item of waiting) {
      const place = placeBehind(segments, cuts, item.left, waiting);
      if (place === 'later') continue;
      if (!place) return undefined;
      if (!insert(segments, place, item)) return undefined;
      waiting.delete(item);
    }
  return waiting.size === 0 ? { ...before, segments } : undefined;
}

/** @returns the order with letters that were just written, and nothing else */
export function arrangementWith(before: Arrangement, item: Y.Item): Arrangement | undefined {
  const { segments: known, cuts } = before;
  const place = placeBehind(known, cuts, item.left, new Set());
  // A stranger may have named letters before they came.
  const isNamed = cutsIn(cuts.get(item.id.client), item.id.clock, item.length).length > 0;
  if (!place || place === 'later' || isNamed) return undefined;
  const segments = [...known];
  return insert(segments, place, item) ? { ...before, segments } : undefined;
}

/** @returns the order without these letters */
export function arrangementWithout(before: Arrangement, gone: Run): Arrangement {
  const segments = [...before.segments];
  takeAway(segments, gone);
  return { ...before, segments };
}

/** @returns the letters that went; undefined where they are many, or some may cut the text from now on */
function goneIn({ deleteSet }: Y.Transaction, cuts: Cuts): Run[] | undefined {
  const gone: Run[] = [];
  for (const [client, ranges] of deleteSet.clients)
    for (const { clock, len } of ranges) {
      if (gone.length === MOST_PIECES || cutsIn(cuts.get(client), clock, len).length > 0) return undefined;
      gone.push({ client, clock, length: len });
    }
  return gone;
}

/** @returns the letters that came, in the order of their ids */
function addedIn(
  text: Y.Text,
  { doc: { store }, beforeState, afterState }: Y.Transaction,
  cuts: Cuts,
): Y.Item[] | undefined {
  const added: Y.Item[] = [];
  for (const [client, end] of afterState) {
    const start = beforeState.get(client) ?? 0;
    const structs = store.clients.get(client);
    if (end <= start || !structs) continue;
    if (cutsIn(cuts.get(client), start, end - start).length > 0) return undefined;
    for (let at = Y.findIndexSS(structs, start); at < structs.length; at++) {
      const item = structs[at];
      // It was joined with one before it.
      if (!item || item.id.clock < start) return undefined;
      if (!(item instanceof Y.Item) || (item.parent as unknown) !== text || readLive(item) === '') continue;
      if (added.push(item) > MOST_PIECES) return undefined;
    }
  }
  return added;
}

/** @returns false where a half of a letter went: Yjs makes another one of the rest */
function takeAway(segments: Segment[], gone: Run): boolean {
  for (const [number, segment] of segments.entries()) {
    if (!segment.runs.some((run) => overlap(run, gone))) continue;
    const runs: Run[] = [];
    let [text, at, kept] = ['', 0, 0];
    for (const run of segment.runs) {
      const from = at;
      at += run.length;
      if (!overlap(run, gone)) {
        runs.push(run);
        continue;
      }
      const first = Math.max(gone.clock - run.clock, 0);
      const behind = Math.min(gone.clock + gone.length - run.clock, run.length);
      if (isInLetter(segment.text, from + first) || isInLetter(segment.text, from + behind)) return false;
      runs.push(...splitRun(run, first)[0], ...splitRun(run, behind)[1]);
      text += segment.text.slice(kept, from + first);
      kept = from + behind;
    }
    text += segment.text.slice(kept);
    segments[number] = { ...segment, runs, text, length: segment.length - segment.text.length + text.length };
  }
  return true;
}

function isInLetter(text: string, at: number): boolean {
  return /[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(at - 1, 0), at + 1));
}

function overlap(one: Run, other: Run): boolean {
  const { client, clock, length } = one;
  return client === other.client && clock < other.clock + other.length && other.clock < clock + length;
}

interface Place {
  readonly number: number;
  /** The run that comes after. */
  readonly run: number;
  /** Letters of that one which stand before. */
  readonly offset: number;
}

/** @returns the place of what stands after this item, or later where that one has no place yet */
function placeBehind(
  segments: readonly Segment[],
  cuts: Cuts,
  item: Y.Item | null,
  waiting: ReadonlySet<Y.Item>,
): Place | 'later' | undefined {
  let left = item;
  for (let steps = 0; left; steps++) {
    if (waiting.has(left)) return 'later';
    if (steps > MOST_STEPS) return undefined;
    const { client, clock } = left.id;
    const cut = cutsIn(cuts.get(client), clock, left.length).at(-1);
    const { lastId } = left;
    const isThere = readLive(left) !== '';
    if (cut !== undefined && (!isThere || cut === lastId.clock)) {
      const number = segments.findIndex(
        ({ after }) => typeof after !== 'string' && after.client === client && after.clock === cut,
      );
      if (number !== -1) return { number, run: 0, offset: 0 };
      // It cuts nothing, since it ends no line; or the text is not what it seems.
      if (!isThere) return undefined;
    }
    if (isThere) {
      const place = findLetter(segments, lastId);
      return place && { ...place, offset: place.offset + 1 };
    }
    left = left.left;
  }
  return { number: 0, run: 0, offset: 0 };
}

/** @returns false within a letter, of which Yjs makes others */
function insert(segments: Segment[], { number, run, offset }: Place, item: Y.Item): boolean {
  const segment = segments[number] as Segment;
  const words = readLive(item);
  const at = lengthBefore(segment.runs, run) + offset;
  if (isInLetter(segment.text, at)) return false;
  const there = segment.runs[run];
  const [before, behind] = there ? splitRun(there, offset) : [[], []];
  const added = { client: item.id.client, clock: item.id.clock, length: words.length };
  const runs = [...segment.runs];
  runs.splice(run, 1, ...joined([...before, added]), ...behind);
  const text = segment.text.slice(0, at) + words + segment.text.slice(at);
  segments[number] = { ...segment, runs, text, length: segment.length + words.length };
  return true;
}

/** Letters that somebody typed one after another are one run. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (last && last.client === run.client && last.clock + last.length === run.clock)
      all[all.length - 1] = { ...last, length: last.length + run.length };
    else all.push(run);
  }
  return all;
}
