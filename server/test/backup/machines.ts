/** Trellises as processes of their own, each with a data folder and the kind of database that is under test. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseConfig } from '../../src/database/engines/database-config.ts';
import type { Engine } from '../../src/database/engines/engine.ts';
import { openEngine } from '../../src/database/engines/open-engine.ts';
import { listSequences, listTables } from '../../src/database/tables/list-tables.ts';
import type { ReachedServer } from '../product/people.ts';
import { administer, databaseAt } from '../support/administer-postgres.ts';
import { type Ran, runTrellis } from '../support/run-trellis.ts';
import { openWorkshop, type ServerProcess } from '../support/server-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

export interface Machine extends AsyncDisposable {
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly url: string;
  start(settings?: Readonly<Record<string, string>>): ServerProcess;
  /** Ends the server that was started last, as an operator does. */
  stop(): Promise<void>;
  trellis(words: readonly string[], settings?: Readonly<Record<string, string>>): Promise<Ran>;
  reach(): Promise<ReachedServer & { readonly secretKey: string }>;
  /** Opens its database, while no server runs. */
  openDatabase(): Promise<Engine>;
}

/** A machine with a migrated database. */
export async function newMachine(): Promise<Machine> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return machine({}, true);
  const database = await createTestDatabase();
  const url = (database.config as DatabaseConfig & { url: string }).url;
  return machine({ DATABASE_URL: url }, false, async () => database[Symbol.asyncDispose]());
}

/** A machine with nothing. On a Postgres, the database belongs to somebody who may do no more than own it. */
export async function emptyMachine(): Promise<Machine> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return machine({}, false);
  const name = `trellis_restored_${randomBytes(6).toString('hex')}`;
  await administer(server, `create role ${name} login; grant anon, authenticated, service_role to ${name}`);
  await administer(server, `create database ${name} owner ${name} template template0`);
  const url = new URL(databaseAt(server, name));
  url.username = name;
  return machine({ DATABASE_URL: url.href }, false, async () => {
    await administer(server, `drop database ${name} with (force)`);
    await administer(server, `drop role ${name}`);
  });
}

async function machine(
  own: Readonly<Record<string, string>>,
  withDatabase: boolean,
  dropDatabase: () => Promise<void> = async () => undefined,
): Promise<Machine> {
  const workshop = await openWorkshop({ withDatabase });
  const { dataDir, port } = workshop;
  const settings = { ...own, DATA_DIR: dataDir, PORT: String(port), AUTH_RATE_LIMITS: 'off' };
  const url = `http://127.0.0.1:${port}`;
  let running: ServerProcess | undefined;
  return {
    dataDir,
    settings,
    url,
    start: (more = {}) => {
      running = workshop.start({ ...settings, LOG_LEVEL: 'info', ...more });
      return running;
    },
    stop: async () => {
      running?.child.kill('SIGTERM');
      await running?.exited;
    },
    trellis: (words, more = {}) => runTrellis(words, { ...settings, ...more }),
    reach: async () => {
      const stored = JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8'));
      const secrets = { publishableKey: stored.SUPABASE_PUBLISHABLE_KEY };
      return { url, secrets, secretKey: stored.SUPABASE_SECRET_KEY };
    },
    openDatabase: () =>
      openEngine(
        own.DATABASE_URL
          ? { kind: 'postgres', url: own.DATABASE_URL }
          : { kind: 'embedded', directory: path.join(dataDir, 'database') },
      ),
    [Symbol.asyncDispose]: async () => {
      await workshop[Symbol.asyncDispose]();
      await dropDatabase();
    },
  };
}

/** @returns for each table how many rows it has, and what they are; the numbers that sequences gave last */
export async function fingerprintOf({
  pool,
}: Pick<Engine, 'pool'>): Promise<Readonly<Record<string, string>>> {
  const client = await pool.connect();
  try {
    await client.query(`set timezone = 'UTC'`);
    const found: Record<string, string> = {};
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<{ print: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as print from ${name} as t`,
      );
      found[name] = rows[0]?.print ?? '';
    }
    for (const { name, last } of await listSequences(client)) found[name] = last;
    return found;
  } finally {
    client.release();
  }
}

export async function closeEngine({ pool, close }: Engine): Promise<void> {
  await pool.end();
  await close();
}
