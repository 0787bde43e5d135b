/**
 * What this browser keeps of a page in IndexedDB: every edit the moment it is typed, and how far the server is. It
 * survives a reload, a crash and a closed lid; a browser without IndexedDB (some private windows) keeps nothing.
 * IndexedDB drops what is not written yet when a window is left, so the last words go through local storage then.
 */
import * as buffer from 'lib0/buffer';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import type { Base } from './page-document.ts';

/** How far the server is, as far as this browser knows. */
export interface Progress {
  readonly base: Base;
  /** Document states that were sent on top of the base, newest last, and that the server may or may not have. */
  readonly attempts: readonly Uint8Array[];
}

export interface DraftStore {
  read(): Promise<Progress | undefined>;
  write(progress: Progress): Promise<void>;
  close(): Promise<void>;
}

/** Names a page's drafts in this browser, and with them its lock and its channel between tabs. */
export function draftName(userId: string, pageId: string): string {
  return `${draftsPrefix(userId)}${pageId}`;
}

/** What the names of all of a person's drafts begin with. */
export function draftsPrefix(userId: string): string {
  return `trellis-page-${userId}-`;
}

const PROGRESS = 'progress';
const LAST_WORDS = 'last-words:';

/**
 * Fills the document with what was kept, and keeps all its further updates.
 * @param name one per person and page
 */
export async function openDraftStore(name: string, document: Y.Doc): Promise<DraftStore> {
  if (!(await isAvailable())) return forgetfulStore();
  const persistence = new IndexeddbPersistence(name, document);
  await persistence.whenSynced;
  takeLastWords(name, document);
  return {
    read: async () => {
      const packed = await persistence.get(PROGRESS);
      return packed instanceof ArrayBuffer ? unpack(packed) : undefined;
    },
    write: async (progress) => void (await persistence.set(PROGRESS, pack(progress))),
    close: () => persistence.destroy(),
  };
}

/** Keeps an update of the document before this call returns, for the next time the page is opened. */
export function keepLastWords(name: string, update: Uint8Array): void {
  try {
    localStorage.setItem(LAST_WORDS + name, buffer.toBase64(update));
  } catch {
    // No storage, or full: what IndexedDB has is what is left.
  }
}

function takeLastWords(name: string, document: Y.Doc): void {
  try {
    const words = localStorage.getItem(LAST_WORDS + name);
    if (words === null) return;
    Y.applyUpdate(document, buffer.fromBase64(words));
    localStorage.removeItem(LAST_WORDS + name);
  } catch {
    // As above.
  }
}

/** One value, so that its parts can never be of two different saves. */
function pack({ base, attempts }: Progress): ArrayBuffer {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, base.version);
  for (const state of [base.state, ...attempts]) encoding.writeVarUint8Array(encoder, state);
  return new Uint8Array(encoding.toUint8Array(encoder)).buffer;
}

function unpack(packed: ArrayBuffer): Progress {
  const decoder = decoding.createDecoder(new Uint8Array(packed));
  const version = decoding.readVarString(decoder);
  const state = decoding.readVarUint8Array(decoder);
  const attempts: Uint8Array[] = [];
  while (decoding.hasContent(decoder)) attempts.push(decoding.readVarUint8Array(decoder));
  return { base: { version, state }, attempts };
}

/** y-indexeddb never answers where IndexedDB is switched off, so that is found out first. */
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
    read: async () => kept,
    write: async (progress) => {
      kept = progress;
    },
    close: async () => undefined,
  };
}
