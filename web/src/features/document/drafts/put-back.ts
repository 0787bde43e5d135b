/** Brings a page's words back into the browser's storage, after it was cleared, had no room or could not be opened. */
import type * as Y from 'yjs';
import { answeredWithin, pause } from '../../../lib/browser/time/pause.ts';
import { documentOf, holdsAll } from '../words/page-updates.ts';
import { openDraftDatabase } from './draft-database.ts';
import type { DraftStore, Progress } from './drafts.ts';
import { putWords } from './put-words.ts';

const TRY_AGAIN_MS = 2000;
const LONGEST_WRITE_S = 10;

const broughtAt = new WeakMap<Y.Doc, number>();

interface Home {
  readonly name: string;
  readonly document: Y.Doc;
  readonly drafts: Pick<DraftStore, 'progress' | 'ownClients'>;
  /** Asked before each try, and again once the words are written. */
  readonly isWanted: () => boolean;
  /**
   * Called once the storage has the words, but for those that were typed while they were written.
   * @param known the progress of the document that is shown; the storage may have another document's
   */
  readonly onBack: (database: IDBDatabase, known: Progress | undefined, isTyped: boolean) => void;
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
  const database = await openDraftDatabase(name);
  if (!database) return false;
  let [isBack, isTyped] = [false, false];
  const noteTyped = () => {
    isTyped = true;
  };
  document.on('update', noteTyped);
  try {
    const kept = await answeredWithin(LONGEST_WRITE_S, putWords(database, document, drafts));
    const { progress } = drafts;
    const isOther = progress !== undefined && kept?.epoch !== progress.epoch;
    // The words that are here go to the server first: they have no place in the storage beside another document.
    isBack = isWanted() && (!isOther || holdsAll(documentOf(progress.state), document));
    if (!isBack) return false;
    broughtAt.set(document, performance.now());
    onBack(database, isOther ? progress : kept, isTyped);
    return true;
  } finally {
    document.off('update', noteTyped);
    if (!isBack) database.close();
  }
}
