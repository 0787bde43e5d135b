/**
 * The order in which a page's text is shown: the letters of the shared text, with the lines that were moved where they went. Every
 * browser applies the same records in the same order, so all show the same text; and as an order only changes places, no letter is
 * lost or shown twice, whatever was moved at the same time. Of two moves of one line the later record counts (`line-order.ts`).
 */
import type * as Y from 'yjs';
import { LineOrder } from './line-order.ts';
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
  const ends = new Map<number, Map<number, number>>();
  for (const [number, { last }] of segments.entries()) {
    if (typeof last === 'string') continue;
    const clocks = ends.get(last.client) ?? new Map<number, number>();
    ends.set(last.client, clocks.set(last.clock, number));
  }
  const endAt = (edge: Edge) => {
    if (typeof edge !== 'string') return ends.get(edge.client)?.get(edge.clock);
    return edge === 'start' ? -1 : segments.length - 1;
  };
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
  const order = new LineOrder(before);
  for (const { ranges, to } of records) {
    const target = endAt(to);
    if (target === undefined) continue;
    const numbers = ranges.flatMap(({ after, through }): [number, number][] => {
      const [from, last] = [endAt(after), endAt(through)];
      // The letters of the range have not come yet, or never will.
      return from === undefined || last === undefined ? [] : [[from + 1, last]];
    });
    order.move(numbers, target);
  }
  return order.toArray();
}
