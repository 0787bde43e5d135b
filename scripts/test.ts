/**
 * `npm test`: everything. Style and types, the web app's size, unit and contract tests, then the journeys in a
 * real browser. On another database (TEST_DATABASE_URL), what depends on the database runs again, and nothing
 * else.
 */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildWebAppIfStale } from './build-web-app.ts';
import { findBrowser } from './find-browser.ts';
import { runCommand } from './run-command.ts';
import { costliestFolders, readJourneys, readTests, slowest, type TimedTest } from './slowest-tests.ts';

const isRepeated = Boolean(process.env.TEST_DATABASE_URL);
const results = await mkdtemp(path.join(os.tmpdir(), 'trellis-results-'));
const tests = path.join(results, 'tests.json');
const journeys = path.join(results, 'journeys.json');
// The tests start some two hundred servers: each loads in two thirds of the time when it finds its code compiled.
process.env.NODE_COMPILE_CACHE = path.join(results, 'compiled');

interface Stage {
  readonly name: string;
  run(): Promise<void>;
}

const onceIsEnough: readonly Stage[] = [
  { name: 'style and types', run: () => runCommand('npm', ['run', '--silent', 'check']) },
  { name: 'build', run: buildWebAppIfStale },
  { name: 'size of the web app', run: () => runCommand('node', ['scripts/budgets/check-budgets.ts']) },
];
const onEachDatabase: readonly Stage[] = [
  {
    name: 'unit and contract tests',
    run: async () =>
      runCommand(
        'vitest',
        [
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
    const start = performance.now();
    await run().finally(() => times.push(`${inSeconds(performance.now() - start)}  ${name}`));
  }
} finally {
  const produced = readdirSync(results);
  console.log(`\nTimes by stage:\n${times.join('\n')}`);
  for (const [file, kind, read] of [
    [tests, 'tests', readTests],
    [journeys, 'journeys', readJourneys],
  ] as const) {
    if (!produced.includes(path.basename(file))) continue;
    const all = read(file);
    print(`The ten slowest ${kind}`, slowest(all, 10));
    print(`The ${kind} of a folder, all workers together`, costliestFolders(all, 15));
  }
  await rm(results, { recursive: true });
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(9);
}

function print(title: string, timed: readonly TimedTest[]): void {
  const lines = timed.map(({ name, ms }) => `${inSeconds(ms)}  ${name}`);
  console.log(`\n${title}:\n${lines.join('\n')}`);
}
