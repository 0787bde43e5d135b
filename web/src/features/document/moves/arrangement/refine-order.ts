/** One more record in an order that is known. This comes with the commands that move. */
import * as Y from 'yjs';
import { type Arrangement, ordered } from './arrangement.ts';
import { findLetter, type LetterPlace, lengthBefore, splitRun } from './find-letter.ts';
import type { Edge, MoveRecord } from './move-records.ts';
import { isSameEdge, type Run, type Segment } from './segments.ts';

/** @returns the order with one more record */
export function orderWith({ segments, order }: Arrangement, record: MoveRecord): number[] {
  const endAt = (edge: Edge) => {
    const number = segments.findIndex(({ last }) => isSameEdge(last, edge));
    return edge === 'start' || number !== -1 ? number : undefined;
  };
  return ordered(order, [record], endAt);
}

/** @returns the same order, with a segment that ends there */
export function cutBehind(arrangement: Arrangement, edge: Edge): Arrangement {
  const { segments, order, cuts } = arrangement;
  if (typeof edge === 'string' || segments.some(({ last }) => isSameEdge(last, edge))) return arrangement;
  const place = findLetter(segments, edge);
  const parts = place && splitBehind(segments[place.number] as Segment, place);
  if (!parts?.[0].text.endsWith('\n')) return arrangement;
  const { number } = place as LetterPlace;
  const clocks = [...(cuts.get(edge.client) ?? []), edge.clock].sort((a, b) => a - b);
  return {
    segments: [...segments.slice(0, number), ...parts, ...segments.slice(number + 1)],
    order: order.flatMap((one) => (one === number ? [one, one + 1] : [one > number ? one + 1 : one])),
    cuts: new Map(cuts).set(edge.client, clocks),
  };
}

/** Two parts of a segment: through this letter, and after it. */
function splitBehind(segment: Segment, { run, offset }: LetterPlace): readonly [Segment, Segment] {
  const { runs, text, length } = segment;
  const cut = runs[run] as Run;
  const [before, behind] = splitRun(cut, offset + 1);
  const last = Y.createID(cut.client, cut.clock + offset);
  const at = lengthBefore(runs, run) + offset + 1;
  return [
    { ...segment, last, text: text.slice(0, at), length: at, runs: [...runs.slice(0, run), ...before] },
    {
      ...segment,
      after: last,
      text: text.slice(at),
      length: length - at,
      runs: [...behind, ...runs.slice(run + 1)],
    },
  ];
}
