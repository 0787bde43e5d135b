/** Parts of the shared text that no move cuts, and how they are read and cut. */
import * as Y from 'yjs';
import type { Edge, MoveRecord } from './move-records.ts';

/** A part of the shared text that no move cuts. The last one ends with a line break that is no letter. */
export interface Segment {
  /** The letter before it, which may be deleted. */
  readonly after: Edge;
  readonly last: Edge;
  /** As it is shown, with the line break that ends the whole text. */
  readonly text: string;
  /** How many letters of the shared text it has; deleted ones do not count. */
  readonly length: number;
  /** Its letters, run by run. */
  readonly runs: readonly Run[];
}

export interface Run extends Y.ID {
  readonly length: number;
}

/** The letters that records name, in order by the client that wrote them. */
export type Cuts = ReadonlyMap<number, readonly number[]>;

/** Which letters of an item count: all that are not deleted, unless somebody asks otherwise. */
export type ReadItem = (item: Y.Item) => string;

export const readLive: ReadItem = (item) =>
  !item.deleted && item.content instanceof Y.ContentString ? item.content.str : '';

export function segmentsOf(text: Y.Text, cuts: Cuts, read: ReadItem): Segment[] {
  const segments: Segment[] = [];
  let segment = new Growing('start');
  for (let item = text._start; item; item = item.right) {
    const { client, clock } = item.id;
    const words = read(item);
    const clocks = cuts.get(client);
    if (words === '' && !clocks) continue;
    let from = 0;
    for (const cut of cutsIn(clocks, clock, item.length)) {
      const to = cut + 1 - clock;
      if (isInsideLine(words, to)) continue;
      segment.add(item.id, words, from, to);
      const last = Y.createID(client, cut);
      segments.push(segment.end(last));
      segment = new Growing(last);
      from = to;
    }
    segment.add(item.id, words, from, words.length);
  }
  return [...segments, segment.end('end', '\n')];
}

/**
 * Whether the letter that ends there ends no line. Nobody's editor names such a one: what is typed after it would be
 * shown elsewhere. Of letters that are gone nobody knows what they were, and nothing is typed after them.
 */
export function isInsideLine(words: string, end: number): boolean {
  return end <= words.length && words[end - 1] !== '\n';
}

class Growing {
  readonly #after: Edge;
  readonly #runs: Run[] = [];
  #text = '';

  constructor(after: Edge) {
    this.#after = after;
  }

  add({ client, clock }: Y.ID, words: string, from: number, to: number): void {
    const added = from === 0 && to >= words.length ? words : words.slice(from, to);
    if (added === '') return;
    this.#text += added;
    this.#runs.push({ client, clock: clock + from, length: added.length });
  }

  /** @param shown after its letters */
  end(last: Edge, shown = ''): Segment {
    const { length } = this.#text;
    return { after: this.#after, last, text: this.#text + shown, length, runs: this.#runs };
  }
}

export function cutsOf(records: readonly MoveRecord[]): Cuts {
  const cuts = new Map<number, Set<number>>();
  for (const record of records)
    for (const edge of edgesOf(record)) {
      if (typeof edge === 'string') continue;
      const clocks = cuts.get(edge.client) ?? new Set();
      cuts.set(edge.client, clocks.add(edge.clock));
    }
  return new Map([...cuts].map(([client, clocks]) => [client, [...clocks].sort((a, b) => a - b)]));
}

export function edgesOf({ ranges, to }: MoveRecord): readonly Edge[] {
  return [to, ...ranges.flatMap(({ after, through }) => [after, through])];
}

const NONE: readonly number[] = [];

/** @returns those among so many letters from this one on */
export function cutsIn(
  clocks: readonly number[] | undefined,
  clock: number,
  length: number,
): readonly number[] {
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

/** @returns the letter at this place of the segment; undefined for its end */
export function letterAt({ runs }: Segment, offset: number): Y.ID | undefined {
  let left = offset;
  for (const { client, clock, length } of runs) {
    if (left < length) return Y.createID(client, clock + left);
    left -= length;
  }
  return undefined;
}

export function isSameEdge(one: Edge, other: Edge): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.client === other.client && one.clock === other.clock;
}
