/**
 * `npm test`: everything. Style and types, the web app's size, unit and contract tests, then the journeys in a
 * real browser. On another database (TEST_DATABASE_URL), what depends on the database runs again, and nothing
 * else.
 */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setup as makeDatabase } from '../server/test/support/database-template.ts';
import { findBrowser } from './browser/find-browser.ts';
import { costOfRooms, readJourneys, readTests, slowest, type TimedTest } from './budgets/slowest-tests.ts';
import { buildWebAppIfStale } from './build-web-app.ts';
import { runCommand } from './run-command.ts';

const isRepeated = Boolean(process.env.TEST_DATABASE_URL);
const results = await mkdtemp(path.join(os.tmpdir(), 'trellis-results-'));
const tests = path.join(results, 'tests.json');
const journeys = path.join(results, 'journeys.json');
// The tests start some two hundred servers: each loads in two thirds of the time when it finds its code compiled.
process.env.NODE_COMPILE_CACHE = path.join(results, 'compiled');

// A quarter of the runner's work is to look through a small nursery: it tells its browser every key and every click.
const LARGE_NURSERY = ['--min-semi-space-size=16', '--max-semi-space-size=64'];

interface Stage {
  readonly name: string;
  run(): Promise<void>;
}

const onceIsEnough: readonly Stage[] = [
  {
    // Neither keeps two cores busy by itself.
    name: 'style, types and build',
    run: () => together(runCommand('npm', ['run', '--silent', 'check']), buildWebAppIfStale()),
  },
  { name: 'size of the web app', run: () => runCommand('node', ['scripts/budgets/check-budgets.ts']) },
];
let removeDatabase = async () => {};
const onEachDatabase: readonly Stage[] = [
  {
    name: 'a migrated database to copy',
    run: async () => {
      removeDatabase = await makeDatabase();
    },
  },
  {
    name: 'unit and contract tests',
    run: async () =>
      runCommand(
        'node',
        [
          ...LARGE_NURSERY,
          'node_modules/vitest/vitest.mjs',
          'run',
          '--reporter=default',
          '--reporter=json',
          `--outputFile=${tests}`,
          // Postgres works in processes of its own: these tests wait more than others do.
          ...(isRepeated ? ['--project', 'database', '--maxWorkers', '4'] : []),
        ],
        isRepeated ? {} : { CHROMIUM_PATH: await findBrowser() },
      ),
  },
  {
    name: 'journeys',
    run: async () => {
      await buildWebAppIfStale();
      const only = isRepeated ? ['--grep', '@postgres'] : [];
      await runCommand(
        'playwright',
        ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...only],
        { CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: journeys },
      );
    },
  },
];

const stages = isRepeated ? onEachDatabase : [...onceIsEnough, ...onEachDatabase];
const times: string[] = [];
try {
  for (const [at, { name, run }] of stages.entries()) {
    console.log(`\n[${at + 1}/${stages.length}] ${name}`);
    const [start, worked] = [performance.now(), processorMs()];
    await run().finally(() =>
      times.push(`${inSeconds(performance.now() - start)}${inSeconds(processorMs() - worked)}  ${name}`),
    );
  }
} finally {
  const produced = readdirSync(results);
  const measured = [
    { file: tests, kind: 'tests', read: readTests },
    { file: journeys, kind: 'journeys', read: readJourneys },
  ].flatMap(({ file, kind, read }) =>
    produced.includes(path.basename(file)) ? [{ kind, timed: read(file) }] : [],
  );
  for (const { kind, timed } of measured) print(`The ten slowest ${kind}`, slowest(timed, 10));
  const rooms = costOfRooms(measured.flatMap(({ timed }) => timed));
  print(
    'What each room takes, all workers together',
    rooms.map(({ name, count, ms }) => ({ name: `${String(count).padStart(5)}  ${name}`, ms })),
  );
  console.log(`\nTimes by stage, by the clock and of all processors:\n${times.join('\n')}`);
  await removeDatabase();
  await rm(results, { recursive: true });
}

/** @throws what the first one threw, when both have ended */
async function together(...jobs: readonly Promise<void>[]): Promise<void> {
  for (const ended of await Promise.allSettled(jobs)) if (ended.status === 'rejected') throw ended.reason;
}

/** Milliseconds that all processors of this machine have worked so far, for all programs. */
function processorMs(): number {
  return os.cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(10);
}

function print(title: string, timed: readonly TimedTest[]): void {
  const lines = timed.map(({ name, ms }) => `${inSeconds(ms)}  ${name}`);
  console.log(`\n${title}:\n${lines.join('\n')}`);
}
