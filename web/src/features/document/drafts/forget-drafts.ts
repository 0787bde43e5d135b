/**
 * Ends drafts in IndexedDB, when a person signs out or loses their pages. Unsaved words stay, unless nobody can come back for them.
 * Otherwise drafts stay in the browser, also once they are saved.
 */
import { LONGEST_LEFT_BEHIND_MS } from '../../../lib/browser/tabs/tab-lease.ts';
import { holdTabLock } from '../../../lib/browser/tabs/tab-lock.ts';
import { readTexts } from '../words/page-document.ts';
import { sayTheSame } from '../words/page-texts.ts';
import { documentOf } from '../words/page-updates.ts';
import { draftName, draftsPrefix, openDraftStore, UNDO_PREFIX } from './draft-store.ts';
import { forgetLeftWordsOf } from './read-left-words.ts';

// A page that is still being put away holds its lock a moment longer.
const LOCK_PATIENCE_MS = LONGEST_LEFT_BEHIND_MS + 5000;

export function forgetDrafts(userId: string, isGoneForGood = false): Promise<void> {
  const prefix = draftsPrefix(userId);
  return forget((name) => name.startsWith(prefix), isGoneForGood);
}

/** {@link forgetDrafts} for pages that the person cannot see any more. */
export function forgetDraftsOfPages(userId: string, pageIds: readonly string[]): Promise<void> {
  const lost = new Set(pageIds.map((pageId) => draftName(userId, pageId)));
  return forget((name) => lost.has(name));
}

async function forget(isMeant: (name: string) => boolean, isGoneForGood = false): Promise<void> {
  forgetUndo(isMeant);
  const databases = await indexedDB.databases();
  for (const { name } of databases) {
    if (name && isMeant(name)) await forgetDraft(name, isGoneForGood).catch(() => undefined);
  }
  // The browser may have taken the drafts away, and left those words.
  if (isGoneForGood) forgetLeftWordsOf(isMeant);
  // A page that was still shown has kept its steps meanwhile.
  forgetUndo(isMeant);
}

function forgetUndo(isMeant: (name: string) => boolean): void {
  try {
    for (const storage of [sessionStorage, localStorage])
      for (const key of Object.keys(storage))
        if (key.startsWith(UNDO_PREFIX) && isMeant(key.slice(UNDO_PREFIX.length))) storage.removeItem(key);
  } catch {
    // A browser without storage kept nothing.
  }
}

/** @param name of the database, and of the lock that a tab with the open page holds */
async function forgetDraft(name: string, isGoneForGood: boolean): Promise<void> {
  const deleteSaved = async () => {
    // Looking into one that another tab has deleted meanwhile would make it again.
    const databases = await indexedDB.databases();
    if (!databases.some((database) => database.name === name)) return;
    if (!isGoneForGood && !(await isSaved(name))) return;
    await deleteDatabase(name);
    forgetLeftWordsOf((one) => one === name);
  };
  await holdTabLock(name, deleteSaved, AbortSignal.timeout(LOCK_PATIENCE_MS));
}

async function isSaved(name: string): Promise<boolean> {
  const document = documentOf();
  const drafts = await openDraftStore(name, document);
  try {
    const progress = await drafts.read();
    if (!progress) return false;
    return sayTheSame(readTexts(document), readTexts(documentOf(progress.state)));
  } finally {
    await drafts.close();
    document.destroy();
  }
}

/** Settles at the latest when another tab turns out to hold it; it is deleted as soon as that one lets go. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onblocked = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
