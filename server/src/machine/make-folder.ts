/**
 * Makes a folder and those above it. Node's own way of doing so never ends in /proc, which takes none and does
 * not say.
 */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * @param folder for its owner only, when it is made
 * @throws {Error} in the file system's words
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && path.dirname(folder) !== folder) {
      await makeFolder(path.dirname(folder));
      await mkdirUnlessMade(folder);
    } else if (!(await isFolder(folder))) throw error;
  }
}

/** Another process that starts may be faster. */
async function mkdirUnlessMade(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(async (error: Error) => {
    if (!(await isFolder(folder))) throw error;
  });
}

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
