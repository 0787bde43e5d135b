/**
 * Says whether the browser's storage has a page's words: by reading them back, over a connection of its own. Words that are
 * missing are put there, as when the storage was cleared while the page was open, or the disk was full for a while.
 */
import * as idb from 'lib0/indexeddb';
import * as Y from 'yjs';
import { ownClientsOf, whenDone } from './draft-rows.ts';
import { createDraftStores, type DraftStore, PROGRESS, type Progress, STORES } from './draft-store.ts';
import { documentOf, holdsAll } from './page-updates.ts';

interface Row {
  readonly epoch: string;
  readonly update: Uint8Array;
  readonly own: readonly number[];
  /** The tab that put all its words there in one. */
  readonly tab?: string;
}

export interface Words {
  /** The name under which the drafts are kept. */
  readonly name: string;
  readonly document: Y.Doc;
  readonly drafts: Pick<DraftStore, 'progress' | 'ownClients'>;
  /** Told apart from the browser's other tabs. */
  readonly tab: string;
}

/** Never rejects. */
export async function keepWords(words: Words): Promise<boolean> {
  let database: IDBDatabase | undefined;
  try {
    database = await idb.openDB(words.name, createDraftStores);
    if (await areThere(database, words)) return true;
    await put(database, words);
    return await areThere(database, words);
  } catch {
    return false;
  } finally {
    database?.close();
  }
}

async function areThere(database: IDBDatabase, { document, drafts }: Words): Promise<boolean> {
  const [custom, updates] = idb.transact(database, STORES, 'readonly') as [IDBObjectStore, IDBObjectStore];
  const [progress, rows] = await read(custom, updates);
  if (!progress || progress.epoch !== drafts.progress?.epoch) return false;
  const edits = rows.filter(({ epoch }) => epoch === progress.epoch).map(({ update }) => update);
  return holdsAll(documentOf(progress.state, ...(edits.length > 0 ? [Y.mergeUpdates(edits)] : [])), document);
}

/** Another tab's words stay beside these. Words of another document than the storage has by now are not put there. */
async function put(database: IDBDatabase, { document, drafts, tab }: Words): Promise<void> {
  if (!drafts.progress) return;
  const [custom, updates] = idb.transact(database, STORES, 'readwrite') as [IDBObjectStore, IDBObjectStore];
  const done = whenDone(custom.transaction);
  const [kept, rows, keys] = await read(custom, updates);
  const progress = kept ?? { ...drafts.progress, revision: 1 };
  if (progress.epoch === drafts.progress.epoch) {
    if (!kept) custom.put(progress, PROGRESS);
    for (const [at, row] of rows.entries()) if (row.tab === tab) updates.delete(keys[at] as IDBValidKey);
    const update = Y.encodeStateAsUpdate(document, Y.encodeStateVectorFromUpdate(progress.state));
    const own = ownClientsOf(update, drafts.ownClients);
    updates.add({ epoch: progress.epoch, update, own, tab } satisfies Row);
  }
  await done;
}

async function read(
  custom: IDBObjectStore,
  updates: IDBObjectStore,
): Promise<[Progress | undefined, Row[], IDBValidKey[]]> {
  return (await Promise.all([
    idb.get(custom, PROGRESS),
    idb.getAll(updates),
    idb.getAllKeys(updates),
  ])) as unknown as [Progress | undefined, Row[], IDBValidKey[]];
}
