/**
 * The order in which a page's text is shown: the letters of the shared text, with the lines that were moved where they went. Every
 * browser applies the same records in the same order, so all show the same text; and as an order only changes places, no letter is
 * lost or shown twice, whatever was moved at the same time.
 */
import * as Y from 'yjs';
import { type Edge, MOVES_FIELD, type MoveRecord, readRecords } from './move-records.ts';

/** A part of the shared text that no move cuts. The last one ends with a line break that is no letter. */
export interface Segment {
  /** The letter before it, which may be deleted. */
  readonly after: Edge;
  readonly last: Edge;
  /** As it is shown, with the line break that ends the whole text. */
  text: string;
  /** How many letters of the shared text it has; deleted ones do not count. */
  length: number;
  /** Its letters, run by run. */
  readonly runs: Run[];
}

interface Run extends Y.ID {
  readonly length: number;
}

export interface Arrangement {
  /** In the order of the shared text. */
  readonly segments: readonly Segment[];
  /** The numbers of the segments in the order in which they are shown. */
  readonly order: readonly number[];
}

/** Which letters of an item count: all that are not deleted, unless somebody asks otherwise. */
export type ReadItem = (item: Y.Item) => string;

const readLive: ReadItem = (item) =>
  !item.deleted && item.content instanceof Y.ContentString ? item.content.str : '';

/** The records of moves in the text's document. */
export function recordsOf(text: Y.Text, read: ReadItem = readLive): MoveRecord[] {
  const moves = movesOf(text);
  if (!moves?._start) return [];
  let written = '';
  for (let item: Y.Item | null = moves._start; item; item = item.right) written += read(item);
  return readRecords(written);
}

/** @returns the text that holds the records of this one's moves; undefined for a text that has none, as a title */
export function movesOf(text: Y.Text): Y.Text | undefined {
  const { doc } = text;
  const content: unknown = doc?.share.get('content');
  return content === text ? doc?.getText(MOVES_FIELD) : undefined;
}

/** @returns the text as it is shown */
export function textOf(text: Y.Text): string {
  const arrangement = arrangementOf(text);
  return arrangement ? shownText(arrangement) : text.toString();
}

const known = new WeakMap<Y.Text, Arrangement>();

/** @returns undefined for a text in which nothing was moved, which stands as it is */
export function arrangementOf(text: Y.Text): Arrangement | undefined {
  const { doc } = text;
  const isSteady = doc && (doc._transaction === null || doc._transaction.changed.size === 0);
  // While observers are called, another change may have come already. A document that was given up calls none.
  const mayKeep = isSteady && !doc.isDestroyed && doc._transactionCleanups.length <= 1;
  const kept = mayKeep ? known.get(text) : undefined;
  if (kept) return kept;
  const records = recordsOf(text);
  if (records.length === 0) return undefined;
  const arrangement = arrange(text, records);
  if (!mayKeep) return arrangement;
  known.set(text, arrangement);
  const forget = ({ changed }: Y.Transaction) => {
    if (changed.size === 0) return;
    known.delete(text);
    doc.off('beforeObserverCalls', forget);
  };
  doc.on('beforeObserverCalls', forget);
  return arrangement;
}

/**
 * @param records which order the segments
 * @param others whose letters are to be cut at as well
 */
export function arrange(
  text: Y.Text,
  records: readonly MoveRecord[],
  read: ReadItem = readLive,
  others: readonly MoveRecord[] = [],
): Arrangement {
  const segments = segmentsOf(text, [...records, ...others], read);
  return { segments, order: orderOf(segments, records) };
}

/** The text without the line break that ends it. */
export function shownText(arrangement: Arrangement): string {
  const whole = wholeText(arrangement);
  return whole.endsWith('\n') ? whole.slice(0, -1) : whole;
}

export function wholeText({ segments, order }: Arrangement): string {
  return order.map((number) => segments[number]?.text ?? '').join('');
}

