/** One slice: a contestant does one operation over and over on some connections for a fraction of a second. */
import type { Contestant, Lane, Operation } from '../contestants/contestant.ts';
import { checkAnswer } from './check-answer.ts';
import { percentile } from './statistics.ts';
import { Turns } from './turns.ts';

export interface Slice {
  readonly perSecond: number;
  /** Milliseconds from asking to having the whole answer. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Each lane's first answer is not timed but checked: status and body.
 * @throws {Error} when an answer is wrong
 */
export async function runSlice(
  contestant: Contestant,
  lanes: readonly Lane[],
  operation: Operation,
  durationMs: number,
): Promise<Slice> {
  const turns = lanes.map((lane, index) => new Turns(contestant.data, lane, index, lanes.length));
  await Promise.all(turns.map((turn) => turn.next(operation, checkAnswer)));
  const latencies: number[] = [];
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
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}
