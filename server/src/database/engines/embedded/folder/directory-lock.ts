/**
 * A data folder has a single process at a time. The lock is a listening Unix socket (a named pipe on Windows): the operating
 * system stops it with the process, so that a `kill -9` leaves only a file at which nobody answers, and no process id
 * is compared that a container may have given to someone else.
 *
 * Each process listens at a name of its own first and only then asks whether anyone else does. So of two at the same
 * time at least one sees the other, whatever the order, and no file is removed that could be somebody's lock.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, realpath, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

// A socket's path may have 107 bytes on Linux and 103 on macOS.
const LONGEST_SOCKET_PATH = 100;
// Two that see each other both step back, for a while that differs.
const ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 400;

export interface DirectoryLock {
  release(): Promise<void>;
}

/** @throws {Error} when another process holds the folder */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const real = await realpath(directory);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const lock = process.platform === 'win32' ? await lockPipe(real) : await lockSocket(real);
    if (lock) return lock;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE_MS));
  }
  throw new Error(`${directory} is in use: another Trellis is running on it (see DATA_DIR).`);
}

/** Pipes have no files, and only one process can make one of a name. */
async function lockPipe(directory: string): Promise<DirectoryLock | undefined> {
  try {
    return await listen(`\\\\.\\pipe\\trellis-${hashOf(directory)}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

async function lockSocket(directory: string): Promise<DirectoryLock | undefined> {
  const { folder, prefix } = socketPlace(directory);
  const own = `${prefix}${randomBytes(4).toString('hex')}.sock`;
  const lock = await listen(path.join(folder, own));
  const others = (await readdir(folder)).filter((name) => isSocketOf(prefix, name) && name !== own);
  const answering = await Promise.all(others.map((name) => answers(path.join(folder, name))));
  if (answering.includes(true)) {
    await lock.release();
    return undefined;
  }
  for (const name of others) await rm(path.join(folder, name), { force: true });
  return lock;
}

function socketPlace(directory: string): { readonly folder: string; readonly prefix: string } {
  const longest = path.join(directory, 'lock-00000000.sock');
  return Buffer.byteLength(longest) <= LONGEST_SOCKET_PATH
    ? { folder: directory, prefix: 'lock-' }
    : { folder: os.tmpdir(), prefix: `trellis-${hashOf(directory)}-` };
}

function isSocketOf(prefix: string, name: string): boolean {
  return name.startsWith(prefix) && name.endsWith('.sock');
}

function hashOf(directory: string): string {
  return createHash('sha256').update(directory).digest('hex').slice(0, 32);
}

/** @throws {NodeJS.ErrnoException} `EADDRINUSE` when the address is taken */
function listen(address: string): Promise<DirectoryLock> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(address, () => {
      server.unref();
      resolve({ release: () => new Promise((released) => server.close(() => released())) });
    });
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
