/**
 * The drafts that browsers kept before the writers of a page shared one document: each browser had a document of its own,
 * and met the others at the page's texts. They are read once, and brought into the shared document by their text.
 */
import * as decoding from 'lib0/decoding';
import * as idb from 'lib0/indexeddb';
import * as Y from 'yjs';
import { holdTabLock } from '../../../lib/browser/tab-lock.ts';
import { readTexts } from './page-document.ts';
import { changedFields, type PageTexts } from './page-texts.ts';
import { documentOf } from './page-updates.ts';

const LOCK_PATIENCE_MS = 2000;

/** A save as it was sent without an answer. */
export interface LegacySave {
  readonly id: string;
  readonly writer: string;
  readonly basedOn: string;
  readonly texts: Partial<PageTexts>;
}

export interface LegacyDrafts {
  /** The texts that the server has. */
  readonly before: PageTexts;
  /** The texts with what was typed since. */
  readonly after: PageTexts;
}

interface Attempt {
  readonly id: string;
  readonly state: Uint8Array;
}

interface Progress {
  readonly writer: string;
  readonly version: string;
  readonly state: Uint8Array;
  readonly attempts: readonly Attempt[];
}

export function legacyDraftName(userId: string, pageId: string): string {
  return `${legacyDraftsPrefix(userId)}${pageId}`;
}

const PREFIX = 'trellis-page-';

/** The prefix of the names of a person's drafts from then. */
export function legacyDraftsPrefix(userId: string): string {
  return `${PREFIX}${userId}-`;
}

export function isLegacyDraftName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/**
 * @param save asks the server once more to take a save, and answers the id of the last one that it took
 * @returns undefined where there are none
 * @throws what `save` throws
 */
export async function readLegacyDrafts(
  name: string,
  save: (save: LegacySave) => Promise<string | undefined>,
): Promise<LegacyDrafts | undefined> {
  const databases = await indexedDB.databases();
  // Opening one that is not there would make it.
  if (!databases.some((database) => database.name === name)) return undefined;
  const database = await idb.openDB(name, () => undefined);
  const found = await read(database).finally(() => database.close());
  if (!found) return undefined;
  const { progress, document } = found;
  const [attempt, ...earlier] = progress.attempts.toReversed();
  if (!attempt) return { before: readTexts(documentOf(progress.state)), after: readTexts(document) };
  const base = readTexts(documentOf(progress.state));
  const taken = await save({
    id: attempt.id,
    writer: progress.writer,
    basedOn: progress.version,
    texts: changedFields(readTexts(documentOf(attempt.state)), base),
  });
  const state = [attempt, ...earlier].find(({ id }) => id === taken)?.state ?? progress.state;
  return { before: readTexts(documentOf(state)), after: readTexts(document) };
}

/**
 * Brings them into the page, and deletes them. Never rejects: what cannot be brought now stays for the next time. A tab
 * that still runs the code from then holds their lock, and saves them itself.
 * @param bring resolves once the edits are kept elsewhere
 */
export async function takeLegacyDrafts(
  name: string,
  save: (save: LegacySave) => Promise<string | undefined>,
  bring: (drafts: LegacyDrafts) => Promise<void>,
): Promise<void> {
  const take = async () => {
    const drafts = await readLegacyDrafts(name, save);
    if (drafts) await bring(drafts);
    if (drafts) await idb.deleteDB(name);
  };
  await holdTabLock(name, take, AbortSignal.timeout(LOCK_PATIENCE_MS)).catch(() => undefined);
}

async function read(database: IDBDatabase) {
  const names = [...database.objectStoreNames];
  if (!names.includes('updates') || !names.includes('custom')) return undefined;
  const [custom, updates] = idb.transact(database, ['custom', 'updates'], 'readonly') as [
    IDBObjectStore,
    IDBObjectStore,
  ];
  const [packed, rows] = (await Promise.all([idb.get(custom, 'noted'), idb.getAll(updates)])) as [
    unknown,
    unknown[],
  ];
  if (!(packed instanceof ArrayBuffer)) return undefined;
  const progress = unpack(packed);
  const kept = rows.filter((row): row is Uint8Array => row instanceof Uint8Array);
  const document = documentOf(progress.state, ...progress.attempts.map(({ state }) => state));
  if (kept.length > 0) Y.applyUpdate(document, Y.mergeUpdates(kept));
  return { progress, document };
}

function unpack(packed: ArrayBuffer): Progress {
  const decoder = decoding.createDecoder(new Uint8Array(packed));
  decoding.readVarUint(decoder);
  const writer = decoding.readVarString(decoder);
  const version = decoding.readVarString(decoder);
  const state = decoding.readVarUint8Array(decoder);
  const attempts: Attempt[] = [];
  while (decoding.hasContent(decoder))
    attempts.push({ id: decoding.readVarString(decoder), state: decoding.readVarUint8Array(decoder) });
  return { writer, version, state, attempts };
}
