/** Notes the statements of a test file, for scripts/postgres-statements.ts. */
import { appendFile } from 'node:fs/promises';
import pg from 'pg';

export interface AskedStatement {
  /** The test file. */
  readonly file: string;
  readonly role: string;
  /** The same for the same statement with other values. */
  readonly id: string;
  readonly text: string;
}

/** @param file gets a line of JSON for each statement, those of functions included */
export async function noteStatements(server: string, database: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query<Omit<AskedStatement, 'file'>>(
      `select queryid::text as id, rolname as role, query as text
      from pg_stat_statements
      join pg_database on pg_database.oid = dbid
      join pg_roles on pg_roles.oid = userid
      where datname = $1`,
      [database],
    );
    const asked = rows.map((row): AskedStatement => ({ file: process.env.TEST_FILE ?? '', ...row }));
    await appendFile(file, asked.map((row) => `${JSON.stringify(row)}\n`).join(''));
  } finally {
    await client.end();
  }
}
