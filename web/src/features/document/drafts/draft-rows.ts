/** The rows of a page's drafts in IndexedDB: edits, and beside them the number of the tab that saves. */
import * as idb from 'lib0/indexeddb';
import * as Y from 'yjs';
import type { LogState } from '../wire/page-server.ts';
import { ownClientsOf } from '../words/page-updates.ts';

const TURN = 'turn';

interface Row {
  readonly epoch: string;
  readonly update: Uint8Array;
  readonly own: readonly number[];
}

/** @returns how many tabs have led */
export async function turnOf(custom: IDBObjectStore): Promise<number> {
  return ((await idb.get(custom, TURN)) as unknown as number | undefined) ?? 0;
}

export async function takeTurn(custom: IDBObjectStore): Promise<number> {
  const turn = (await turnOf(custom)) + 1;
  custom.put(turn, TURN);
  return turn;
}

/** Makes one row of the many. Words that the progress has need none. */
export async function tidy(
  updates: IDBObjectStore,
  progress: LogState & { readonly state: Uint8Array },
): Promise<void> {
  const rows = (await idb.getAll(updates)) as unknown as Row[];
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
  } satisfies Row);
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
