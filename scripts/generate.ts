/**
 * `npm run generate`: writes the files that are made from the migrations, the declarations of the settings, the list of kinds of
 * blocks, the page icons, package-lock.json, and the headers of the source files. The database is made in memory, so nothing needs to be
 * installed. Tests keep the written files in step with their sources. `-- --code` writes the index of the code alone, in a second.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Pool } from 'pg';
import { openInMemory } from '../server/src/database/engines/embedded/open-embedded.ts';
import { migrate } from '../server/src/database/migrate/migrate.ts';
import { readMigrations } from '../server/src/database/migrate/migration-files.ts';
import { renderFacts } from '../server/src/database/schema-check/check-schema.ts';
import { readCatalogue } from './database-schema/catalogue.ts';
import { renderPermissions } from './database-schema/render-permissions.ts';
import { renderSchema } from './database-schema/render-schema.ts';
import { renderDatabaseTypes } from './database-types/render.ts';
import { readSchema } from './database-types/schema.ts';
import { renderCodeIndex } from './render/render-code-index.ts';
import { LAYERS, renderLayer, renderStyles, STYLES } from './render/render-kinds.ts';
import { renderPageIconShapes, renderPageIconStyles } from './render/render-page-icons.ts';
import { renderEnvExample, renderSettings } from './render/render-settings.ts';
import { renderThirdParty } from './render/render-third-party.ts';
import { renderUnread, UNREAD } from './render/render-unread.ts';

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
  { path: 'web/src/ui/theme/page-icons.generated.css', generate: async () => renderPageIconStyles() },
  {
    path: 'supabase/functions/public-page/document/page-icons.generated.ts',
    generate: async () => renderPageIconShapes(),
  },
  {
    path: 'server/src/database/schema-check/facts.generated.txt',
    generate: async (pool) => {
      const client = await pool.connect();
      return renderFacts(client, await readMigrations()).finally(() => client.release());
    },
  },
  { path: 'docs/settings.md', generate: async () => renderSettings() },
  { path: '.env.example', generate: async () => renderEnvExample() },
  ...LAYERS.map((layer) => ({ path: layer.path, generate: async () => renderLayer(layer) })),
  { path: STYLES, generate: async () => renderStyles() },
  { path: UNREAD, generate: renderUnread },
  { path: 'THIRD-PARTY.md', generate: async () => renderThirdParty() },
];

export const locate = ({ path }: Pick<GeneratedFile, 'path'>) => new URL(`../${path}`, import.meta.url);

/** Made whole, so that the page of a room that is gone goes, too. It asks no database; scripts/docs.test.ts keeps it in step. */
async function writeCodeIndex(): Promise<void> {
  const folder = locate({ path: 'docs/code' });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const [path, text] of renderCodeIndex()) await writeFile(locate({ path }), text);
}

async function generateAll(): Promise<void> {
  await writeCodeIndex();
  if (process.argv.includes('--code')) return;
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
