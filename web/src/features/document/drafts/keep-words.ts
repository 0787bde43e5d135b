/**
 * Says whether the browser's storage has a page's words: by reading them back, over a connection of its own. Words that are
 * missing are put there, as when the storage was cleared while the page was open, or the disk was full for a while.
 */
import * as Y from 'yjs';
import { documentOf, holdsAll } from '../words/page-updates.ts';
import { openDraftDatabase } from './draft-database.ts';
import { readRows } from './draft-rows.ts';
import type { DraftStore } from './drafts.ts';
import { putWords } from './put-words.ts';

export interface Words {
  /** The name under which the drafts are kept. */
  readonly name: string;
  readonly document: Y.Doc;
  readonly drafts: Pick<DraftStore, 'progress' | 'ownClients'>;
}

/** Never rejects. */
export async function keepWords(words: Words): Promise<boolean> {
  let database: IDBDatabase | undefined;
  try {
    database = await openDraftDatabase(words.name);
    if (!database) return false;
    if (await areThere(database, words)) return true;
    await putWords(database, words.document, words.drafts);
    return await areThere(database, words);
  } catch {
    return false;
  } finally {
    database?.close();
  }
}

async function areThere(database: IDBDatabase, { document, drafts }: Words): Promise<boolean> {
  const [progress, rows] = await readRows(database);
  if (!progress || progress.epoch !== drafts.progress?.epoch) return false;
  const edits = rows.filter(({ epoch }) => epoch === progress.epoch).map(({ update }) => update);
  return holdsAll(documentOf(progress.state, ...(edits.length > 0 ? [Y.mergeUpdates(edits)] : [])), document);
}
