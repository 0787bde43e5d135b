/**
 * What this browser keeps of a page in IndexedDB: every edit the moment it is typed, and how far the server is. It
 * survives a reload, a crash and a closed lid; a browser without IndexedDB (some private windows) keeps nothing.
 */
import { IndexeddbPersistence } from 'y-indexeddb';
import type * as Y from 'yjs';
import type { Base } from './page-document.ts';

const BASE = 'base';
const PENDING = 'pending';

export interface DraftStore {
  readBase(): Promise<Base | undefined>;
  writeBase(base: Base): Promise<void>;
  /** The document's state when a save was sent whose answer has not come; the server may or may not have it. */
  readPending(): Promise<Uint8Array | undefined>;
  writePending(state: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/**
 * Fills the document with what was kept, and keeps all its further updates.
 * @param name one per person and page
 */
export async function openDraftStore(name: string, document: Y.Doc): Promise<DraftStore> {
  if (!(await isAvailable())) return forgetfulStore();
  const persistence = new IndexeddbPersistence(name, document);
  await persistence.whenSynced;
  return {
    readBase: async () => {
      const packed = await persistence.get(BASE);
      return packed instanceof ArrayBuffer ? unpack(packed) : undefined;
    },
    writeBase: async (base) => void (await persistence.set(BASE, pack(base))),
    readPending: async () => {
      const state = await persistence.get(PENDING);
      return state instanceof ArrayBuffer ? new Uint8Array(state) : undefined;
    },
    writePending: async (state) => void (await persistence.set(PENDING, new Uint8Array(state).buffer)),
    close: () => persistence.destroy(),
  };
}

/** One value, so that version and state can never be of two different saves: the version, a zero byte, the state. */
function pack({ version, state }: Base): ArrayBuffer {
  const name = new TextEncoder().encode(`${version}\0`);
  const packed = new Uint8Array(name.length + state.length);
  packed.set(name);
  packed.set(state, name.length);
  return packed.buffer;
}

function unpack(packed: ArrayBuffer): Base {
  const bytes = new Uint8Array(packed);
  const end = bytes.indexOf(0);
  return { version: new TextDecoder().decode(bytes.subarray(0, end)), state: bytes.slice(end + 1) };
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
  let base: Base | undefined;
  let pending: Uint8Array | undefined;
  return {
    readBase: async () => base,
    writeBase: async (next) => {
      base = next;
    },
    readPending: async () => pending,
    writePending: async (next) => {
      pending = next;
    },
    close: async () => undefined,
  };
}
