/** Archives in a folder, readable by their owner only: they hold secrets. */
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isDiskFull } from '../../machine/disk-room.ts';
import { makeFolder } from '../../machine/make-folder.ts';
import { type Draft, isArchiveName, type Place, PlaceError } from './place.ts';

export function openFolder(folder: string): Place {
  return {
    address: folder,
    begin: (name) => beginFile(path.join(folder, name)),
    list: async () => (await readdir(folder).catch(() => [])).filter(isArchiveName).sort(),
    remove: (name) => rm(path.join(folder, name), { force: true }),
    open: async (name) => {
      const file = path.join(folder, name);
      const found = await stat(file).catch(() => undefined);
      return found && { size: found.size, bytes: createReadStream(file, { highWaterMark: 1024 * 1024 }) };
    },
  };
}

/**
 * Writes a file beside its place, brings it to the disk, and only then gives it its name.
 * @throws {PlaceError}
 */
export async function beginFile(file: string): Promise<Draft> {
  const folder = path.dirname(file);
  const part = `${file}.part`;
  const tell = (error: Error): never => {
    const problem = isDiskFull(error) ? 'the disk is full' : error.message;
    throw new PlaceError(`The backup cannot be written to ${folder}: ${problem}.`, { cause: error });
  };
  await makeFolder(folder).catch(tell);
  // A crash may have left one.
  await rm(part, { force: true }).catch(tell);
  const handle = await open(part, 'wx', 0o600).catch(tell);
  return {
    write: async (bytes) => {
      await handle.writeFile(bytes).catch(tell);
    },
    commit: async () => {
      await handle.sync().catch(tell);
      await handle.close();
      await rename(part, file).catch(tell);
      await using directory = await open(folder, 'r');
      await directory.sync();
    },
    abort: async () => {
      await handle.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}
