/** Brings a folder with everything in it to the disk. */
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';

export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const place = path.join(folder, entry.name);
      return entry.isDirectory() ? syncTree(place) : syncOne(place);
    }),
  );
  await syncOne(folder);
}

/** A file, or the names in a folder. */
export async function syncOne(place: string): Promise<void> {
  // Windows opens no folders.
  await using handle = await open(place, 'r').catch(() => undefined);
  await handle?.sync().catch((error: NodeJS.ErrnoException) => {
    if (process.platform !== 'win32') throw error;
  });
}
