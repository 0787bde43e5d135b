/** Whether a disk is full: the file system's words for it, Postgres', and how much room there is. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { isSqlError } from './sql-error.ts';

const MIB = 1024 * 1024;
const DISK_FULL = '53100';

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || (isSqlError(error) && error.code === DISK_FULL);
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
