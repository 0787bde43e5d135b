/** Finds a letter of the shared text among the segments of an arrangement. */
import type * as Y from 'yjs';
import type { Run, Segment } from './segments.ts';

/** A letter of a segment. */
export interface LetterPlace {
  /** The segment's number. */
  readonly number: number;
  readonly run: number;
  /** The letter's place in its run. */
  readonly offset: number;
}

/** @returns undefined for a letter that is gone, or of another text */
export function findLetter(segments: readonly Segment[], { client, clock }: Y.ID): LetterPlace | undefined {
  for (let number = 0; number < segments.length; number++) {
    const { runs } = segments[number] as Segment;
    for (let run = 0; run < runs.length; run++) {
      const { client: writer, clock: first, length } = runs[run] as Run;
      if (writer === client && first <= clock && clock < first + length)
        return { number, run, offset: clock - first };
    }
  }
  return undefined;
}

export function lengthBefore(runs: readonly Run[], end: number): number {
  let length = 0;
  for (let run = 0; run < end; run++) length += (runs[run] as Run).length;
  return length;
}

export function splitRun({ client, clock, length }: Run, at: number): readonly [Run[], Run[]] {
  const part = (from: number, to: number) =>
    from < to ? [{ client, clock: clock + from, length: to - from }] : [];
  return [part(0, at), part(at, length)];
}
