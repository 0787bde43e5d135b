/**
 * Files in a folder of this machine, each under its version. Bytes are written beside their place, brought to the disk
 * and only then put there, so that a crash leaves a whole file or none.
 */
import fs, { constants } from 'node:fs';
import { copyFile, type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isUuid } from '../http/uuid.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { LOOK_EVERY_BYTES, requireRoom, syncFolder } from './disk.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { FileWriter } from './file-writer.ts';

// Reading by descriptor takes half of the time that reading by Node's file handles does.
const openDescriptor = promisify(fs.open);

export async function openDiskStore(folder: string): Promise<FileStore> {
  await makeFolder(folder);

  /** Shortened versions part the files over 256 folders, which every file system copes with. */
  function placeOf(version: string): {
    readonly directory: string;
    readonly file: string;
    readonly part: string;
  } {
    const directory = path.join(folder, version.slice(0, 2).toLowerCase());
    const file = path.join(directory, version);
    return { directory, file, part: `${file}.part` };
  }

  /** @param fill writes the bytes, and tells how many */
  async function put(version: string, fill: (part: string) => Promise<number>): Promise<number> {
    const { directory, file, part } = placeOf(version);
    await requireRoom(folder);
    if (await isNew(directory)) await syncFolder(folder);
    try {
      const size = await fill(part);
      await rename(part, file);
      await syncFolder(directory);
      return size;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  return {
    write: (version, bytes) =>
      put(version, async (part) => {
        await using handle = await open(part, 'wx', 0o600);
        const size = await fill(handle, bytes, () => requireRoom(folder));
        await handle.sync();
        return size;
      }),
    take: async (version, from) => {
      await put(version, async (part) => {
        await rm(part, { force: true });
        // A second name for the same bytes. Some file systems cannot give one.
        await link(from, part).catch(() => copySynced(from, part));
        return 0;
      });
    },
    copy: async (from, to) => {
      if (!isUuid(from)) return undefined;
      try {
        return await put(to, (part) => copySynced(placeOf(from).file, part));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    open: async (version) => {
      // A row that was made by other means may say anything.
      return isUuid(version) ? openFile(placeOf(version).file) : undefined;
    },
    // Also one that is gone by now: whoever reads it finds out.
    lend: async (version) => ({ path: placeOf(version).file, [Symbol.asyncDispose]: async () => undefined }),
    remove: async (version) => {
      if (!isUuid(version)) return;
      const { file, part } = placeOf(version);
      await rm(file, { force: true });
      await rm(part, { force: true });
    },
  };
}

async function fill(
  handle: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  requireRoom: () => Promise<void>,
): Promise<number> {
  const writer = new FileWriter(handle);
  let size = 0;
  let lookAt = LOOK_EVERY_BYTES;
  for await (const chunk of bytes) {
    await writer.add(chunk);
    size += chunk.length;
    if (size < lookAt) continue;
    lookAt = size + LOOK_EVERY_BYTES;
    await requireRoom();
  }
  await writer.flush();
  return size;
}

/** Makes the folder, if it is not there. */
function isNew(directory: string): Promise<boolean> {
  return mkdir(directory, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
}

/** @returns its size */
async function copySynced(from: string, to: string): Promise<number> {
  // File systems that can share the bytes of both do.
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await using handle = await open(to, 'r+');
  await handle.sync();
  return (await handle.stat()).size;
}

/** @returns undefined when there is no such file */
export async function openFile(file: string): Promise<StoredFile | undefined> {
  const descriptor = await openDescriptor(file, 'r').catch(unlessMissing);
  if (descriptor === undefined) return undefined;
  const { size } = await promisify(fs.fstat)(descriptor);
  return {
    size,
    read: (first, last) =>
      fs.createReadStream('', { fd: descriptor, start: first, end: last, highWaterMark: 128 * 1024 }),
    close: () => promisify(fs.close)(descriptor),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
