/**
 * The order in which a page's text is shown: the letters of the shared text, with the lines that were moved where they went. Every
 * browser applies the same records in the same order, so all show the same text; and as an order only changes places, no letter is
 * lost or shown twice, whatever was moved at the same time.
 */
import type * as Y from 'yjs';
import type { Edge, MoveRecord } from './move-records.ts';
import { type Cuts, cutsOf, type ReadItem, readLive, type Segment, segmentsOf } from './segments.ts';

export interface Arrangement {
  /** In the order of the shared text. */
  readonly segments: readonly Segment[];
  /** The numbers of the segments in the order in which they are shown. */
  readonly order: readonly number[];
  /** The letters that the segments are cut at, and those that would cut them if they came or went. */
  readonly cuts: Cuts;
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
  const cuts = cutsOf([...records, ...others]);
  const segments = segmentsOf(text, cuts, read);
  return { segments, order: orderOf(segments, records), cuts };
}

const shownTexts = new WeakMap<Arrangement, string>();

/** The text without the line break that ends it. */
export function shownText(arrangement: Arrangement): string {
  const kept = shownTexts.get(arrangement);
  if (kept !== undefined) return kept;
  const whole = wholeText(arrangement);
  const shown = whole.endsWith('\n') ? whole.slice(0, -1) : whole;
  shownTexts.set(arrangement, shown);
  return shown;
}

export function wholeText({ segments, order }: Arrangement): string {
  return order.map((number) => segments[number]?.text ?? '').join('');
}

/** @returns the last one of which something is shown, or the break that ends the text */
export function lastShown({ segments, order }: Arrangement): number {
  return order.findLast((number) => (segments[number]?.text ?? '') !== '') ?? 0;
}

export function orderOf(segments: readonly Segment[], records: readonly MoveRecord[]): number[] {
  const ends = new Map(segments.map(({ last }, number) => [keyOf(last), number]));
  const endAt = (edge: Edge) => (edge === 'start' ? -1 : ends.get(keyOf(edge)));
  return ordered(
    segments.map((_, number) => number),
    records,
    endAt,
  );
}

/** @param endAt finds the segment that ends with a letter: -1 for the text's beginning, undefined where there is none */
export function ordered(
  before: readonly number[],
  records: readonly MoveRecord[],
  endAt: (edge: Edge) => number | undefined,
): number[] {
  // A page can have a thousand records of as many segments.
  let [order, next] = [Uint32Array.from(before), new Uint32Array(before.length)];
  const moved = new Uint8Array(before.length);
  for (const { ranges, to } of records) {
    moved.fill(0);
    for (const { after, through } of ranges) {
      const [from, last] = [endAt(after), endAt(through)];
      // The letters of the range have not come yet, or never will.
      if (from !== undefined && last !== undefined) moved.fill(1, from + 1, last + 1);
    }
    const target = endAt(to);
    if (target === undefined || moved[target]) continue;
    place(order, next, moved, target);
    [order, next] = [next, order];
  }
  return Array.from(order);
}

/** Writes the order in which those that move come after another one. */
function place(order: Uint32Array, next: Uint32Array, moved: Uint8Array, target: number): void {
  let at = 0;
  const takeMoved = () => {
    for (const number of order) if (moved[number]) next[at++] = number;
  };
  if (target === -1) takeMoved();
  for (const number of order) {
    if (moved[number]) continue;
    next[at++] = number;
    if (number === target) takeMoved();
  }
}

function keyOf(edge: Edge): string {
  return typeof edge === 'string' ? edge : `${edge.client}.${edge.clock}`;
}
