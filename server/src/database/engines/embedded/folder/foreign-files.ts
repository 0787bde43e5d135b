/** Files that another user left in a folder, such as root who opened a service's database by hand: the engine does not say so. */
import { access, constants, readdir } from 'node:fs/promises';
import path from 'node:path';

/** @returns the first entry below it that this user may not read and write; undefined when there is none */
export async function findForeign(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (!entries) return folder;
  for (const entry of entries) {
    const found = path.join(folder, entry.name);
    const isOurs = await access(found, constants.R_OK | constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isOurs) return found;
    const deeper = entry.isDirectory() ? await findForeign(found) : undefined;
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}
