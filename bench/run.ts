/**
 * `npm run bench`: this server, its limits and its peers, side by side in one run. `-- --quick` for shorter rounds,
 * `-- --profile` to leave the servers' CPU profiles in bench/results.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { lineUp } from './line-up.ts';
import { race } from './measure/rounds.ts';
import { compare } from './report/compare.ts';
import { notes } from './report/notes.ts';
import { importLine, table } from './report/table.ts';

const RESULTS = fileURLToPath(new URL('./results/', import.meta.url));
const MINUTE_MS = 60_000;
// A busy machine gets fewer rounds, not a later end.
const FULL = { rounds: 7, sliceMs: 600, warmUpMs: 1200, longestMs: 13 * MINUTE_MS };
const QUICK = { rounds: 3, sliceMs: 250, warmUpMs: 300, longestMs: 3 * MINUTE_MS };

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, profile: { type: 'boolean', default: false } },
});
const settings = options.quick ? QUICK : FULL;

// The servers and databases started here end with the bench, however it ends.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interruption.abort(new Error(`Ended by ${signal}.`)));

mkdirSync(RESULTS, { recursive: true });
console.log('Filling the databases …');
await using present = await lineUp(options.profile ? RESULTS : undefined);
let roundsRun = 0;
const outcome = await race(present.contestants, {
  ...settings,
  signal: interruption.signal,
  tidy: present.tidy,
  onRound: (round) => {
    roundsRun = round + 1;
    console.log(`Round ${roundsRun} of ${settings.rounds}`);
  },
});
const comparisons = compare(outcome.results);
const imports: string[] = [];
for (const { import: run, engine } of present.contestants)
  if (run) imports.push(importLine(engine, await run()));
const missing = new Map([...present.missing, ...outcome.missing]);
console.log(
  `\n${describeRun()}\n\n${table(comparisons)}\n\n${imports.join('\n')}\n\n${notes(comparisons, missing)}`,
);
writeFileSync(`${RESULTS}latest.json`, `${JSON.stringify(comparisons, null, 2)}\n`);

function describeRun(): string {
  const cpus = os.cpus();
  return (
    `${roundsRun} rounds of ${settings.sliceMs} ms per cell, medians; ${cpus.length} cores ` +
    `(${cpus[0]?.model.trim()}), Node ${process.versions.node}. The measuring side shares them.`
  );
}
