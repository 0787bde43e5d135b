/**
 * Making an embedded database takes seconds, loading a copy a fraction of one: so it is made and migrated once per
 * run, and every test file starts from the copy.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openInMemory } from '../../src/database/engines/embedded/open-embedded.ts';
import { migrate } from '../../src/database/migrate.ts';

/** @returns what removes the copy again */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => undefined;
  const directory = await mkdtemp(path.join(os.tmpdir(), 'trellis-image-'));
  const image = path.join(directory, 'image.tar.gz');
  const engine = await openInMemory();
  await migrate(engine.pool);
  await engine.backup?.(image);
  await engine.pool.end();
  await engine.close();
  process.env.TEST_DATABASE_IMAGE = image;
  return () => rm(directory, { recursive: true });
}
