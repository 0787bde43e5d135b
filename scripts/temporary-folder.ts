/**
 * Where the tests of a run keep their files for its time: in memory where there is room, else on the disk. The embedded database syncs
 * each of its files when it starts and each transaction afterwards, and a disk makes it wait for that.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const NAME = 'trellis-run-';
// Servers, copies of databases and the browsers' folders come to some hundred megabytes. Browsers share their pictures there, too.
const LEAST_ROOM_BYTES = 4 * 1024 ** 3;
const LEAST_MEMORY_BYTES = 8 * 1024 ** 3;

/** @returns a new folder, which every user may enter, as the system's own */
export async function makeTemporaryFolder(memory = '/dev/shm'): Promise<string> {
  const folder = (await makeInMemory(memory)) ?? (await makeIn(os.tmpdir()));
  // PostgreSQL runs as a user of its own.
  await chmod(folder, 0o1777);
  return folder;
}

const makeIn = (parent: string) => mkdtemp(path.join(parent, `${NAME}${process.pid}-`));

/** A run that was broken off leaves its folder, which takes memory as long as it is there. */
async function removeLeftFolders(memory: string): Promise<void> {
  const names = await readdir(memory);
  const left = names.filter(
    (name) => name.startsWith(NAME) && !isRunning(Number.parseInt(name.slice(NAME.length), 10)),
  );
  await Promise.all(left.map((name) => rm(path.join(memory, name), { recursive: true, force: true })));
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

async function makeInMemory(memory: string): Promise<string | undefined> {
  const room = await statfs(memory).catch(() => undefined);
  if (room === undefined || room.bavail * room.bsize < LEAST_ROOM_BYTES) return undefined;
  if (process.availableMemory() < LEAST_MEMORY_BYTES) return undefined;
  await removeLeftFolders(memory);
  const folder = await makeIn(memory);
  if (await runsPrograms(folder)) return folder;
  await rm(folder, { recursive: true });
  return undefined;
}

/** Containers often forbid it there, and some tests install a program and run it. */
async function runsPrograms(folder: string): Promise<boolean> {
  const program = path.join(folder, 'program');
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
  return promisify(execFile)(program).then(
    () => true,
    () => false,
  );
}
