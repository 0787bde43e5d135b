/** Makes the files of a new embedded database, unless one exists. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { requireRoom } from '../../../../machine/disk-room.ts';
import { syncOne, syncTree } from '../folder/sync-tree.ts';

const MAIN = new URL('./make-main.ts', import.meta.url);
// Every database has it, and the engine looks for it.
const MARK = 'PG_VERSION';
const DRAFT = 'new';
// Twice as much as one takes at first.
const LEAST_ROOM_MIB = 100;

/**
 * Half a database must never be taken for one: it is made in a folder within, and its mark comes last.
 * @throws {Error} when it could not be made; the next start tries again
 */
export async function makeDatabaseUnlessThere(directory: string): Promise<void> {
  if (await isThere(path.join(directory, MARK))) return;
  await requireRoom(directory, LEAST_ROOM_MIB);
  const draft = path.join(directory, DRAFT);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  try {
    await make(draft);
    await syncTree(draft);
    const names = await readdir(draft);
    for (const name of [...names.filter((one) => one !== MARK), MARK]) {
      // A start that was cut short has moved these already.
      await rm(path.join(directory, name), { recursive: true, force: true });
      await rename(path.join(draft, name), path.join(directory, name));
    }
    await syncOne(directory);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function make(folder: string): Promise<void> {
  // Code that runs once is not worth optimising.
  const child = fork(MAIN, [folder], {
    execArgv: ['--liftoff-only'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  let result: { readonly problem?: string } | undefined;
  child.on('message', (message) => {
    result = message as { readonly problem?: string };
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (result?.problem !== undefined) throw new Error(result.problem);
  if (!result) throw new Error(said.trim().split('\n').at(-1) || `making it ended (${signal ?? code})`);
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
