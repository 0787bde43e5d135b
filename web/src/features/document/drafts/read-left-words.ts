/** Reads and forgets the words that tabs left in local storage (left-words.ts). It loads where there are such words. */
import * as buffer from 'lib0/buffer';
import * as Y from 'yjs';
import type { UnsavedEdits } from '../words/page-updates.ts';
import { LEFT } from './left-words.ts';

export interface LeftWords {
  /** The name of the entry in local storage. */
  readonly key: string;
  readonly edits: UnsavedEdits;
}

/** @returns nothing where the browser has no storage to read from */
export function leftWords(name: string): readonly LeftWords[] {
  try {
    return leftKeys((one) => one === name).flatMap((key) => read(key, localStorage.getItem(key) ?? ''));
  } catch {
    return [];
  }
}

/** Forgets all that tabs left of some pages: nobody may read it any more. */
export function forgetLeftWordsOf(isMeant: (name: string) => boolean): void {
  try {
    for (const key of leftKeys(isMeant)) localStorage.removeItem(key);
  } catch {
    // A browser without storage kept nothing.
  }
}

function read(key: string, entry: string): LeftWords[] {
  const [epoch = '', update = '', own = ''] = entry.split(' ');
  try {
    const edits = {
      epoch,
      update: buffer.fromBase64(update),
      own: own.split(',').filter(Boolean).map(Number),
    };
    // Throws where it is no update.
    Y.parseUpdateMeta(edits.update);
    return [{ key, edits }];
  } catch {
    // A damaged entry keeps no other one from being read.
    return [];
  }
}

/** @param isMeant asked with the name of a page's drafts */
function leftKeys(isMeant: (name: string) => boolean): string[] {
  const isEntry = (key: string) => {
    const [name = ''] = key.slice(LEFT.length).split(':');
    return key.startsWith(LEFT) && isMeant(name);
  };
  return Object.keys(localStorage).filter(isEntry);
}
