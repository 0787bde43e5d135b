/**
 * Files that come in several requests, in a folder of this machine, until they are whole. Only the bytes that were
 * brought to the disk count as kept; the next request overwrites what a crash cut off after them.
 */
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isUuid } from '../http/uuid.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { LOOK_EVERY_BYTES, requireRoom, syncFolder } from './disk.ts';
import { FileWriter } from './file-writer.ts';

const A_DAY_MS = 24 * 60 * 60 * 1000;

export interface UnfinishedFiles {
  /** How many bytes are there; 0 when there is no file. */
  size(version: string): Promise<number>;
  /**
   * Adds bytes after the first so many.
   * @param keep called with how many are safely on the disk, from time to time and at the end, also when the bytes end
   * in an error
   * @returns how many there are now
   * @throws {DiskFullError} when there is no room; what the bytes and keep throw
   */
  append(
    version: string,
    offset: number,
    bytes: AsyncIterable<Uint8Array>,
    keep: (size: number) => Promise<void>,
  ): Promise<number>;
  head(version: string, bytes: number): Promise<Buffer>;
  placeOf(version: string): string;
  /** Those to which nothing was added for a day. */
  old(): Promise<readonly string[]>;
  remove(version: string): Promise<void>;
}

export async function openUnfinishedFiles(folder: string): Promise<UnfinishedFiles> {
  await makeFolder(folder);
  const placeOf = (version: string) => path.join(folder, version);
  return {
    placeOf,
    size: (version) =>
      stat(placeOf(version)).then(
        ({ size }) => size,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
          return 0;
        },
      ),
    append: async (version, offset, bytes, keep) => {
      await requireRoom(folder);
      await using handle = await open(placeOf(version), 'a', 0o600);
      await handle.truncate(offset);
      if (offset === 0) await syncFolder(folder);
      const writer = new FileWriter(handle);
      let [size, kept] = [offset, offset];
      const bring = async () => {
        await writer.flush();
        await handle.sync();
        await keep(size);
        kept = size;
      };
      try {
        for await (const chunk of bytes) {
          await writer.add(chunk);
          size += chunk.length;
          if (size < kept + LOOK_EVERY_BYTES) continue;
          await requireRoom(folder);
          await bring();
        }
      } catch (error) {
        // The first error tells more than one of this.
        if (size > kept) await bring().catch(() => undefined);
        throw error;
      }
      await bring();
      return size;
    },
    head: async (version, bytes) => {
      await using handle = await open(placeOf(version), 'r');
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    },
    old: async () => {
      const before = Date.now() - A_DAY_MS;
      const old: string[] = [];
      for (const version of (await readdir(folder)).filter(isUuid)) {
        const found = await stat(placeOf(version)).catch(() => undefined);
        if (found && found.mtimeMs < before) old.push(version);
      }
      return old;
    },
    remove: async (version) => {
      if (isUuid(version)) await rm(placeOf(version), { force: true });
    },
  };
}
