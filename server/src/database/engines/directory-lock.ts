/**
 * One process at a time per data folder. The lock is a listening Unix socket (a named pipe on Windows): the
 * operating system drops it with the process, so that nothing is left to clean up after a `kill -9`, and no process
 * id is compared that a container may have given to someone else.
 */
import { createHash } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

// A socket's path may have 107 bytes on Linux and 103 on macOS.
const LONGEST_SOCKET_PATH = 100;

export interface DirectoryLock {
  release(): Promise<void>;
}

/** @throws {Error} when another process holds the folder */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const address = socketAddress(await realpath(directory));
  const server = (await listen(address)) ?? (await takeOver(address));
  if (!server) throw new Error(`${directory} is in use: another Trellis is running on it (see DATA_DIR).`);
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function socketAddress(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\trellis-${hash}`;
  const inside = path.join(directory, 'lock.sock');
  return inside.length <= LONGEST_SOCKET_PATH ? inside : path.join(os.tmpdir(), `trellis-${hash}.sock`);
}

async function takeOver(address: string): Promise<net.Server | undefined> {
  if (await answers(address)) return undefined;
  await rm(address, { force: true });
  return listen(address);
}

/** @returns undefined when the address is taken */
function listen(address: string): Promise<net.Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('listening', () => resolve(server));
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address);
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
