/**
 * Keeps the answers that a person has seen in this browser, so that the app opens with them when the server cannot be
 * reached. Each person has an IndexedDB database, deleted when they sign out. A browser without IndexedDB keeps
 * nothing.
 */
import { hydrate, type QueryClient } from '@tanstack/react-query';
import * as idb from 'lib0/indexeddb';
import { type ChangedRecords, type KeptRecord, watchRecords } from './kept-records.ts';

// To be changed when a query's key stays and its data gets another form.
const FORMAT = '2 ';
const STORE = 'answers';

function databaseName(userId: string): string {
  return `trellis-seen-${userId}`;
}

/** Fills a fresh cache with kept answers. Never rejects. */
export async function restoreQueries(queryClient: QueryClient, userId: string): Promise<void> {
  try {
    const database = await open(userId);
    const [store] = idb.transact(database, [STORE], 'readwrite');
    const records = store ? await idb.getAllKeysValues(store) : [];
    const queries: KeptRecord[] = [];
    for (const { k: key, v: record } of records)
      if (typeof key === 'string' && key.startsWith(FORMAT)) queries.push(record as unknown as KeptRecord);
      // An earlier version wrote this entry.
      else store?.delete(key);
    database.close();
    hydrate(queryClient, { queries, mutations: [] });
    // Also recent records: they lack later changes at the server.
    await queryClient.invalidateQueries({ refetchType: 'none' });
  } catch {
    // Read from the server then.
  }
}

/** Keeps the cache's answers from now on, until the returned function is called. */
export function keepQueries(queryClient: QueryClient, userId: string): () => void {
  return watchRecords(queryClient, (changed) => void write(changed, userId));
}

/** Deletes the kept answers, once no tab is writing them any more. */
export function forgetQueries(userId: string): void {
  indexedDB.deleteDatabase(databaseName(userId));
}

async function write(changed: ChangedRecords, userId: string): Promise<void> {
  try {
    const database = await open(userId);
    const [store] = idb.transact(database, [STORE], 'readwrite');
    for (const [hash, record] of changed)
      if (record) store?.put(record, FORMAT + hash);
      else store?.delete(FORMAT + hash);
    database.close();
  } catch {
    // The next visit begins with the older answers.
  }
}

function open(userId: string): Promise<IDBDatabase> {
  return idb.openDB(databaseName(userId), (database) => idb.createStores(database, [[STORE]]));
}
