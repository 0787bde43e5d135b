/**
 * Takes an inventory after the start and once a day. Bytes that no row names are removed a day after they were found;
 * rows without bytes are logged. A row is never deleted: its bytes may be in a backup.
 */
import type { Observe } from '../../../observe/observation.ts';
import { countFound, forgetFound, forgetNamed, noteFound } from '../store/loose-files.ts';
import type { Owner } from '../store/object-versions.ts';
import { type Inventory, takeInventory } from './take-inventory.ts';

// Behind the start, which has enough to do.
const FIRST_MS = 1000;
const EVERY_MS = 24 * 60 * 60 * 1000;
const LONGEST_MS = 30 * 60 * 1000;
// More than this says that the database is not the one that these files belong to.
const FEW = 100;
const PART = 0.1;

export interface InventoryClock {
  /** The last one's; undefined before. */
  last(): Inventory | undefined;
  /** Takes one now, or waits for the one under way. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

/** @param clearUploads removes what is left of those that have ended */
export function startInventoryClock(
  database: Owner,
  stored: () => AsyncIterable<string>,
  clearUploads: () => Promise<void>,
  observe: Observe,
): InventoryClock {
  const stopping = new AbortController();
  let last: Inventory | undefined;
  let running: Promise<void> | undefined;

  async function work(): Promise<void> {
    await clearUploads();
    await forgetNamed(database);
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(LONGEST_MS)]);
    const onUnknown = (versions: readonly string[]) => noteFound(database, versions);
    const before = await countFound(database);
    last = await takeInventory({ database, stored: stored(), signal, onUnknown });
    const { stored: files, lost, lostExamples } = last;
    if (lost > 0) observe({ kind: 'files-lost', files: lost, examples: lostExamples });
    const unknown = await countFound(database);
    if (isForeign(unknown, files)) {
      await forgetFound(database);
      observe({ kind: 'unknown-files-kept', files: unknown, of: files });
    } else if (unknown > before) observe({ kind: 'unknown-files-found', files: unknown - before });
  }

  function run(): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve();
    running ??= work()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) observe({ kind: 'background-failed', error });
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  const timers = [setTimeout(run, FIRST_MS).unref(), setInterval(run, EVERY_MS).unref()];
  return {
    last: () => last,
    run,
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await running;
    },
  };
}

/** @returns sentences for the operator. Names of files are in the log alone. */
export function warningsOf(inventory: Pick<Inventory, 'lost' | 'unknown' | 'stored'> | undefined): string[] {
  if (!inventory) return [];
  const { lost, unknown, stored } = inventory;
  const told: string[] = [];
  if (lost > 0)
    told.push(
      `${lost === 1 ? '1 file has' : `${lost} files have`} a row in the database, but no bytes: restore them from the backup that belongs to the database, or give all processes on it the same DATA_DIR/storage (docs/storage.md).`,
    );
  if (isForeign(unknown, stored))
    told.push(
      `The database has no rows for ${unknown} of ${stored} files. They are kept, because it may not be the one that these files belong to (docs/storage.md).`,
    );
  return told;
}

/** Whether the database is not the one that these files belong to. */
function isForeign(unknown: number, stored: number): boolean {
  return unknown > FEW && unknown > stored * PART;
}
