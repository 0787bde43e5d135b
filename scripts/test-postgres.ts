/** `npm run test:postgres`: the same suites on a real PostgreSQL, started in a throwaway folder and removed after. */
import { rm } from 'node:fs/promises';
import { runCommand } from './run-command.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { startPostgres } from './throwaway-postgres.ts';

const folder = await makeTemporaryFolder();
process.env.TMPDIR = folder;
const postgres = await startPostgres();
try {
  await runCommand('node', ['scripts/test.ts'], { TEST_DATABASE_URL: postgres.url });
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
