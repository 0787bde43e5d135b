/** All journeys of a run share a migrated database to copy, and the list of checked parts. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openEmbedded } from '../../server/src/database/engines/embedded/open-embedded.ts';
import { migrate } from '../../server/src/database/migrate/migrate.ts';
import { makeTemplate } from '../../server/test/support/database-template.ts';

/** @returns the function that undoes it all */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'trellis-journeys-'));
  process.env.CHECKED_PARTS = path.join(directory, 'checked-parts');
  const server = process.env.TEST_DATABASE_URL;
  const dropTemplate = server ? await makeTemplate(server) : await makeFolder(path.join(directory, 'data'));
  return async () => {
    await dropTemplate?.();
    await rm(directory, { recursive: true });
  };
}

async function makeFolder(data: string): Promise<undefined> {
  const folder = path.join(data, 'database');
  const engine = await openEmbedded(folder);
  await migrate(engine.pool);
  await engine.pool.end();
  await engine.close();
  process.env.TEST_DATABASE_FOLDER = folder;
}
