/**
 * Finds the pages of which this browser has edits that the server may lack, by the drafts themselves: a browser that is killed
 * keeps them, and forgets what was noted elsewhere. Most drafts are looked at for a moment only.
 */
import * as idb from 'lib0/indexeddb';
import * as Y from 'yjs';
import { openExisting } from '../../../lib/browser/storage/existing-database.ts';
import { answeredWithin } from '../../../lib/browser/time/pause.ts';
import { documentOf, missingFrom, type UnsavedEdits } from '../words/page-updates.ts';
import { UPDATES } from './draft-database.ts';
import { readRows } from './draft-rows.ts';
import { draftsPrefix } from './draft-store.ts';
import type { Progress } from './drafts.ts';
import { hasLeftWords } from './left-words.ts';

// A disk that says nothing must not keep the others waiting.
const LONGEST_ANSWER_S = 10;

/**
 * @returns their ids, one after the other as they are found
 * @throws after the last one, where the browser's storage did not let itself be looked at: there may be more
 */
export async function* findUnsentPages(userId: string): AsyncGenerator<string> {
  const databases = await answeredWithin(LONGEST_ANSWER_S, indexedDB.databases());
  const prefix = draftsPrefix(userId);
  const failures: unknown[] = [];
  for (const { name = '' } of databases) {
    if (!name.startsWith(prefix)) continue;
    const isUnsent = await answeredWithin(LONGEST_ANSWER_S, hasUnsent(name)).catch((error) => {
      failures.push(error);
      return false;
    });
    if (isUnsent) yield name.slice(prefix.length);
  }
  if (failures.length > 0) throw failures[0];
}

async function hasUnsent(name: string): Promise<boolean> {
  if (hasLeftWords(name)) return true;
  const { progress, edits } = await read(name);
  if (!progress || edits.length === 0) return false;
  const isTyped = edits.some(({ own }) => own.length > 0);
  // Others read the page's texts, which words in the log alone do not reach by themselves.
  if (isTyped && progress.textsNumber < progress.number) return true;
  const known = documentOf(progress.state);
  const document = documentOf(progress.state);
  Y.applyUpdate(document, Y.mergeUpdates(edits.map(({ update }) => update)));
  const { pendingStructs, pendingDs } = document.store;
  // Pending edits build on words that this browser has not got yet.
  return pendingStructs !== null || pendingDs !== null || missingFrom(known, document) !== undefined;
}

interface Kept {
  readonly progress: Progress | undefined;
  /** The edits of the progress's document. */
  readonly edits: readonly UnsavedEdits[];
}

async function read(name: string): Promise<Kept> {
  const nothing = { progress: undefined, edits: [] };
  const database = await openExisting(name);
  if (!database) return nothing;
  try {
    const [updates] = idb.transact(database, [UPDATES], 'readonly') as [IDBObjectStore];
    const count = idb.count(updates);
    updates.transaction.commit();
    if ((await count) === 0) return nothing;
    const [progress, rows] = await readRows(database);
    return { progress, edits: rows.filter(({ epoch }) => epoch === progress?.epoch) };
  } finally {
    database.close();
  }
}
