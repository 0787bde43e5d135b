/** Postgres inside this process: no server to run, one connection, files in a folder (or nothing but memory). */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { lockDirectory } from './directory-lock.ts';
import type { Engine } from './engine.ts';
import { openPool } from './open-pool.ts';

// Postgres' own default of 128 MB is most of the process; the files are in the operating system's cache anyway.
const SHARED_BUFFERS = 'shared_buffers=32MB';

/**
 * @param directory where the files are; made when missing
 * @throws {Error} when another process has the folder open
 */
export async function openPglite(directory: string): Promise<Engine> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // The engine leaves its files open to everyone, and so may whoever made the folder around them.
  await chmod(directory, 0o700);
  const lock = await lockDirectory(path.dirname(directory));
  return start({ dataDir: directory }, () => lock.release());
}

/**
 * A database that is gone when the process ends.
 * @param image a copy to begin from, as a backup is
 */
export async function openPgliteInMemory(image?: Blob): Promise<Engine> {
  return start(image ? { loadDataDir: image } : {}, async () => undefined);
}

async function start(options: PGliteOptions, unlock: () => Promise<void>): Promise<Engine> {
  const startParams = [...PGlite.defaultStartParams, '-c', SHARED_BUFFERS];
  const pglite = await PGlite.create({ ...options, startParams }).catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  return {
    pool: openPool({ ...createPgConfig(pglite), max: 1, idleTimeoutMillis: 0 }),
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
