/** How long something takes, and how much memory a server takes meanwhile above what it had before. */
import { residentBytes } from '../measure/resident-bytes.ts';

const LOOK_EVERY_MS = 20;

export interface Measured {
  readonly seconds: number;
  /** The highest of all looks, above the first. */
  readonly memoryBytes: number;
}

export async function measured(processId: number, work: () => Promise<unknown>): Promise<Measured> {
  const idle = residentBytes(processId);
  let highest = idle;
  const looking = setInterval(() => {
    highest = Math.max(highest, residentBytes(processId));
  }, LOOK_EVERY_MS);
  const start = performance.now();
  try {
    await work();
  } finally {
    clearInterval(looking);
  }
  return { seconds: (performance.now() - start) / 1000, memoryBytes: highest - idle };
}
