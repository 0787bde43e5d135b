/**
 * Copies of an embedded database, kept before its schema changes. Backups on request and by the schedule, of both
 * engines, are in server/src/backup.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DiskFullError, isDiskFull } from '../../../../machine/disk-room.ts';

const KEPT = 3;

/**
 * @param directory where the copies are kept
 * @param write writes a copy to the file it is given
 * @returns the new copy's file; of all copies the newest three stay
 * @throws {DiskFullError} when there is no room; the unfinished copy is removed again
 */
export async function keepBackup(directory: string, write: (file: string) => Promise<void>): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const name = `database-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`;
  const file = path.join(directory, name);
  // Complete before it bears its name: a copy that was cut short must never push out a good one.
  const part = `${file}.part`;
  try {
    await write(part);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    if (!isDiskFull(error)) throw error;
    const sentence = `The disk that holds ${directory} is full: there is no room for the copy of the database that is kept before an upgrade.`;
    throw new DiskFullError(sentence, { cause: error });
  }
  const copies = (await readdir(directory)).filter((entry) => /^database-.*\.tar\.gz$/.test(entry)).sort();
  for (const old of copies.slice(0, -KEPT)) await rm(path.join(directory, old));
  return file;
}
