/** Makes one row of a page's many edits in IndexedDB. */
import * as idb from 'lib0/indexeddb';
import * as Y from 'yjs';
import { ownClientsOf } from '../words/page-updates.ts';
import { STORES } from './draft-database.ts';
import { readRows } from './put-words.ts';

/** Drops words that the progress has, and rows of other documents. */
export async function tidy(database: IDBDatabase): Promise<void> {
  const [custom, updates] = idb.transact(database, STORES, 'readwrite') as [IDBObjectStore, IDBObjectStore];
  const [progress, rows] = await readRows(custom, updates);
  if (!progress) return;
  const edits = rows.filter(({ epoch }) => epoch === progress.epoch);
  updates.clear();
  if (edits.length === 0) return;
  const known = Y.encodeStateVectorFromUpdate(progress.state);
  const update = Y.diffUpdate(Y.mergeUpdates(edits.map((row) => row.update)), known);
  const own = new Set(edits.flatMap((row) => row.own));
  const isInTexts = progress.textsNumber === progress.number;
  updates.add({
    epoch: progress.epoch,
    update,
    own: isInTexts ? ownClientsOf(update, own) : [...own],
  });
}
