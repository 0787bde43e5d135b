/** The slowest of a run, and what each room takes, out of the reports that Vitest and Playwright write. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A room is a folder with all below it: `web/src/features/editor`. */
const MOST_FOLDERS = 4;

export interface TimedTest {
  readonly name: string;
  readonly ms: number;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly duration?: number | null }[];
  }[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

export function readTests(report: string): TimedTest[] {
  const { testResults } = read<VitestReport>(report);
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      name: `${name.slice(process.cwd().length + 1)} › ${test.fullName}`,
      ms: test.duration ?? 0,
    })),
  );
}

export function readJourneys(report: string): TimedTest[] {
  return read<{ suites: readonly PlaywrightSuite[] }>(report).suites.flatMap(journeysOf);
}

function journeysOf({ file, specs, suites = [] }: PlaywrightSuite): TimedTest[] {
  const own = specs.map(({ title, tests }) => ({
    name: `e2e/${file} › ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }));
  return [...own, ...suites.flatMap(journeysOf)];
}

export interface Room extends TimedTest {
  readonly count: number;
}

/** Seconds that the tests of each room take, all workers together, the costliest first: they show where a suite grows. */
export function costOfRooms(tests: readonly TimedTest[]): Room[] {
  const rooms = new Map<string, Room>();
  for (const { name: test, ms } of tests) {
    const [file = ''] = test.split(' › ');
    const name = path.dirname(file).split('/').slice(0, MOST_FOLDERS).join('/');
    const sum = rooms.get(name) ?? { name, ms: 0, count: 0 };
    rooms.set(name, { name, ms: sum.ms + ms, count: sum.count + 1 });
  }
  return [...rooms.values()].sort((a, b) => b.ms - a.ms);
}

export function slowest(tests: readonly TimedTest[], count: number): TimedTest[] {
  return tests.toSorted((a, b) => b.ms - a.ms).slice(0, count);
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
