/**
 * The waiting files of a person in IndexedDB, which the browser's tabs share. A browser without it, or without room, keeps
 * them in memory: then they are gone with the tab, which warns before it is closed.
 */
import { noteUnsentFiles } from '../../../lib/unsent-files.ts';
import type { QueuedChange, UploadStore } from './upload-ports.ts';
import type { QueuedFile } from './uploads.ts';

const STORE = 'files';

/** Of the database; whoever signs out leaves behind what the server does not have yet. */
export function uploadsName(userId: string): string {
  return `trellis-files-${userId}`;
}

export interface BrowserUploadStore extends UploadStore {
  /** Whether it holds files that only this tab has. */
  readonly isForgetful: boolean;
  close(): void;
}

export function openUploadStore(userId: string): BrowserUploadStore {
  return new IndexedUploads(userId);
}

class IndexedUploads implements BrowserUploadStore {
  readonly #userId: string;
  readonly #inMemory = new Map<string, QueuedFile>();
  #opening: Promise<IDBDatabase> | undefined;

  constructor(userId: string) {
    this.#userId = userId;
  }

  get isForgetful(): boolean {
    return this.#inMemory.size > 0;
  }

  close(): void {
    void this.#opening?.then((database) => database.close());
    this.#opening = undefined;
  }

  async all(): Promise<readonly QueuedFile[]> {
    const stored = await this.#stored();
    return [...stored, ...this.#inMemory.values()];
  }

  async get(id: string): Promise<QueuedFile | undefined> {
    const kept = this.#inMemory.get(id);
    return (
      kept ?? (await this.#work('readonly', (store) => answerOf(fileIn(store, id))).catch(() => undefined))
    );
  }

  async put(file: QueuedFile): Promise<void> {
    // Before the file itself: a crash between the two makes the next visit look for nothing.
    noteUnsentFiles(this.#userId, true);
    try {
      await this.#work('readwrite', (store) => answerOf(store.put(file, file.id)));
      // A file that was removed meanwhile may have found itself to be the last.
      noteUnsentFiles(this.#userId, true);
    } catch {
      this.#inMemory.set(file.id, file);
    }
  }

  async update(id: string, change: QueuedChange): Promise<void> {
    const kept = this.#inMemory.get(id);
    if (kept) return void this.#inMemory.set(id, { ...kept, ...change });
    await this.#work('readwrite', async (store) => {
      const known = await answerOf(fileIn(store, id));
      if (known) await answerOf(store.put({ ...known, ...change }, id));
    });
  }

  async remove(id: string): Promise<void> {
    if (this.#inMemory.delete(id)) return;
    const left = await this.#work('readwrite', async (store) => {
      await answerOf(store.delete(id));
      return answerOf(store.count());
    });
    if (left > 0) return;
    noteUnsentFiles(this.#userId, false);
    // Another tab may have added one since it was counted.
    const added = await this.#work('readonly', (store) => answerOf(store.count()));
    if (added > 0) noteUnsentFiles(this.#userId, true);
  }

  async #stored(): Promise<readonly QueuedFile[]> {
    return this.#work('readonly', (store) => answerOf<readonly QueuedFile[]>(store.getAll())).catch(() => []);
  }

  /** @returns once the browser has written it */
  async #work<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    const database = await this.#open();
    const transaction = database.transaction(STORE, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser did not store it'));
    });
    const [result] = await Promise.all([work(transaction.objectStore(STORE)), done]);
    return result;
  }

  #open(): Promise<IDBDatabase> {
    // Some private windows have no IndexedDB at all.
    if (!('indexedDB' in window)) return Promise.reject(new Error('This browser has no IndexedDB'));
    this.#opening ??= openDatabase(uploadsName(this.#userId), () => {
      this.#opening = undefined;
    });
    return this.#opening;
  }
}

/** @param onClose the browser, or another tab that deletes it, has closed it: it is opened anew */
function openDatabase(name: string, onClose: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return answerOf(request).then(
    (database) => {
      database.onclose = onClose;
      database.onversionchange = () => {
        database.close();
        onClose();
      };
      return database;
    },
    (error) => {
      onClose();
      throw error;
    },
  );
}

function fileIn(store: IDBObjectStore, id: string): IDBRequest<QueuedFile | undefined> {
  return store.get(id);
}

function answerOf<T>(request: Pick<IDBRequest<T>, 'result' | 'error'> & EventTarget): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}
