/** Names the disk of this process, so that it knows after a restart what is on it. Processes with one folder have one. */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

export async function diskId(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'disk-id');
  // Another process may make it at the same moment.
  await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}
