/**
 * Looks whether the disk of the data folder is nearly full: nothing can be saved then, though the server answers.
 * `/health/ready` warns of it.
 */
import { statfs } from 'node:fs/promises';
import { freeMib } from './disk-room.ts';

const LOOK_EVERY_MS = 10_000;
/** The server needs so much to start and to take files. */
export const LEAST_FREE_MIB = 100;

export interface DiskWatch {
  /** Sentences for the operator. */
  warnings(): readonly string[];
  stop(): void;
}

export async function watchDisk(folder: string): Promise<DiskWatch> {
  let free = Number.POSITIVE_INFINITY;
  const look = async () => {
    // A disk that does not say has another fault.
    free = await statfs(folder).then(freeMib, () => Number.POSITIVE_INFINITY);
  };
  await look();
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    warnings: () =>
      free < LEAST_FREE_MIB
        ? [`Only ${free} MB are free where ${folder} is: make room, else nothing can be saved.`]
        : [],
    stop: () => clearInterval(timer),
  };
}
