/** Lets people type in one page by plan, and looks at the server meanwhile. */
import { processorTime } from '../measure/processor-time.ts';
import type { Side } from './memory-per-page.ts';
import type { Typed } from './writers.ts';
import { startWriters, type WritersProcess } from './writers-process.ts';

export interface TypingTogether {
  readonly writers: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface Outcome {
  readonly name: string;
  readonly writers: number;
  readonly p50: number;
  readonly p95: number;
  /** Keys of all writers, per second. */
  readonly keys: number;
  /** Messages that the server sent, per second. */
  readonly messages: number;
  readonly kilobytes: number;
  /** Processor time of the server, in milliseconds per second. */
  readonly load: number;
  /** The same in microseconds, for each key. */
  readonly perKey: number;
  /** How much of the time the busiest process of writers was busy. */
  readonly busy: number;
}

const BUDGETS: ReadonlyMap<number, number> = new Map([
  [2, 100],
  [20, 150],
  [100, 300],
]);
// A hundred documents that each take the letters of a hundred are more work than the server's, and the cores are shared.
const MOST_LISTENERS = 20;
const LISTENERS_IN_A_CROWD = 8;

/** @throws {Error} when the writers do not end with the same text */
export async function letTypeTogether(
  { name, processId, address }: Side,
  page: string,
  { writers, warmUpMs, measureMs }: TypingTogether,
): Promise<Outcome> {
  const listening = writers > MOST_LISTENERS ? LISTENERS_IN_A_CROWD : writers;
  const start = (first: number, count: number, areDeaf: boolean) =>
    startWriters({ address, pages: Array(count).fill(page), first, areDeaf });
  const listeners = await start(0, listening, false);
  const crowd = writers > listening ? await start(listening, writers - listening, true) : undefined;
  try {
    const all = [listeners, ...(crowd ? [crowd] : [])];
    const typing = all.map((one) => one.type({ warmUpMs, measureMs }));
    await wait(warmUpMs);
    const before = processorTime(processId) ?? Number.NaN;
    await wait(measureMs);
    const spent = (processorTime(processId) ?? Number.NaN) - before;
    const typed = await Promise.all(typing);
    await agree(address.side === 'trellis' ? all : [listeners]);
    const [heard] = typed;
    const perSecond = (pick: (one: Typed) => number) =>
      typed.reduce((sum, one) => sum + pick(one), 0) / (measureMs / 1000);
    const keys = perSecond((one) => one.keys);
    const load = spent / (measureMs / 1000);
    return {
      name,
      writers,
      p50: heard?.p50 ?? Number.NaN,
      p95: heard?.p95 ?? Number.NaN,
      keys,
      messages: perSecond((one) => one.messages),
      kilobytes: perSecond((one) => one.bytes) / 1000,
      load,
      perKey: (load / keys) * 1000,
      busy: Math.max(...typed.map(({ busy }) => busy)),
    };
  } finally {
    await crowd?.stop();
    await listeners.stop();
  }
}

export function typingTable(outcomes: readonly Outcome[]): string {
  const lines = outcomes.map((one) => {
    const budget = BUDGETS.get(one.writers);
    const verdict = budget ? `≤ ${budget} ${one.p95 <= budget ? '✓' : '✗'}` : '';
    const cells = [
      ...[one.writers, one.name, one.p50.toFixed(0), one.p95.toFixed(0), verdict, one.keys.toFixed(0)],
      ...[one.messages.toFixed(0), one.kilobytes.toFixed(0), one.load.toFixed(0), one.perKey.toFixed(0)],
      `${(one.busy * 100).toFixed(0)} %`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| writers | server | p50 ms | p95 ms | budget | keys/s | messages/s out | KB/s out | server CPU, ms/s | CPU µs/key | writers busy |',
    '| ---: | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n');
}

/** A moment later everything has come, also what was saved last. */
async function agree(processes: readonly WritersProcess[]): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    await wait(1000);
    const texts = new Set((await Promise.all(processes.map((one) => one.texts()))).flat());
    if (texts.size === 1) return;
    if (attempt === 20) throw new Error(`The writers have ${texts.size} different texts.`);
  }
}

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
