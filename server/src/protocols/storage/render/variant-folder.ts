/**
 * Variants that were made before, in a folder of this machine. It holds copies alone: whatever is removed from it is made
 * again. Several processes may share it, so nothing of it is remembered.
 */
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { hasRoom } from '../../../files/disk.ts';
import { openFile } from '../../../files/disk-store.ts';
import type { StoredFile } from '../../../files/file-store.ts';
import { isUuid } from '../../../http/uuid.ts';
import { uploadErrors } from '../errors.ts';
import { FORMATS, type Format } from './render-job.ts';

const MIB = 1024 * 1024;
const MOST_BYTES = 256 * MIB;
// Below the most, so that not each new variant makes room.
const KEPT_BYTES = 224 * MIB;
const LOOK_EVERY_BYTES = 16 * MIB;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const FAILURE = 'failure.json';

export interface Variant {
  readonly format: Format;
  readonly file: StoredFile;
}

export interface VariantFolder {
  /** @param key names the transformation */
  find(version: string, key: string): Promise<Variant | undefined>;
  /**
   * @param make writes the variant to a file
   * @throws what `make` throws; {StorageError} when the disk is full
   */
  add(version: string, key: string, make: (file: string) => Promise<Format>): Promise<void>;
  /** The last failure with a picture, for a day: it would fail again, and take as long. */
  failureOf(version: string): Promise<Failure | undefined>;
  noteFailure(version: string, failure: Failure): Promise<void>;
  /** Those of a picture that is gone. */
  forget(version: string): Promise<void>;
}

const failureSchema = z.object({
  problem: z.enum(['unreadable', 'too-large', 'too-slow', 'swollen', 'crashed']),
  /** How much work it was; 0 where no variant can be made at all. */
  effort: z.number(),
});
export type Failure = z.output<typeof failureSchema>;

export function openVariantFolder(
  folder: string,
  bytes = { most: MOST_BYTES, kept: KEPT_BYTES },
): VariantFolder {
  let written = Math.min(LOOK_EVERY_BYTES, bytes.most);

  async function requireRoom(): Promise<void> {
    if (await hasRoom(folder)) return;
    await shorten(folder, 0);
    if (!(await hasRoom(folder))) throw uploadErrors.noRoom();
  }

  return {
    find: async (version, key) => {
      const directory = path.join(folder, version);
      const names: readonly string[] = await readdir(directory).catch(() => []);
      for (const format of FORMATS) {
        const name = `${key}.${format}`;
        if (!names.includes(name)) continue;
        const file = await openFile(path.join(directory, name));
        if (!file) continue;
        await touch(path.join(directory, name));
        return { format, file };
      }
      return undefined;
    },
    add: async (version, key, make) => {
      const directory = path.join(folder, version);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await requireRoom();
      const part = path.join(directory, `${key}.${process.pid}.part`);
      try {
        const format = await make(part);
        written += (await stat(part)).size;
        await rename(part, path.join(directory, `${key}.${format}`));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      if (written < Math.min(LOOK_EVERY_BYTES, bytes.most)) return;
      written = 0;
      await shorten(folder, bytes.most, bytes.kept);
    },
    failureOf: async (version) => {
      const file = path.join(folder, version, FAILURE);
      const facts = await stat(file).catch(() => undefined);
      if (!facts || Date.now() - facts.mtimeMs > DAY_MS) return undefined;
      const text = await readFile(file, 'utf8').catch(() => '');
      return failureSchema.safeParse(parsed(text)).data;
    },
    noteFailure: async (version, failure) => {
      const directory = path.join(folder, version);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // A full disk must not hide why the picture failed.
      await writeFile(path.join(directory, FAILURE), JSON.stringify(failure)).catch(() => undefined);
    },
    forget: async (version) => {
      if (isUuid(version)) await rm(path.join(folder, version), { recursive: true, force: true });
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A crash has cut it off.
    return undefined;
  }
}

/** A look at it keeps a variant. */
async function touch(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found || Date.now() - found.mtimeMs < HOUR_MS) return;
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}

/** Removes those first that nobody has looked at for the longest time. */
async function shorten(folder: string, most: number, kept = most): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const facts = await stat(file).catch(() => undefined);
        return facts && { file, size: facts.size, usedAt: facts.mtimeMs };
      }),
  );
  const files = found.filter((file) => file !== undefined).sort((a, b) => a.usedAt - b.usedAt);
  let size = files.reduce((sum, file) => sum + file.size, 0);
  if (size <= most) return;
  for (const file of files) {
    if (size <= kept) return;
    await rm(file.file, { force: true });
    size -= file.size;
  }
}
