/**
 * Words that a tab keeps in local storage as it is left, since IndexedDB drops unfinished writes then. They stay until the drafts have
 * them (draft-store.ts). Each tab has entries of its own: two that are closed together take nothing from each other.
 */
import * as buffer from 'lib0/buffer';
import { randomUuid } from '../../../lib/browser/random-uuid.ts';
import type { UnsavedEdits } from '../words/page-updates.ts';

const PREFIX = 'before-unload:';

export interface LeftWords {
  /** Of local storage. */
  readonly key: string;
  readonly edits: UnsavedEdits;
}

/**
 * Keeps an update of the document before this call returns: for the next time the page is opened.
 * @param name of the page's drafts
 */
export function keepBeforeUnload(name: string, { epoch, update, own }: UnsavedEdits): void {
  try {
    const entry = `${epoch} ${buffer.toBase64(update)} ${own.join(',')}`;
    localStorage.setItem(`${prefixOf(name)}${randomUuid()}`, entry);
  } catch {
    // No storage, or full: only IndexedDB's copy is left.
  }
}

/** @returns nothing where the browser has no storage to read from */
export function leftWords(name: string): readonly LeftWords[] {
  try {
    return keysOf(name).map((key) => ({ key, edits: read(localStorage.getItem(key) ?? '') }));
  } catch {
    return [];
  }
}

/** Forgets them: the drafts have them, or nobody may read them any more. */
export function forgetLeftWords(name: string, keys: readonly string[] = keysOf(name)): void {
  for (const key of keys) localStorage.removeItem(key);
}

function keysOf(name: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(name)));
}

function prefixOf(name: string): string {
  return `${PREFIX}${name}:`;
}

function read(entry: string): UnsavedEdits {
  const [epoch = '', update = '', own = ''] = entry.split(' ');
  return { epoch, update: buffer.fromBase64(update), own: own.split(',').filter(Boolean).map(Number) };
}
