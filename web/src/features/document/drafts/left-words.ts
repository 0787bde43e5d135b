/**
 * Words that a tab keeps in local storage as it is left, since IndexedDB drops unfinished writes then. They stay until the drafts have
 * them (draft-store.ts). Each tab has an entry of its own: two that are closed together take nothing from each other.
 */
import * as buffer from 'lib0/buffer';
import { randomUuid } from '../../../lib/browser/random-uuid.ts';
import type { UnsavedEdits } from '../words/page-updates.ts';

/** Begins the names of the entries. The name of the drafts follows, and a colon. */
export const LEFT = 'before-unload:';

/** The entry that this tab has written last, by the name of the page's drafts. */
const written = new Map<string, { readonly key: string; readonly edits: UnsavedEdits }>();

/**
 * Keeps an update of the document before this call returns: for the next time the page is opened. It takes the place of what this
 * tab kept of the same document before.
 * @param name of the page's drafts
 */
export function keepBeforeUnload(name: string, edits: UnsavedEdits): void {
  const { epoch, update, own } = edits;
  try {
    const before = written.get(name);
    const key = `${LEFT}${name}:${randomUuid()}`;
    localStorage.setItem(key, `${epoch} ${buffer.toBase64(update)} ${own.join(',')}`);
    written.set(name, { key, edits });
    if (before && goesOn(before.edits, edits)) localStorage.removeItem(before.key);
  } catch {
    // No storage, or full: only IndexedDB's copy is left.
  }
}

/** Whether the same writers typed both: the later ones have the earlier ones' words, or the server has them. */
function goesOn(before: UnsavedEdits, edits: UnsavedEdits): boolean {
  const { epoch, own } = before;
  return epoch === edits.epoch && own.length > 0 && own.every((client) => edits.own.includes(client));
}

/** @throws where the browser has no local storage */
export function hasLeftWords(name: string): boolean {
  return Object.keys(localStorage).some((key) => key.startsWith(`${LEFT}${name}:`));
}
