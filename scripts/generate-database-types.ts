/**
 * `npm run generate:types`: writes the product's tables and functions, as the migrations make them, in the shape that
 * `createClient<Database>` of supabase-js reads. A test keeps the written file in step with the migrations.
 */
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { openInMemory } from '../server/src/database/engines/embedded/open-embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { renderDatabaseTypes } from './database-types/render.ts';
import { readSchema } from './database-types/schema.ts';

export const DATABASE_TYPES = new URL('../web/src/lib/database.types.generated.ts', import.meta.url);

/** @returns the file's text, made from a database in memory with every migration applied */
export async function generateDatabaseTypes(): Promise<string> {
  const engine = await openInMemory();
  try {
    await migrate(engine.pool);
    return renderDatabaseTypes(await readSchema(engine.pool));
  } finally {
    await engine.pool.end();
    await engine.close();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(DATABASE_TYPES, await generateDatabaseTypes());
}
