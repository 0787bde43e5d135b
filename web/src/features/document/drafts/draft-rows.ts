/** The number of the tab that saves, beside a page's drafts in IndexedDB; and the end of a transaction. */
import * as idb from 'lib0/indexeddb';

const TURN = 'turn';

/** @returns how many tabs have led */
export async function turnOf(custom: IDBObjectStore): Promise<number> {
  return ((await idb.get(custom, TURN)) as unknown as number | undefined) ?? 0;
}

export async function takeTurn(custom: IDBObjectStore): Promise<number> {
  const turn = (await turnOf(custom)) + 1;
  custom.put(turn, TURN);
  custom.transaction.commit();
  return turn;
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
