/** The memory that a server takes for each page that somebody has open, with a socket for each. */
import { residentBytes } from '../measure/resident-bytes.ts';
import type { Address } from './open-page.ts';
import { startWriters } from './writers-process.ts';

export interface Side {
  readonly name: string;
  readonly processId: number;
  readonly address: Address;
}

const SETTLE_MS = 5000;

/**
 * @param warm pages that are opened before, and closed: compiled code and caches are not the price of a page
 * @returns bytes
 */
export async function memoryPerPage(
  { processId, address }: Side,
  warm: readonly string[],
  pages: readonly string[],
): Promise<number> {
  const before = await startWriters({ address, pages: warm, first: 0, areDeaf: true });
  await before.type({ warmUpMs: 0, measureMs: SETTLE_MS });
  await before.stop();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const empty = residentBytes(processId);
  const writers = await startWriters({ address, pages, first: 0, areDeaf: true });
  await writers.type({ warmUpMs: 0, measureMs: SETTLE_MS });
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const open = residentBytes(processId);
  await writers.stop();
  return (open - empty) / pages.length;
}
