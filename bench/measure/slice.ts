/** A slice: a contestant does one operation over and over on some connections for a fraction of a second. */
import type { Contestant, Lane, Operation } from '../contestants/contestant.ts';
import { checkAnswer } from './check-answer.ts';
import { processorTime } from './processor-time.ts';
import { percentile } from './statistics.ts';
import { Turns } from './turns.ts';

export interface Slice {
  readonly perSecond: number;
  /** Milliseconds from asking to having the whole answer. */
  readonly p50: number;
  readonly p99: number;
  /** How many answers there were. */
  readonly answers: number;
  /** Milliseconds of processor time that the contestant's own process used; undefined where it has none. */
  readonly processorMs: number | undefined;
}

// A tree is a megabyte to check: more would take longer than what is measured.
const CHECKED_LANES = 4;

/**
 * The first answer on four of the lanes is not timed but checked: status and body. On the others the status is checked.
 * @throws {Error} when an answer is wrong
 */
export async function runSlice(
  contestant: Contestant,
  lanes: readonly Lane[],
  operation: Operation,
  durationMs: number,
): Promise<Slice> {
  const turns = lanes.map((lane, index) => new Turns(contestant.data, lane, index, lanes.length));
  await Promise.all(lanes.map((lane) => lane.awake()));
  await Promise.all(turns.slice(0, CHECKED_LANES).map((turn) => turn.next(operation, checkAnswer)));
  const latencies: number[] = [];
  const processorBefore = processorTime(contestant.processId);
  const start = performance.now();
  await Promise.all(
    turns.map(async (turn) => {
      for (let now = performance.now(); now - start < durationMs; ) {
        await turn.next(operation);
        const then = now;
        now = performance.now();
        latencies.push(now - then);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const processorAfter = processorTime(contestant.processId);
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    answers: latencies.length,
    processorMs:
      processorBefore === undefined || processorAfter === undefined
        ? undefined
        : processorAfter - processorBefore,
  };
}
