/**
 * `npm run generate`: writes what is made from the migrations. The database is made in memory, so nothing needs to be
 * installed; a test keeps the written files in step with the migrations, on every database that it runs on.
 */
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Pool } from 'pg';
import { openInMemory } from '../server/src/database/engines/embedded/open-embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { readCatalogue } from './database-schema/catalogue.ts';
import { renderPermissions } from './database-schema/render-permissions.ts';
import { renderSchema } from './database-schema/render-schema.ts';
import { renderDatabaseTypes } from './database-types/render.ts';
import { readSchema } from './database-types/schema.ts';

interface GeneratedFile {
  readonly path: string;
  /** @param pool a migrated database, as its owner */
  generate(pool: Pool): Promise<string>;
}

export const GENERATED_FILES: readonly GeneratedFile[] = [
  {
    path: 'web/src/lib/database.types.generated.ts',
    generate: async (pool) => renderDatabaseTypes(await readSchema(pool)),
  },
  {
    path: 'supabase/schema.sql',
    generate: async (pool) => renderSchema(await readCatalogue(pool)),
  },
  {
    path: 'docs/permissions.md',
    generate: async (pool) => renderPermissions(await readCatalogue(pool)),
  },
];

export const locate = ({ path }: GeneratedFile) => new URL(`../${path}`, import.meta.url);

async function generateAll(): Promise<void> {
  const engine = await openInMemory();
  try {
    await migrate(engine.pool);
    for (const file of GENERATED_FILES) await writeFile(locate(file), await file.generate(engine.pool));
  } finally {
    await engine.pool.end();
    await engine.close();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await generateAll();
