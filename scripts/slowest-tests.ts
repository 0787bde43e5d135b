/** The slowest of a run, out of the reports that Vitest and Playwright write. */
import { readFileSync } from 'node:fs';

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

export function slowestTests(report: string, count: number): TimedTest[] {
  const { testResults } = read<VitestReport>(report);
  const all = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      name: `${name.slice(process.cwd().length + 1)} › ${test.fullName}`,
      ms: test.duration ?? 0,
    })),
  );
  return slowest(all, count);
}

export function slowestJourneys(report: string, count: number): TimedTest[] {
  return slowest(read<{ suites: readonly PlaywrightSuite[] }>(report).suites.flatMap(journeysOf), count);
}

function journeysOf({ file, specs, suites = [] }: PlaywrightSuite): TimedTest[] {
  const own = specs.map(({ title, tests }) => ({
    name: `${file} › ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }));
  return [...own, ...suites.flatMap(journeysOf)];
}

function slowest(tests: TimedTest[], count: number): TimedTest[] {
  return tests.sort((a, b) => b.ms - a.ms).slice(0, count);
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
