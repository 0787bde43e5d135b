/** Postgres inside this process: no server to run, one connection, files in a folder (or nothing but memory). */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { lockDirectory } from './directory-lock.ts';
import type { Engine } from './engine.ts';

const extensions = { pg_trgm, pgcrypto, unaccent };

/**
 * @param directory where the files are; made when missing
 * @throws {Error} when another process has the folder open
 */
export async function openPglite(directory: string): Promise<Engine> {
  await mkdir(path.dirname(directory), { recursive: true, mode: 0o700 });
  const lock = await lockDirectory(path.dirname(directory));
  return start({ dataDir: directory, extensions }, () => lock.release());
}

/**
 * A database that is gone when the process ends.
 * @param image a copy to begin from, as a backup is
 */
export async function openPgliteInMemory(image?: Blob): Promise<Engine> {
  return start({ extensions, ...(image ? { loadDataDir: image } : {}) }, async () => undefined);
}

async function start(options: PGliteOptions, unlock: () => Promise<void>): Promise<Engine> {
  const pglite = await PGlite.create(options).catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  return {
    kind: 'pglite',
    pool: new pg.Pool({ ...createPgConfig(pglite), max: 1, pipeline: true, idleTimeoutMillis: 0 }),
    backup: async (file) => {
      const archive = await pglite.dumpDataDir('gzip');
      await writeFile(file, archive.stream(), { mode: 0o600, flush: true });
    },
    close: async () => {
      await pglite.close();
      await unlock();
    },
  };
}
