/** Puts all words of a page into the browser's storage, after it was cleared, had no room or could not be opened. */
import * as idb from 'lib0/indexeddb';
import * as Y from 'yjs';
import { ownClientsOf, type UnsavedEdits } from '../words/page-updates.ts';
import { PROGRESS, STORES } from './draft-database.ts';
import { whenDone } from './draft-rows.ts';
import type { DraftStore, Progress } from './drafts.ts';

export interface Row extends UnsavedEdits {
  /** The client id of the document that put all its words there in one row. Each document that a tab opens has an id of its own. */
  readonly by?: number;
}

/**
 * They replace the words that this document put there before; another tab's words stay beside them. If the storage has
 * another document of the page by now, nothing is put there.
 * @returns the progress that the storage has
 */
export async function putWords(
  database: IDBDatabase,
  document: Y.Doc,
  drafts: Pick<DraftStore, 'progress' | 'ownClients'>,
): Promise<Progress | undefined> {
  const [custom, updates] = idb.transact(database, STORES, 'readwrite') as [IDBObjectStore, IDBObjectStore];
  const done = whenDone(custom.transaction);
  const [kept, rows, keys] = await readRows(custom, updates);
  const progress = kept ?? drafts.progress;
  if (progress && progress.epoch === drafts.progress?.epoch) {
    if (!kept) custom.put(progress, PROGRESS);
    for (const [at, row] of rows.entries())
      if (row.by === document.clientID) updates.delete(keys[at] as IDBValidKey);
    const update = Y.encodeStateAsUpdate(document, Y.encodeStateVectorFromUpdate(progress.state));
    const own = ownClientsOf(update, drafts.ownClients);
    updates.add({ epoch: progress.epoch, update, own, by: document.clientID } satisfies Row);
  }
  await done;
  return progress;
}

export async function readRows(
  custom: IDBObjectStore,
  updates: IDBObjectStore,
): Promise<[Progress | undefined, Row[], IDBValidKey[]]> {
  return (await Promise.all([
    idb.get(custom, PROGRESS),
    idb.getAll(updates),
    idb.getAllKeys(updates),
  ])) as unknown as [Progress | undefined, Row[], IDBValidKey[]];
}
