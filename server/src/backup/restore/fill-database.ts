/** Makes a database's schema as it was where its rows come from, loads them, and brings it up to this release. */
import type { Pool } from 'pg';
import { type AppliedMigration, listApplied, migrate } from '../../database/migrate/migrate.ts';
import { checkSchema } from '../../database/schema-check/check-schema.ts';
import type { Sequence, Table } from '../../database/tables/list-tables.ts';
import { type LoadedRows, loadTables } from '../../database/tables/load-tables.ts';

export interface Contents {
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly (Table & { readonly rows?: number })[];
  readonly sequences: readonly Sequence[];
  readonly pieces: AsyncIterable<LoadedRows>;
}

/**
 * @param pool its database has no migrations but these
 * @throws {Error} when rows cannot be loaded: none is then
 */
export async function fillDatabase(pool: Pool, contents: Contents): Promise<void> {
  await migrate(pool, { only: contents.migrations });
  const client = await pool.connect();
  try {
    await loadTables(client, contents.tables, contents.sequences, contents.pieces);
  } finally {
    client.release();
  }
  await migrate(pool, {
    whenMigrated: (migrated, migrations) => checkSchema(migrated, migrations, () => undefined),
  });
  // Everything that was loaded is in the log; an embedded database would keep all of it.
  await pool.query('checkpoint').catch(() => undefined);
}

/** @returns a sentence when the rows cannot be loaded over this schema */
export async function problemOfSchema(
  pool: Pool,
  migrations: readonly AppliedMigration[],
): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    const wanted = new Set(migrations.map(({ history, version }) => `${history}/${version}`));
    const newer = (await listApplied(client)).filter(
      ({ history, version }) => !wanted.has(`${history}/${version}`),
    );
    return newer[0] === undefined
      ? undefined
      : `The database has changes that were not there yet where the rows come from (${newer[0].version}_${newer[0].name}): give an empty database.`;
  } finally {
    client.release();
  }
}
