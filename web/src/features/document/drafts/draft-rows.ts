/**
 * The tab that saves, beside a page's drafts in IndexedDB; and transactions that end by themselves. A transaction that needs its tab
 * again before it ends keeps all other tabs from the drafts for as long as that tab is busy: so it is committed with its last request.
 */
import * as idb from 'lib0/indexeddb';
import type { UnsavedEdits } from '../words/page-updates.ts';
import { PROGRESS, STORES } from './draft-database.ts';
import type { Progress } from './drafts.ts';

const TURN = 'turn';

export interface Row extends UnsavedEdits {
  /** The client id of the document that put all its words there in one row. Each document that a tab opens has an id of its own. */
  readonly by?: number;
}

/** @returns the mark of the tab that has begun to lead last */
export async function turnOf(custom: IDBObjectStore): Promise<unknown> {
  return await idb.get(custom, TURN);
}

/** @returns the mark of this tab, until another one begins to lead */
export function takeTurn(custom: IDBObjectStore): number {
  const turn = Math.random();
  custom.put(turn, TURN);
  custom.transaction.commit();
  return turn;
}

/** @returns the progress, and the rows with their keys, the oldest first */
export async function readRows(
  database: IDBDatabase,
): Promise<[progress: Progress | undefined, rows: Row[], keys: IDBValidKey[]]> {
  const [custom, updates] = idb.transact(database, STORES, 'readonly') as [IDBObjectStore, IDBObjectStore];
  const found = Promise.all([idb.get(custom, PROGRESS), idb.getAll(updates), idb.getAllKeys(updates)]);
  custom.transaction.commit();
  return (await found) as unknown as [Progress | undefined, Row[], IDBValidKey[]];
}

export function whenDone(transaction: IDBTransaction): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The note was not taken.'));
  });
  // Who waits for a request of it first hears of its end there.
  done.catch(() => undefined);
  return done;
}
