/** A browser's storage for the model tests of the upload queue: it can be full, and be cleared under open tabs. */
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { vi } from 'vitest';

const { put } = IDBObjectStore.prototype;

export class ModelDisk {
  isFull = false;
  /** Counts the requests that it has not done yet. */
  pending = 0;
  #factory = new IDBFactory();
  #open = new Set<IDBDatabase>();

  constructor() {
    const open = (name: string, version?: number) => {
      const request = this.#factory.open(name, version);
      request.addEventListener('success', () => this.#open.add(request.result));
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
