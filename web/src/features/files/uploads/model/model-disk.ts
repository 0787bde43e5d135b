/**
 * A browser's storage for the model tests of the upload queue: it can be full, refuse to be opened, say nothing, and be cleared
 * under open tabs.
 */
import { setImmediate as soon } from 'node:timers';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { StoredUploads } from '../upload-ports.ts';
import type { QueuedFile } from '../uploads.ts';

const { put } = IDBObjectStore.prototype;

/** How fake-indexeddb holds what is stored. */
interface Raw {
  readonly _databases: ReadonlyMap<string, { readonly rawObjectStores: ReadonlyMap<string, RawStore> }>;
}

interface RawStore {
  readonly records: { values(): Iterable<{ readonly key: unknown; readonly value: unknown }> };
}

export class ModelDisk {
  isFull = false;
  /** It cannot be opened, and what is open is of no use. */
  isRefusing = false;
  /** Counts the requests that it has not done yet. */
  pending = 0;
  #factory = new IDBFactory();
  #open = new Set<IDBDatabase>();
  #isSilent = false;
  #waiting: (() => void)[] = [];

  constructor() {
    vi.stubGlobal('setImmediate', (task: () => void) => {
      if (this.#isSilent) this.#waiting.push(task);
      else soon(task);
    });
    const open = (name: string, version?: number) => {
      if (this.isRefusing) throw new DOMException('Internal error opening backing store.', 'UnknownError');
      const request = this.#factory.open(name, version);
      request.addEventListener('success', () => this.#connect(request.result));
      return request;
    };
    const indexedDB = { open, deleteDatabase: (name: string) => this.#factory.deleteDatabase(name) };
    vi.stubGlobal('indexedDB', indexedDB);
    vi.stubGlobal('window', { indexedDB });
    const isFull = () => this.isFull;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...asked) {
      const request = put.apply(this, asked);
      if (isFull() && typeof asked[0] === 'object') this.transaction.abort();
      return request;
    });
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Nothing is answered until it speaks again. */
  set isSilent(isSilent: boolean) {
    this.#isSilent = isSilent;
    if (!isSilent) for (const task of this.#waiting.splice(0)) soon(task);
  }

  mend(): void {
    this.isFull = false;
    this.isRefusing = false;
    this.isSilent = false;
  }

  /** Everything that it has under a name, whether or not it answers. */
  read(name: string): Pick<StoredUploads, 'files' | 'takenAway'> {
    const stores = (this.#factory as unknown as Raw)._databases.get(name)?.rawObjectStores;
    const rows = (store: string) => [...(stores?.get(store)?.records.values() ?? [])];
    return {
      files: rows('files').map(({ value }) => value as QueuedFile),
      takenAway: new Set(rows('taken-away').map(({ key }) => String(key))),
    };
  }

  #connect(database: IDBDatabase): void {
    this.#open.add(database);
    const begin = database.transaction.bind(database);
    database.transaction = (...asked) => {
      if (this.isRefusing) throw new DOMException('The connection was lost.', 'InvalidStateError');
      return begin(...asked);
    };
  }

  async busy<T>(work: Promise<T>): Promise<T> {
    this.pending++;
    return work.finally(() => this.pending--);
  }

  /** As when a person deletes what the browser stores for this site. */
  clear(): void {
    this.#factory = new IDBFactory();
    const open = [...this.#open];
    this.#open.clear();
    for (const database of open) {
      database.close();
      database.onclose?.(new Event('close'));
    }
  }
}
