/**
 * A page's drafts in IndexedDB: every edit the moment it is typed, and the progress of saving. Drafts survive a
 * reload, a crash and a closed lid, and the tabs of the browser share them. A browser without IndexedDB (some
 * private windows) keeps nothing.
 * IndexedDB drops unfinished writes when a window is left, so unsent edits go through local storage then
 * (keepBeforeUnload).
 */
import * as buffer from 'lib0/buffer';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import * as idb from 'lib0/indexeddb';
import { fetchUpdates, IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import type { Base } from './page-document.ts';

/** A state sent to the server without an answer yet: it may have arrived or not. */
export interface Attempt {
  /** The id that it was sent with. */
  readonly id: string;
  readonly state: Uint8Array;
}

/** The server's progress, as far as this browser knows. */
export interface Progress {
  /** Grows with each write. A tab that read an older one must not write. */
  readonly revision: number;
  /** Names this browser's document to the server. */
  readonly writer: string;
  readonly base: Base;
  /** Sent on top of the base, newest last. */
  readonly attempts: readonly Attempt[];
}

/** Another tab has written since this one read. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

export interface DraftStore {
  /** Whether the browser's other tabs share it. */
  readonly isShared: boolean;
  /** Applies the stored updates to the document. */
  read(): Promise<Progress | undefined>;
  /**
   * Writes the next revision of the progress and an update of the document: a crash leaves both or neither.
   * @throws {Superseded} nothing was written
   */
  write(progress: Progress, update?: Uint8Array): Promise<void>;
  /** Resolves once everything is stored. */
  close(): Promise<void>;
}

/** Names a page's drafts in this browser, and with them its lock and its channel between tabs. */
export function draftName(userId: string, pageId: string): string {
  return `${draftsPrefix(userId)}${pageId}`;
}

/** The prefix of the names of a person's drafts. */
export function draftsPrefix(userId: string): string {
  return `trellis-page-${userId}-`;
}

const STORES = ['custom', 'updates'];
const PROGRESS = 'noted';
const KEPT_BEFORE_UNLOAD = 'before-unload:';

/**
 * Fills the document with the stored updates, and stores all further ones.
 * @param name one per person and page
 * @param onBroken called when the browser refuses writes or has dropped the data, before the write that found
 *   out ends. The store goes on in memory, for this tab alone.
 */
export async function openDraftStore(
  name: string,
  document: Y.Doc,
  onBroken: () => void = () => undefined,
): Promise<DraftStore> {
  if (!(await isAvailable())) return forgetfulStore();
  const persistence = new IndexeddbPersistence(name, document);
  await persistence.whenSynced;
  const database = persistence.db as IDBDatabase;
  await takeKeptBeforeUnload(name, document, database);
  let inMemory: DraftStore | undefined;
  const giveUp = (): DraftStore => {
    if (!inMemory) {
      inMemory = forgetfulStore();
      void persistence.destroy();
      onBroken();
    }
    return inMemory;
  };
  database.addEventListener('close', giveUp);
  return {
    get isShared() {
      return inMemory === undefined;
    },
    read: async () => {
      if (inMemory) return inMemory.read();
      // Progress first: edits newer than the progress do no harm, a progress newer than its edits would.
      const progress = unpack(await persistence.get(PROGRESS));
      // The store skips an update that arrives before the one it builds on: the document has not changed.
      const isWaiting = hasWaiting(document);
      await fetchUpdates(persistence, undefined, (updates) => {
        if (isWaiting) updates.add(Y.encodeStateAsUpdate(document));
      });
      // A tab that closed since may have left unsent edits.
      await takeKeptBeforeUnload(name, document, database);
      return progress;
    },
    write: async (progress, update) => {
      if (inMemory) return inMemory.write(progress, update);
      try {
        await note(database, progress, update);
      } catch (error) {
        if (error instanceof Superseded) throw error;
        // Saving to the server goes on without the draft.
        await giveUp().write(progress, update);
      }
    },
    close: async () => {
      // Closing alone would not wait for pending writes.
      if (!inMemory) await whenRead(database).catch(() => undefined);
      await persistence.destroy();
    },
  };
}

