/**
 * How much work a public page may cause: while one is read no other is shown, and Supabase's hosts have no threads. So the reader itself
 * looks at its budget (markdown/src/tree/budget.ts).
 */
import process from 'node:process';
import { Budget } from '../../../../markdown/src/tree/budget.ts';

// By the clock, as others wait meanwhile, and a process that does not answer for ten seconds is ended.
const MOST_TIMES = 5;
// Sixteen times the longest text that is read at all, and more elements than a browser lays out within a second or two.
const MOST_CHARACTERS = 4 * 1024 * 1024;
const MOST_NODES = 200_000;

/** @param ms of work: a machine with much else to do makes an ordinary text none that takes too long */
export function workBudget(ms: number): Budget {
  const [beganAt, workedAt] = [performance.now(), workedMs()];
  const isOver = () => {
    const tookMs = performance.now() - beganAt;
    // The clock is far cheaper to read.
    if (tookMs <= ms) return false;
    return tookMs > MOST_TIMES * ms || workedMs() - workedAt > ms;
  };
  return new Budget({ characters: MOST_CHARACTERS, nodes: MOST_NODES, isOver });
}

/** @returns how long this process has worked; a machine with much else to do makes that no longer */
export function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
