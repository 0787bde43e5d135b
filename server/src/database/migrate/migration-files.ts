/**
 * The migrations of this release: first those of the server's own schemas (roles, `auth`), then the product's
 * `supabase/migrations`.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const OWN_MIGRATIONS = new URL('../migrations/', import.meta.url);
const PRODUCT_MIGRATIONS = new URL('../../../../supabase/migrations/', import.meta.url);

export interface Migration {
  readonly version: string;
  readonly name: string;
  readonly sql: string;
  readonly history: 'trellis_server' | 'supabase_migrations';
}

/** @returns them in the order in which they are applied */
export async function readMigrations(): Promise<readonly Migration[]> {
  return [
    ...(await readFolder(OWN_MIGRATIONS, 'trellis_server')),
    ...(await readFolder(PRODUCT_MIGRATIONS, 'supabase_migrations')),
  ];
}

async function readFolder(directory: URL, history: Migration['history']): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
      if (!version || !name) throw new Error(`${file} is not named <version>_<name>.sql.`);
      return { version, name, history, sql: await readFile(new URL(file, directory), 'utf8') };
    }),
  );
}

/** The digest of a migration's statements: lines of comments and white space do not count. */
export function digestOf({ sql }: Pick<Migration, 'sql'>): string {
  const statements = sql.replaceAll(/^[ \t]*--.*$/gm, '').replaceAll(/[ \t\r\n]+/g, '');
  return createHash('md5').update(statements).digest('hex');
}
