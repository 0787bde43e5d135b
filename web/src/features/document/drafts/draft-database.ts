/** Opens the database of a page's drafts in IndexedDB. */
import * as idb from 'lib0/indexeddb';
import { answeredWithin } from '../../../lib/browser/time/pause.ts';

export const CUSTOM = 'custom';
export const UPDATES = 'updates';
export const STORES = [CUSTOM, UPDATES];
export const PROGRESS = 'noted';

/** More rows of edits become one row. */
export const MOST_ROWS = 200;

// A page's text waits for it.
const LONGEST_OPENING_S = 3;
const MOST_UNANSWERED = 3;

/** Openings that were not answered in time, by name. A busy browser answers them later than the next ones are asked for. */
const unanswered = new Map<string, readonly Promise<IDBDatabase>[]>();

/**
 * @returns undefined where the browser refuses to open it, or does not answer in time. If it answers an earlier opening meanwhile,
 *   that one is taken.
 */
export async function openDraftDatabase(name: string): Promise<IDBDatabase | undefined> {
  const openings = [...(unanswered.get(name) ?? []), open(name)];
  unanswered.delete(name);
  try {
    const database = await answeredWithin(LONGEST_OPENING_S, Promise.any(openings));
    closeAll(openings, database);
    return database;
  } catch (error) {
    if (error instanceof AggregateError) return undefined;
    unanswered.set(name, openings.slice(-MOST_UNANSWERED));
    closeAll(openings.slice(0, -MOST_UNANSWERED));
    return undefined;
  }
}

function closeAll(openings: readonly Promise<IDBDatabase>[], but?: IDBDatabase): void {
  for (const opening of openings)
    opening.then(
      (database) => database !== but && database.close(),
      () => undefined,
    );
}

function open(name: string): Promise<IDBDatabase> {
  return idb.openDB(name, (created) =>
    idb.createStores(created, [[UPDATES, { autoIncrement: true }], [CUSTOM]]),
  );
}
