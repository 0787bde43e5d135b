/**
 * Copies the files of an embedded database while it goes on, by Postgres' own way for it: what is written meanwhile is in the
 * log, and is replayed when the copy is opened. It is the state of the moment at which the log was copied.
 */
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

const LOG = 'pg_wal';
// Locks of a process, and Postgres' own note of one.
const NOT_COPIED = /^(lock-.*\.sock|postmaster\.(pid|opts)|new)$/;

/**
 * @param pool of one connection that stays. Nothing shortens the log meanwhile.
 * @param target is made
 * @throws {Error} also when the database was started again meanwhile
 */
export async function copyRunning(pool: pg.Pool, directory: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true, mode: 0o700 });
  await pool.query(`select pg_backup_start('trellis', true)`);
  let label: string;
  try {
    await copyFolder(directory, target, (name) => name === LOG || NOT_COPIED.test(name));
  } finally {
    const { rows } = await pool.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    );
    label = rows[0]?.label ?? '';
  }
  await copyFolder(path.join(directory, LOG), path.join(target, LOG), () => false);
  await writeFile(path.join(target, 'backup_label'), label, { mode: 0o600 });
}

async function copyFolder(from: string, to: string, isLeftOut: (name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (isLeftOut(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target, () => false);
    else if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE).catch(unlessGone);
  }
}

/** A file that was removed meanwhile: the log knows. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
