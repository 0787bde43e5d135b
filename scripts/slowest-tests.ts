/** The slowest of a run, and what each folder takes, out of the reports that Vitest and Playwright write. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** As far as folders are told from each other: `web/src/features/editor`. */
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
    name: `${file} › ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }));
  return [...own, ...suites.flatMap(journeysOf)];
}

/** The folders whose tests take longest, all workers together: so one sees where a suite grows. */
export function costliestFolders(tests: readonly TimedTest[], count: number): TimedTest[] {
  const sums = new Map<string, number>();
  for (const { name, ms } of tests) {
    const [file = ''] = name.split(' › ');
    const folder = path.dirname(file).split('/').slice(0, MOST_FOLDERS).join('/');
    sums.set(folder, (sums.get(folder) ?? 0) + ms);
  }
  return slowest(
    [...sums].map(([name, ms]) => ({ name, ms })),
    count,
  );
}

export function slowest(tests: readonly TimedTest[], count: number): TimedTest[] {
  return tests.toSorted((a, b) => b.ms - a.ms).slice(0, count);
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
