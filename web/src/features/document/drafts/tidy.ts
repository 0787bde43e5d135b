/** Makes one row of a page's many edits in IndexedDB. */
import * as idb from 'lib0/indexeddb';
import * as Y from 'yjs';
import { ownClientsOf } from '../words/page-updates.ts';
import { UPDATES } from './draft-database.ts';
import { type Row, readRows, whenDone } from './draft-rows.ts';
import type { Progress } from './drafts.ts';

/** Drops words that the progress has, and rows of other documents. Rows that come meanwhile stay as they are. */
export async function tidy(database: IDBDatabase): Promise<void> {
  const [progress, rows, keys] = await readRows(database);
  if (!progress) return;
  const row = oneRow(
    progress,
    rows.filter(({ epoch }) => epoch === progress.epoch),
  );
  const [updates] = idb.transact(database, [UPDATES], 'readwrite') as [IDBObjectStore];
  const done = whenDone(updates.transaction);
  for (const key of keys) updates.delete(key);
  if (row) updates.add(row);
  updates.transaction.commit();
  await done;
}

function oneRow(progress: Progress, edits: readonly Row[]): Row | undefined {
  if (edits.length === 0) return undefined;
  const known = Y.encodeStateVectorFromUpdate(progress.state);
  const update = Y.diffUpdate(Y.mergeUpdates(edits.map((row) => row.update)), known);
  const own = new Set(edits.flatMap((row) => row.own));
  const isInTexts = progress.textsNumber === progress.number;
  return { epoch: progress.epoch, update, own: isInTexts ? ownClientsOf(update, own) : [...own] };
}
