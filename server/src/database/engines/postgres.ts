/** A Postgres server, 15 or newer, reached over the network by as many processes as you like. */
import pg from 'pg';
import { isSqlError } from '../sql-error.ts';
import { cancelStatement } from './cancel-statement.ts';
import type { Engine } from './engine.ts';
import { listenApart } from './listen.ts';
import { openPool } from './open-pool.ts';

const OLDEST_VERSION = 150_000;
const START_TIMEOUT_MS = 30_000;

/**
 * Waits for the server while it is still starting, as it does beside us in a compose file.
 * @param url postgres://user:password@host:port/database
 * @param onAwaited told once, when the first attempt has failed
 * @throws {Error} when it does not answer in 30 s, refuses us, or is too old
 */
export async function openPostgres(url: string, onAwaited: (problem: unknown) => void): Promise<Engine> {
  const options = {
    connectionString: url,
    max: 16,
    connectionTimeoutMillis: 10_000,
    application_name: 'trellis',
  };
  const pool = openPool(options);
  const version = await firstAnswer(pool, Date.now() + START_TIMEOUT_MS, onAwaited);
  if (version < OLDEST_VERSION) {
    await pool.end();
    throw new Error(`DATABASE_URL leads to a Postgres that is too old (${version}): 15 or newer is needed.`);
  }
  // The server itself ends callers' statements: see statement_timeout in pooled-database.ts.
  return {
    pool,
    oneForAll: false,
    cancel: (client) => cancelStatement(options, client),
    listen: (channel, listener) =>
      listenApart(
        () => new pg.Client({ connectionString: url, keepAlive: true, application_name: 'trellis-listener' }),
        channel,
        listener,
      ),
    backup: undefined,
    guard: () => undefined,
    close: async () => undefined,
  };
}

async function firstAnswer(
  pool: pg.Pool,
  deadline: number,
  onAwaited: (problem: unknown) => void,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
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
      if (attempt === 1) onAwaited(error);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
