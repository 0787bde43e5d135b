/**
 * Runs on a real PostgreSQL, beside the tests that always run there, those whose statements come from others
 * (server/test/support/runner/sent-elsewhere.ts), and prints for each of these what only they sent. That may be statements of the
 * tests' own. A statement of Trellis' own there means: take the file out of the list.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { AskedStatement } from '../server/test/support/note-statements.ts';
import { SENT_ELSEWHERE } from '../server/test/support/runner/sent-elsewhere.ts';
import { runCommand } from './run-command.ts';
import { startPostgres } from './throwaway-postgres.ts';

const SETTINGS = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.max=100000',
  'pg_stat_statements.track=all',
];

const folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-statements-'));
const file = path.join(folder, 'statements');
const postgres = await startPostgres(SETTINGS);
try {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create extension pg_stat_statements');
  await client.end();
  // A test that fails has sent its statements all the same.
  await runCommand(
    'vitest',
    ['run', '--project', 'database', '--maxWorkers', '4', ...process.argv.slice(2)],
    {
      TEST_DATABASE_URL: postgres.url,
      TEST_STATEMENTS: file,
    },
  ).catch(({ message }: Error) => console.error(message));
  printMissed(await readAsked());
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}

async function readAsked(): Promise<AskedStatement[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const asked = JSON.parse(line) as AskedStatement;
    return { ...asked, file: path.relative(process.cwd(), asked.file) };
  });
}

function printMissed(asked: readonly AskedStatement[]): void {
  const keyOf = ({ id, role }: AskedStatement) => `${id} ${role}`;
  const sent = new Set(asked.filter(({ file }) => !SENT_ELSEWHERE.includes(file)).map(keyOf));
  const missed = asked.filter((statement) => !sent.has(keyOf(statement)));
  const lines = new Set(
    missed.map(({ file, role, text }) => `${file} ${role}: ${text.replaceAll(/\s+/g, ' ')}`),
  );
  const all = new Set(asked.map(keyOf)).size;
  console.log(`\n${all} statements, of which ${lines.size} come from those files alone:\n`);
  console.log([...lines].sort().join('\n'));
}
