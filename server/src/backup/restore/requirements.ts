/** The conditions of a restore, checked before it changes anything. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import packageJson from '../../../../package.json' with { type: 'json' };
import { listApplied, unknownMigrations } from '../../database/migrate/migrate.ts';
import { readMigrations } from '../../database/migrate/migration-files.ts';
import { listTables } from '../../database/tables/list-tables.ts';
import { FORMAT, type Manifest } from '../archive/manifest.ts';
import { RestoreError } from './restore-error.ts';

/** @throws {RestoreError} when a newer release made it, or one whose database has no way to this one's */
export async function requireReadable({ format, release, migrations }: Manifest): Promise<void> {
  const own = packageJson.version;
  if (format > FORMAT || isNewer(release, own))
    throw new RestoreError(
      `The archive was made by a newer release (${release}) than this one (${own}): restore it with that one.`,
    );
  const [unknown] = unknownMigrations(migrations, await readMigrations());
  if (unknown !== undefined)
    throw new RestoreError(
      `The archive's database has a change that this release does not know (${unknown}): restore it with the release that made it (${release}).`,
    );
}

function isNewer(release: string, own: string): boolean {
  return release.localeCompare(own, 'en', { numeric: true }) > 0;
}

/** @returns what of the data folder a restore would replace */
export async function listOccupied(
  dataDir: string,
  isDatabaseThere: boolean,
  secrets: string,
): Promise<readonly string[]> {
  const files = (await readdir(path.join(dataDir, 'storage')).catch(() => [])).filter((name) =>
    /^[0-9a-f]{2}$/.test(name),
  );
  const found = await readFile(path.join(dataDir, 'secrets.json'), 'utf8').catch(() => undefined);
  return [
    ...(isDatabaseThere ? ['a database'] : []),
    ...(files.length > 0 ? ['uploaded files'] : []),
    ...(found !== undefined && found !== secrets ? ['other secrets'] : []),
  ];
}

export async function isEmbeddedThere(directory: string): Promise<boolean> {
  return stat(path.join(directory, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/** @throws {RestoreError} when a server uses it */
export async function requireUnused(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ servers: number }>(
    `select count(*)::integer as servers from pg_stat_activity
    where datname = current_database() and application_name = 'trellis-listener'`,
  );
  if (rows[0]?.servers)
    throw new RestoreError('A Trellis is running on the database: stop it first, and all others on it.');
}

/** @returns whether a table that the migrations leave empty has a row */
export async function hasRows(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    if ((await listApplied(client)).length === 0) return false;
    const names = (await listTables(client)).map(({ name }) => name);
    const filled = names.filter((name) => /^(auth\.users|storage\.objects|public\.)/.test(name));
    for (const name of filled) {
      const { rows } = await client.query<{ found: boolean }>(`select exists (select from ${name}) as found`);
      if (rows[0]?.found) return true;
    }
    return false;
  } finally {
    client.release();
  }
}
