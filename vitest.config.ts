import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import {
  findDatabaseTests,
  findRepeatedTests,
  TEST_FILES,
} from './server/test/support/runner/database-tests.ts';
import { LongestFirst } from './server/test/support/runner/longest-first.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const databaseTests = findDatabaseTests(root);

export default defineConfig({
  test: {
    // These only end what hangs. A machine with much else to do makes a test many times slower, and never wrong.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 90_000 } },
    // Two cores: a third worker takes over while one waits for a process, a disk or a time-out.
    maxWorkers: 3,
    // V8 looks through a small nursery again and again: generated stories take a sixteenth less with a large one.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // Together they are all test files, each in one of the three.
    projects: [
      {
        extends: true,
        test: {
          name: 'database',
          setupFiles: 'server/test/support/runner/setup.ts',
          include: process.env.TEST_DATABASE_URL ? findRepeatedTests(root, databaseTests) : databaseTests,
          // Each file has a server and a database of its own; loading the server's modules anew is a fifth of the time.
          isolate: false,
          globalSetup: 'server/test/support/database-template.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'plain',
          // Most of these files take less than a new process does.
          isolate: false,
          setupFiles: 'server/test/support/runner/setup.ts',
          include: [TEST_FILES],
          exclude: ['**/node_modules/**', 'web/test/**', ...databaseTests],
          env: { TEST_DATABASE_REFUSED: 'yes' },
        },
      },
      'web/vitest.config.ts',
    ],
  },
});