function segmentsOf(text: Y.Text, records: readonly MoveRecord[], read: ReadItem): Segment[] {
  const cuts = cutsOf(records);
  const segments: Segment[] = [];
  let segment = segmentAfter('start');
  for (let item = text._start; item; item = item.right) {
    const { client, clock } = item.id;
    const words = read(item);
    if (words === '' && !cuts.has(client)) continue;
    let from = 0;
    for (const cut of cutsIn(cuts.get(client), clock, item.length)) {
      add(segment, item.id, words, from, cut + 1 - clock);
      const last = Y.createID(client, cut);
      segments.push({ ...segment, last });
      segment = segmentAfter(last);
      from = cut + 1 - clock;
    }
    add(segment, item.id, words, from, words.length);
  }
  segment.text += '\n';
  segments.push(segment);
  return segments;
}

function segmentAfter(after: Edge): Segment {
  return { after, last: 'end', text: '', length: 0, runs: [] };
}

function add(segment: Segment, { client, clock }: Y.ID, words: string, from: number, to: number): void {
  const added = from === 0 && to >= words.length ? words : words.slice(from, to);
  if (added === '') return;
  segment.text += added;
  segment.length += added.length;
  segment.runs.push({ client, clock: clock + from, length: added.length });
}

/** @returns the letter at this place of the segment; undefined for its end */
export function letterAt({ runs }: Segment, offset: number): Y.ID | undefined {
  let left = offset;
  for (const { client, clock, length } of runs) {
    if (left < length) return Y.createID(client, clock + left);
    left -= length;
  }
  return undefined;
}

/** @returns the last one of which something is shown, or the break that ends the text */
export function lastShown({ segments, order }: Arrangement): number {
  return order.findLast((number) => (segments[number]?.text ?? '') !== '') ?? 0;
}

function cutsOf(records: readonly MoveRecord[]): Map<number, number[]> {
  const cuts = new Map<number, Set<number>>();
  for (const { ranges, to } of records)
    for (const edge of [to, ...ranges.flatMap(({ after, through }) => [after, through])]) {
      if (typeof edge === 'string') continue;
      const clocks = cuts.get(edge.client) ?? new Set();
      cuts.set(edge.client, clocks.add(edge.clock));
    }
  return new Map([...cuts].map(([client, clocks]) => [client, [...clocks].sort((a, b) => a - b)]));
}

const NONE: readonly number[] = [];

function cutsIn(clocks: readonly number[] | undefined, clock: number, length: number): readonly number[] {
  if (!clocks) return NONE;
  let [low, high] = [0, clocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((clocks[middle] ?? 0) < clock) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while ((clocks[end] ?? Number.POSITIVE_INFINITY) < clock + length) end++;
  return end === low ? NONE : clocks.slice(low, end);
}

function orderOf(segments: readonly Segment[], records: readonly MoveRecord[]): number[] {
  const ends = new Map(segments.map(({ last }, number) => [keyOf(last), number]));
  ends.set('start', -1);
  let order = segments.map((_, number) => number);
  for (const { ranges, to } of records) {
    const moved = new Uint8Array(segments.length);
    for (const { after, through } of ranges) {
      const [from, last] = [ends.get(keyOf(after)), ends.get(keyOf(through))];
      // The letters of the range have not come yet, or never will.
      if (from !== undefined && last !== undefined) moved.fill(1, from + 1, last + 1);
    }
    const target = ends.get(keyOf(to));
    if (target === undefined || moved[target]) continue;
    const staying = order.filter((number) => !moved[number]);
    const place = target === -1 ? 0 : staying.indexOf(target) + 1;
    order = staying.slice(0, place).concat(
      order.filter((number) => moved[number]),
      staying.slice(place),
    );
  }
  return order;
}

function keyOf(edge: Edge): string {
  return typeof edge === 'string' ? edge : `${edge.client}.${edge.clock}`;
}
