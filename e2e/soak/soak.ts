/**
 * `npm run soak`: five browsers type marked words and paste pictures into one page, move its blocks and tick its tasks for half an hour, while
 * servers and browsers are killed, lines break, tabs freeze and another program writes. At the end each must be there once.
 * `-- --minutes=3 --engine=embedded --seed=7` for a shorter one, on one database, with the plan of an earlier one.
 * Build the web app first.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../../scripts/throwaway-postgres.ts';
import { runSoak, type SoakOptions } from './run-soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    engine: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const ENGINES = ['embedded', 'postgres'] as const;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const engines = values.engine === undefined ? ENGINES : ENGINES.filter((engine) => engine === values.engine);
if (engines.length === 0) throw new Error(`There are two engines: ${ENGINES.join(' and ')}.`);
for (const engine of engines) {
  const options = { engine, minutes: Number(values.minutes), seed: Number(values.seed), print };
  print(`Soak on ${engine} for ${values.minutes} minutes, seed ${values.seed}`);
  if (!(await soakOn(options))) process.exitCode = 1;
}
// Connections to browsers that were killed would keep the process.
process.exit();

async function soakOn(options: SoakOptions): Promise<boolean> {
  if (options.engine === 'embedded') return runSoak(options);
  const postgres = await startPostgres();
  try {
    process.env.TEST_DATABASE_URL = postgres.url;
    return await runSoak(options);
  } finally {
    await postgres.stop();
  }
}
