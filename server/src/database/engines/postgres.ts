/** A Postgres server, 15 or newer, reached over the network by as many processes as you like. */
import type pg from 'pg';
import { isSqlError } from '../sql-error.ts';
import type { Engine } from './engine.ts';
import { openPool } from './open-pool.ts';

const OLDEST_VERSION = 150_000;
const START_TIMEOUT_MS = 30_000;

/**
 * Waits for the server while it is still starting, as it does beside us in a compose file.
 * @param url postgres://user:password@host:port/database
 * @throws {Error} when it does not answer in 30 s, refuses us, or is too old
 */
export async function openPostgres(url: string): Promise<Engine> {
  const pool = openPool({
    connectionString: url,
    max: 16,
    connectionTimeoutMillis: 10_000,
    application_name: 'trellis',
  });
  const version = await firstAnswer(pool, Date.now() + START_TIMEOUT_MS);
  if (version < OLDEST_VERSION) {
    await pool.end();
    throw new Error(`DATABASE_URL leads to a Postgres that is too old (${version}): 15 or newer is needed.`);
  }
  return { pool, backup: undefined, close: async () => undefined };
}

async function firstAnswer(pool: pg.Pool, deadline: number): Promise<number> {
  for (;;) {
    try {
      const answer = await pool.query<{ version: string }>(
        "select current_setting('server_version_num') as version",
      );
      return Number(answer.rows[0]?.version);
    } catch (error) {
      const starting = isSqlError(error) ? error.code === '57P03' : true;
      if (!starting || Date.now() > deadline) {
        await pool.end();
        throw new Error(`DATABASE_URL leads to no usable database: ${(error as Error).message}`, {
          cause: error,
        });
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
