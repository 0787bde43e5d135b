/**
 * The text that each migration was applied with: its digest stands beside the server's own migrations, the text itself
 * beside the product's, as the Supabase CLI keeps it. Comments and white space do not count.
 */
import type { ClientBase } from 'pg';
import { digestOf, type Migration } from './migration-files.ts';

const FOLDERS = {
  trellis_server: 'server/src/database/migrations',
  supabase_migrations: 'supabase/migrations',
};

/** The digest of a text in SQL, as {@link digestOf} makes it of a file. */
const DIGEST = (text: string) =>
  `md5(regexp_replace(regexp_replace(${text}, '^[ \\t]*--.*$', '', 'gn'), '[ \\t\\r\\n]+', '', 'g'))`;

/** @returns the files whose migrations were applied with another text */
export async function editedMigrations(
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const { rows } = await client.query<Pick<Migration, 'history' | 'version'>>(
    `select 'trellis_server' as history, version from trellis_server.schema_migrations as applied
    join unnest($1::text[], $2::text[]) as file (version, digest) using (version)
    where applied.digest <> file.digest
    union all
    select 'supabase_migrations', version from supabase_migrations.schema_migrations as applied
    join unnest($3::text[], $4::text[]) as file (version, digest) using (version)
    where cardinality(statements) = 1 and ${DIGEST('statements[1]')} <> file.digest
    order by history desc, version`,
    [...columnsOf(migrations, 'trellis_server'), ...columnsOf(migrations, 'supabase_migrations')],
  );
  return rows.map(({ history, version }) => {
    const file = migrations.find((one) => one.history === history && one.version === version);
    return `${FOLDERS[history]}/${version}_${file?.name}.sql`;
  });
}

/** @param files at least one */
export function editedSentence(files: readonly string[]): string {
  return `The database was made by another text of ${files.join(', ')}: put back the file as it was, and make changes in a new migration.`;
}

function columnsOf(migrations: readonly Migration[], history: Migration['history']): string[][] {
  const own = migrations.filter((migration) => migration.history === history);
  return [own.map(({ version }) => version), own.map(digestOf)];
}
