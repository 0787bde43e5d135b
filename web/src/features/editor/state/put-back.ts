/** Brings a page's words back into the browser's storage, after it was cleared or had no room. */
import * as idb from 'lib0/indexeddb';
import type * as Y from 'yjs';
import { pause } from '../../../lib/browser/pause.ts';
import { randomUuid } from '../../../lib/browser/random-uuid.ts';
import { createDraftStores, type DraftStore, type Progress } from './drafts.ts';
import { putWords } from './put-words.ts';

const TRY_AGAIN_MS = 2000;
const TAB = randomUuid();

const broughtAt = new WeakMap<Y.Doc, number>();

interface Home {
  readonly name: string;
  readonly document: Y.Doc;
  readonly drafts: Pick<DraftStore, 'progress' | 'ownClients'>;
  /** Asked before each try. */
  readonly isWanted: () => boolean;
  /** Called once the storage has the words, but for those that were typed while they were written. */
  readonly onBack: (database: IDBDatabase, kept: Progress | undefined, isTyped: boolean) => void;
}

export async function putBack(home: Home): Promise<void> {
  // On a disk that now takes something and now nothing, not with each letter.
  const last = broughtAt.get(home.document);
  if (last !== undefined && performance.now() - last < TRY_AGAIN_MS) await pause(TRY_AGAIN_MS);
  while (home.isWanted()) {
    if (await tryOnce(home).catch(() => false)) return;
    await pause(TRY_AGAIN_MS);
  }
}

async function tryOnce({ name, document, drafts, isWanted, onBack }: Home): Promise<boolean> {
  const database = await idb.openDB(name, createDraftStores);
  let [isBack, isTyped] = [false, false];
  const noteTyped = () => {
    isTyped = true;
  };
  document.on('update', noteTyped);
  try {
    const kept = await putWords(database, document, drafts, TAB);
    // The server will tell of the other document, and have the words that are here brought into it.
    isBack = isWanted() && (!kept || !drafts.progress || kept.epoch === drafts.progress.epoch);
    if (!isBack) return false;
    broughtAt.set(document, performance.now());
    onBack(database, kept, isTyped);
    return true;
  } finally {
    document.off('update', noteTyped);
    if (!isBack) database.close();
  }
}
