/** Room on the disk, and names that a crash cannot take away. */
import { open, statfs } from 'node:fs/promises';
import { DiskFullError } from '../machine/disk-room.ts';

const MIB = 1024 * 1024;
// Uploads leave this much room: the embedded database may be on the same disk.
const LEFT_FREE_BYTES = 64 * MIB;
/** Bytes between two looks. */
export const LOOK_EVERY_BYTES = 8 * MIB;

export async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= LEFT_FREE_BYTES;
}

/** @throws {DiskFullError} */
export async function requireRoom(folder: string): Promise<void> {
  if (!(await hasRoom(folder)))
    throw new DiskFullError(`The disk that holds ${folder} has no room for files.`);
}

/** A name in a folder is only safe when the folder is on the disk, too. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}
