/** Brings everyone to the start: fills one database per engine, copies it for each contestant, and starts them. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import type { Contestant } from './contestants/contestant.ts';
import { pgDirect, pgWithoutRules } from './contestants/pg-direct.ts';
import { pgliteDirect, pgliteThroughPg, pgliteWithoutRules } from './contestants/pglite-direct.ts';
import { startSupabaseLite } from './contestants/supabase-lite.ts';
import { type RunningServer, startServer, trellisServer } from './contestants/trellis-server.ts';
import { copyOf, type DataSet } from './dataset/data-set.ts';
import { seed } from './dataset/seed.ts';
import { type SignedUp, signUp } from './dataset/sign-up.ts';

const DATABASES = {
  trellis: 'trellis',
  pg: 'pg',
  pgPipelined: 'pg_pipelined',
  withoutRules: 'without_rules',
  peer: 'peer',
};
const WITHOUT_RULES = 'alter table public.pages disable trigger user';
// The peer takes no function for a column. The pages of the bench look as usual, so it answers the same.
const LOOK_AS_COLUMN = 'alter table public.pages add column look jsonb';

type Accounts = [author: SignedUp, librarian: SignedUp, drafter: SignedUp];

export interface LineUp extends AsyncDisposable {
  readonly contestants: readonly Contestant[];
  /** Peers that could not start, and why. */
  readonly missing: ReadonlyMap<string, string>;
  /** Cleans up after the writes of a round. */
  tidy(): Promise<void>;
}

/** @param profileDirectory where the servers leave CPU profiles; undefined for none */
export async function lineUp(profileDirectory: string | undefined): Promise<LineUp> {
  await using stack = new AsyncDisposableStack();
  const directory = await mkdtemp(path.join(os.tmpdir(), 'trellis-bench-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const missing = new Map<string, string>();
  const onPostgres = await lineUpPostgres(stack, directory, profileDirectory, missing);
  const onPglite = await lineUpPglite(stack, directory, profileDirectory);
  const owned = stack.move();
  return {
    contestants: [...onPostgres.contestants, ...onPglite],
    missing,
    tidy: onPostgres.tidy,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function lineUpPostgres(
  stack: AsyncDisposableStack,
  directory: string,
  profileDirectory: string | undefined,
  missing: Map<string, string>,
) {
  const postgres = await startPostgres();
  stack.defer(() => postgres.stop());
  const url = (database: string) => Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;
  await quieten(postgres.url);
  await execute(postgres.url, `create database ${DATABASES.trellis}`);
  const settings = { dataDir: path.join(directory, 'postgres'), databaseUrl: url(DATABASES.trellis) };
  const accounts = await signUpAll(await startServer({ ...settings, profileDirectory: undefined }));
  const data = await withClient(settings.databaseUrl, (client) => seed(client, ...accounts));
  for (const copy of [DATABASES.pg, DATABASES.pgPipelined, DATABASES.withoutRules, DATABASES.peer])
    await execute(postgres.url, `create database ${copy} template ${DATABASES.trellis}`);
  await execute(url(DATABASES.withoutRules), WITHOUT_RULES);
  await execute(url(DATABASES.peer), LOOK_AS_COLUMN);

  const contestants: Contestant[] = [];
  const enter = (contestant: Contestant) => {
    stack.defer(contestant.close);
    contestants.push(contestant);
  };
  enter(trellisServer(await startServer({ ...settings, profileDirectory }), 'postgres', data));
  enter(pgDirect(url(DATABASES.pgPipelined), copyOf(data), true));
  enter(pgDirect(url(DATABASES.pg), copyOf(data), false));
  enter(pgWithoutRules(url(DATABASES.withoutRules), copyOf(data)));
  try {
    enter(await startSupabaseLite(url(DATABASES.peer), copyOf(data)));
  } catch (error) {
    missing.set('@supabase/lite', (error as Error).message);
  }
  const tidy = async () => {
    for (const database of Object.values(DATABASES))
      await execute(url(database), 'vacuum analyze public.pages');
    await execute(postgres.url, 'checkpoint');
  };
  return { contestants, tidy };
}

async function lineUpPglite(
  stack: AsyncDisposableStack,
  directory: string,
  profileDirectory: string | undefined,
): Promise<Contestant[]> {
  const settings = { dataDir: path.join(directory, 'embedded'), databaseUrl: undefined };
  const database = path.join(settings.dataDir, 'database');
  const accounts = await signUpAll(await startServer({ ...settings, profileDirectory: undefined }));
  const data = await seedPglite(database, accounts);
  const openCopy = async (name: string) => {
    const copy = path.join(directory, name);
    await cp(database, copy, { recursive: true });
    const pglite = await openPglite(copy);
    stack.defer(() => pglite.close());
    return pglite;
  };
  const pglite = await openCopy('embedded-copy');
  const withoutRules = await openCopy('embedded-without-rules');
  await withoutRules.exec(WITHOUT_RULES);
  const direct = copyOf(data);
  const throughPg = await pgliteThroughPg(pglite, direct);
  stack.defer(throughPg.close);
  const server = await startServer({ ...settings, profileDirectory });
  stack.defer(server.stop);
  return [
    trellisServer(server, 'pglite', data),
    pgliteDirect(pglite, direct),
    throughPg,
    pgliteWithoutRules(withoutRules, copyOf(data)),
  ];
}

/** Signs up the accounts, and stops the server: its database is about to be filled and copied. */
export async function signUpAll(server: RunningServer): Promise<Accounts> {
  try {
    return [
      await signUp(server, 'author'),
      await signUp(server, 'librarian'),
      await signUp(server, 'drafter'),
    ];
  } finally {
    await server.stop();
  }
}

async function seedPglite(database: string, accounts: Accounts): Promise<DataSet> {
  const pglite = await openPglite(database);
  const client = new pg.Client(createPgConfig(pglite));
  await client.connect();
  try {
    return await seed(client, ...accounts);
  } finally {
    await client.end();
    await pglite.close();
  }
}

export function openPglite(directory: string): Promise<PGlite> {
  return PGlite.create({ dataDir: directory, extensions: { btree_gin, pg_trgm, pgcrypto, unaccent } });
}

/** Turns off background work: it would slow down the one contestant whose slice it falls into. */
export async function quieten(url: string): Promise<void> {
  for (const setting of ['autovacuum = off', "max_wal_size = '4GB'", "checkpoint_timeout = '1h'"])
    await execute(url, `alter system set ${setting}`);
  await execute(url, 'select pg_reload_conf()');
}

export function execute(url: string, sql: string): Promise<unknown> {
  return withClient(url, (client) => client.query(sql));
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
