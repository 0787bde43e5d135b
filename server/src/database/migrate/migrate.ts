/**
 * Brings a database's schema up to date: first the server's own schemas (roles, `auth`), then the product's
 * `supabase/migrations`, recorded as the Supabase CLI records them, so that the same database can be handed to it. Each
 * file runs in a transaction of its own; processes that start at once wait for each other. Only the versions decide
 * what is to run. A file that was edited after it ran (applied-texts.ts) refuses the start on a Postgres, and is a line of
 * the log on the embedded database. A migration that fails changes nothing, and a database of a newer release is refused.
 */
import type { ClientBase, Pool, PoolClient } from 'pg';
import { isSqlError } from '../sql-error.ts';
import { editedMigrations, editedSentence } from './applied-texts.ts';
import { digestOf, type Migration, readMigrations } from './migration-files.ts';
import { ensureRoles } from './roles.ts';

// Any constant will do, as long as nothing else in the database uses it: "trellis" in hexadecimal.
const ADVISORY_LOCK = 0x7472656c6c6973n;

const INSUFFICIENT_PRIVILEGE = '42501';

const HISTORY = `
  create schema if not exists trellis_server;
  create table if not exists trellis_server.schema_migrations
    (version text not null primary key, name text not null, digest text not null);
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations
    (version text not null primary key, statements text[], name text);
`;

export interface MigrationEvents {
  /** Called once before the first change to a database that already has a schema. */
  beforeUpgrade?(): Promise<void>;
  onApplied?(name: string): void;
  /** Those to stop at, for rows that were written under them. */
  readonly only?: readonly AppliedMigration[];
  /** Called when the schema is up to date. No other process migrates meanwhile. */
  whenMigrated?(client: PoolClient, migrations: readonly Migration[]): Promise<void>;
}

export type AppliedMigration = Pick<Migration, 'history' | 'version' | 'name'>;

/** @throws {Error} naming the migration that failed; it changed nothing, those before it stay */
export async function migrate(pool: Pool, events: MigrationEvents = {}): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`select pg_advisory_lock(${ADVISORY_LOCK}::bigint)`);
    await ensureRoles(client);
    await prepareHistory(client);
    const applied = new Set((await listApplied(client)).map(key));
    const all = await readMigrations();
    const foreign = foreignSchema(applied, all);
    if (foreign !== undefined) throw new Error(foreign);
    const wanted = events.only && new Set(events.only.map(key));
    const pending = all.filter(
      (migration) => !applied.has(key(migration)) && (!wanted || wanted.has(key(migration))),
    );
    if (pending.length > 0 && applied.size > 0) await events.beforeUpgrade?.();
    for (const migration of pending) {
      await apply(client, migration, all);
      events.onApplied?.(`${migration.version}_${migration.name}`);
    }
    await events.whenMigrated?.(client, all);
  } finally {
    await client.query(`select pg_advisory_unlock(${ADVISORY_LOCK}::bigint)`).catch(() => undefined);
    client.release();
  }
}

async function prepareHistory(client: PoolClient): Promise<void> {
  try {
    await client.query(HISTORY);
  } catch (error) {
    throw new Error(`The database cannot be prepared: ${(error as Error).message}${adviceOn(error)}`, {
      cause: error,
    });
  }
}

/** Advice for an operator whose database user lacks a privilege. */
function adviceOn(error: unknown): string {
  return isSqlError(error) && error.code === INSUFFICIENT_PRIVILEGE
    ? '. DATABASE_URL needs a user who owns its database.'
    : '';
}

async function apply(client: PoolClient, migration: Migration, all: readonly Migration[]): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query(`reset role; reset search_path;`);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const { message } = error as Error;
    // It may miss what an earlier one makes today, and did not make then.
    const edited = await editedMigrations(client, all).catch(() => []);
    const reason = edited.length > 0 ? `. ${editedSentence(edited)}` : adviceOn(error);
    throw new Error(`Migration ${migration.version}_${migration.name} failed: ${message}${reason}`, {
      cause: error,
    });
  }
}

async function record(client: PoolClient, migration: Migration): Promise<void> {
  const { history, version, name, sql } = migration;
  if (history === 'trellis_server') {
    await client.query(
      'insert into trellis_server.schema_migrations (version, name, digest) values ($1, $2, $3)',
      [version, name, digestOf(migration)],
    );
  } else {
    await client.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
      [version, name, [sql]],
    );
  }
}

/**
 * Changes nothing.
 * @returns the names of the migrations that the next start applies, and why it is refused, if it is
 */
export async function planMigrations(
  client: PoolClient,
  all: readonly Migration[],
): Promise<{ readonly pending: readonly string[]; readonly problem: string | undefined }> {
  const applied = new Set((await listApplied(client)).map(key));
  const pending = all.filter((migration) => !applied.has(key(migration)));
  return {
    pending: pending.map(({ version, name }) => `${version}_${name}`),
    problem: foreignSchema(applied, all),
  };
}

/** @returns those that are in a database, in their order; none when it has no schema yet */
export async function listApplied(client: ClientBase): Promise<readonly AppliedMigration[]> {
  const { rows } = await client.query<{ is_new: boolean }>(
    `select to_regclass('trellis_server.schema_migrations') is null
      or to_regclass('supabase_migrations.schema_migrations') is null as is_new`,
  );
  if (rows[0]?.is_new) return [];
  const { rows: applied } = await client.query<AppliedMigration>(
    `select 'trellis_server' as history, version, name from trellis_server.schema_migrations
    union all select 'supabase_migrations', version, name from supabase_migrations.schema_migrations
    order by history desc, version`,
  );
  return applied;
}

/** @returns those that this release does not have */
export function unknownMigrations(
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
): readonly string[] {
  const keys = new Set(known.map(key));
  return applied.filter((one) => !keys.has(key(one))).map(({ version, name }) => `${version}_${name}`);
}

/**
 * This release must not write a database with migrations that it does not have. A migration younger than all of
 * its own comes from a newer release; an older one was removed since, and nothing leads from there to here.
 * @returns a sentence on why not; undefined where it may
 */
function foreignSchema(applied: ReadonlySet<string>, known: readonly Migration[]): string | undefined {
  const keys = new Set(known.map(key));
  const unknown = [...applied].filter((entry) => !keys.has(entry)).sort();
  const gone = unknown.filter((entry) => known.some((migration) => isOlder(entry, migration)));
  if (gone.length > 0) {
    const others = gone.length > 1 ? ` and ${gone.length - 1} more` : '';
    return (
      `The database was made by migrations that this release no longer has (${gone[0]}${others}). Nothing was changed. ` +
      'Export the workspaces with the release that made it, and import them into a new database: docs/upgrading.md says how.'
    );
  }
  if (unknown.length > 0)
    return `The database was changed by a newer release (${unknown.join(', ')}): start that one instead.`;
  return undefined;
}

/** @param entry as `key` writes it; versions of one history are equally long */
function isOlder(entry: string, migration: Migration): boolean {
  return entry.startsWith(`${migration.history}/`) && entry < key(migration);
}

function key(migration: Pick<Migration, 'history' | 'version'>): string {
  return `${migration.history}/${migration.version}`;
}
