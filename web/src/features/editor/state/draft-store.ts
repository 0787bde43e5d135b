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
    readBase: async () => (await persistence.get(BASE)) ?? undefined,
    writeBase: async (base) => void (await persistence.set(BASE, base)),
    readPending: async () => (await persistence.get(PENDING)) ?? undefined,
    writePending: async (state) => void (await persistence.set(PENDING, state)),
    close: () => persistence.destroy(),
  };
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
