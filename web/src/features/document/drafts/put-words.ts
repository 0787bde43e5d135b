/** Puts all words of a page into the browser's storage, after it was cleared, had no room or could not be opened. */
import * as idb from 'lib0/indexeddb';
import * as Y from 'yjs';
import { ownClientsOf } from '../words/page-updates.ts';
import { MOST_ROWS, PROGRESS, STORES } from './draft-database.ts';
import { type Row, readRows, whenDone } from './draft-rows.ts';
import type { DraftStore, Progress } from './drafts.ts';
import { tidy } from './tidy.ts';

/**
 * They replace the words that this document put there before; another tab's words stay beside them. If the storage has
 * another document of the page by now, they are left alone there.
 * @returns the progress that the storage has, once the words are there
 */
export async function putWords(
  database: IDBDatabase,
  document: Y.Doc,
  drafts: Pick<DraftStore, 'progress' | 'ownClients'>,
): Promise<Progress | undefined> {
  const [kept, rows, keys] = await readRows(database);
  const progress = kept ?? drafts.progress;
  if (!progress || progress.epoch !== drafts.progress?.epoch) return progress;
  const [custom, updates] = idb.transact(database, STORES, 'readwrite') as [IDBObjectStore, IDBObjectStore];
  const done = whenDone(updates.transaction);
  for (const [at, row] of rows.entries())
    if (row.by === document.clientID) updates.delete(keys[at] as IDBValidKey);
  const update = Y.encodeStateAsUpdate(document, Y.encodeStateVectorFromUpdate(progress.state));
  const own = ownClientsOf(update, drafts.ownClients);
  updates.add({ epoch: progress.epoch, update, own, by: document.clientID } satisfies Row);
  // Another tab may have put one there meanwhile, which stays.
  if (!kept) custom.add(progress, PROGRESS).onerror = (event) => event.preventDefault();
  const reading = idb.get(custom, PROGRESS);
  if (kept) updates.transaction.commit();
  const [now] = (await Promise.all([reading, done])) as unknown as [Progress | undefined];
  // Tabs that begin again and again have each put theirs. Untidy words are there as well.
  if (rows.length >= MOST_ROWS) await tidy(database).catch(() => undefined);
  return now;
}
