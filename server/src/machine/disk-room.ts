/** Whether a disk is full: the file system's words for it, Postgres', and how much room there is. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';

const MIB = 1024 * 1024;
/** Postgres' SQLSTATE `disk_full`, and the file system's code. */
const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC']);

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DISK_FULL_CODES.has(error.code);
}

export function freeMib({ bavail, bsize }: Pick<StatsFs, 'bavail' | 'bsize'>): number {
  return Math.floor((bavail * bsize) / MIB);
}

/** Its message is a sentence for the operator. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
}

/** @throws {DiskFullError} when there is less room than that */
export async function requireRoom(folder: string, leastMib: number): Promise<void> {
  const free = freeMib(await statfs(folder));
  if (free < leastMib)
    throw new DiskFullError(
      `The disk that holds ${folder} is full: ${free} MB are free, and ${leastMib} are needed to start.`,
    );
}