function hasWaiting({ store }: Y.Doc): boolean {
  return store.pendingStructs !== null || store.pendingDs !== null;
}

/** @throws {Superseded} */
async function note(
  database: IDBDatabase,
  progress: Progress,
  update: Uint8Array | undefined,
): Promise<void> {
  const [custom, updates] = idb.transact(database, STORES, 'readwrite') as [IDBObjectStore, IDBObjectStore];
  const done = whenDone(custom.transaction);
  const known = unpack(await idb.get(custom, PROGRESS));
  if ((known?.revision ?? 0) !== progress.revision - 1) {
    custom.transaction.abort();
    await done.catch(() => undefined);
    throw new Superseded();
  }
  custom.put(pack(progress), PROGRESS);
  if (update) updates.add(update);
  await done;
}

/** A read waits for the writes before it. */
function whenRead(database: IDBDatabase): Promise<void> {
  return whenDone(database.transaction(STORES));
}

function whenDone(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The note was not taken.'));
  });
}

/**
 * Keeps an update of the document before this call returns, as a tab closes: for the next time the page is
 * opened.
 */
export function keepBeforeUnload(name: string, update: Uint8Array): void {
  try {
    localStorage.setItem(KEPT_BEFORE_UNLOAD + name, buffer.toBase64(update));
  } catch {
    // No storage, or full: only IndexedDB's copy is left.
  }
}

async function takeKeptBeforeUnload(name: string, document: Y.Doc, database: IDBDatabase): Promise<void> {
  try {
    const kept = localStorage.getItem(KEPT_BEFORE_UNLOAD + name);
    if (kept === null) return;
    Y.applyUpdate(document, buffer.fromBase64(kept));
    // It stays until the database has it as well.
    await whenRead(database);
    if (localStorage.getItem(KEPT_BEFORE_UNLOAD + name) === kept)
      localStorage.removeItem(KEPT_BEFORE_UNLOAD + name);
  } catch {
    // No storage to read from: IndexedDB's copy is all there is.
  }
}

/** One value, so that it never mixes parts of two saves. */
function pack({ revision, writer, base, attempts }: Progress): ArrayBuffer {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, revision);
  encoding.writeVarString(encoder, writer);
  encoding.writeVarString(encoder, base.version);
  encoding.writeVarUint8Array(encoder, base.state);
  for (const { id, state } of attempts) {
    encoding.writeVarString(encoder, id);
    encoding.writeVarUint8Array(encoder, state);
  }
  return new Uint8Array(encoding.toUint8Array(encoder)).buffer;
}

function unpack(packed: unknown): Progress | undefined {
  if (!(packed instanceof ArrayBuffer)) return undefined;
  const decoder = decoding.createDecoder(new Uint8Array(packed));
  const revision = decoding.readVarUint(decoder);
  const writer = decoding.readVarString(decoder);
  const version = decoding.readVarString(decoder);
  const state = decoding.readVarUint8Array(decoder);
  const attempts: Attempt[] = [];
  while (decoding.hasContent(decoder)) {
    attempts.push({ id: decoding.readVarString(decoder), state: decoding.readVarUint8Array(decoder) });
  }
  return { revision, writer, base: { version, state }, attempts };
}

/** y-indexeddb never answers where IndexedDB is switched off, so this checks first. */
function isAvailable(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open('trellis-probe');
      request.onsuccess = () => {
        request.result.close();
        resolve(true);
      };
      request.onerror = () => resolve(false);
    } catch {
      resolve(false);
    }
  });
}

function forgetfulStore(): DraftStore {
  let kept: Progress | undefined;
  return {
    isShared: false,
    read: async () => kept,
    write: async (progress) => {
      kept = progress;
    },
    close: async () => undefined,
  };
}
