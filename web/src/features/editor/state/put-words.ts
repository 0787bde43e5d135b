/** Puts all words of a page into the browser's storage, after it was cleared or had no room. */
import * as idb from 'lib0/indexeddb';
import * as Y from 'yjs';
import { ownClientsOf, whenDone } from './draft-rows.ts';
import { type DraftStore, PROGRESS, type Progress, STORES, type UnsavedEdits } from './drafts.ts';

export interface Row extends UnsavedEdits {
  /** The client of the document whose words were put there in one: each that a tab has opened has another one. */
  readonly by?: number;
}

/**
 * They come in the place of those that this document has put there before; another tab's words stay beside them. Words of
 * another document of the page than the storage has by now are not put there.
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
