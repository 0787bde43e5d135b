/** `npm run test:postgres`: the same suites on a real PostgreSQL, started in a throwaway folder and removed after. */
import { runCommand } from './run-command.ts';
import { startPostgres } from './throwaway-postgres.ts';

const postgres = await startPostgres();
try {
  await runCommand('node', ['scripts/test.ts'], { TEST_DATABASE_URL: postgres.url });
} finally {
  await postgres.stop();
}
