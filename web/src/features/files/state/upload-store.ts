/**
 * The waiting files of a person in IndexedDB, which the browser's tabs share, and which ones the person took away: an id each. A browser without it, or without room, keeps
 * them in memory: then they are gone with the tab, which warns before it is closed.
 */
import { noteUnsentFiles } from '../../../lib/unsent-files.ts';
import type { QueuedChange, StoredUploads, UploadStore } from './upload-ports.ts';
import type { QueuedFile } from './uploads.ts';

const FILES = 'files';
const TAKEN_AWAY = 'taken-away';
const VERSION = 2;

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

interface Stores {
  readonly files: IDBObjectStore;
  readonly takenAway: IDBObjectStore;
}

class IndexedUploads implements BrowserUploadStore {
  readonly #userId: string;
  readonly #inMemory = new Map<string, QueuedFile>();
  readonly #takenFromMemory = new Set<string>();
  /** Holds where the browser refuses to read for a while. */
  #lastRead: StoredUploads | undefined;
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

  /** @throws where nothing could ever be read */
  async all(): Promise<StoredUploads> {
    const { files, takenAway } = await this.#read();
    return {
      files: [...files, ...this.#inMemory.values()],
      takenAway: new Set([...takenAway, ...this.#takenFromMemory]),
    };
  }

  async put(file: QueuedFile): Promise<void> {
    // Before the file itself: a crash between the two makes the next visit look for nothing.
    noteUnsentFiles(this.#userId, true);
    this.#takenFromMemory.delete(file.id);
    try {
      await this.#work('readwrite', async ({ files, takenAway }) => {
        await answerOf(files.put(file, file.id));
        await answerOf(takenAway.delete(file.id));
      });
      // A file that was removed meanwhile may have found itself to be the last.
      noteUnsentFiles(this.#userId, true);
    } catch {
      this.#inMemory.set(file.id, file);
      // A browser that stores nothing has nothing else.
      this.#lastRead ??= { files: [], takenAway: new Set() };
    }
  }

  async update(id: string, change: QueuedChange): Promise<boolean> {
    const kept = this.#inMemory.get(id);
    if (kept) {
      this.#inMemory.set(id, { ...kept, ...change });
      return true;
    }
    return this.#work('readwrite', async ({ files }) => {
      const known = await answerOf(fileIn(files, id));
      if (known) await answerOf(files.put({ ...known, ...change }, id));
      return known !== undefined;
    });
  }

  async remove(id: string): Promise<void> {
    this.#takenFromMemory.delete(id);
    if (this.#inMemory.delete(id)) return;
    const left = await this.#work('readwrite', async ({ files, takenAway }) => {
      await answerOf(files.delete(id));
      await answerOf(takenAway.delete(id));
      return answerOf(files.count());
    });
    if (left === 0) await this.#noteNone();
  }

  async takeAway(id: string): Promise<QueuedFile | undefined> {
    const kept = this.#inMemory.get(id);
    if (kept) {
      this.#inMemory.delete(id);
      this.#takenFromMemory.add(id);
      return kept;
    }
    const { known, left } = await this.#work('readwrite', async ({ files, takenAway }) => {
      const known = await answerOf(fileIn(files, id));
      if (known) await answerOf(takenAway.put(true, id));
      await answerOf(files.delete(id));
      return { known, left: await answerOf(files.count()) };
    });
    if (left === 0) await this.#noteNone();
    return known;
  }

  async #noteNone(): Promise<void> {
    noteUnsentFiles(this.#userId, false);
    // Another tab may have added one since they were counted.
    const added = await this.#work('readonly', ({ files }) => answerOf(files.count()));
    if (added > 0) noteUnsentFiles(this.#userId, true);
  }

  async #read(): Promise<StoredUploads> {
    try {
      this.#lastRead = await this.#work('readonly', async ({ files, takenAway }) => ({
        files: await answerOf<readonly QueuedFile[]>(files.getAll()),
        takenAway: new Set((await answerOf(takenAway.getAllKeys())).map(String)),
      }));
      return this.#lastRead;
    } catch (error) {
      if (this.#lastRead) return this.#lastRead;
      throw error;
    }
  }

  /** @returns once the browser has written it */
  async #work<T>(mode: IDBTransactionMode, work: (stores: Stores) => Promise<T>): Promise<T> {
    const database = await this.#open();
    const transaction = database.transaction([FILES, TAKEN_AWAY], mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser did not store it'));
    });
    const files = transaction.objectStore(FILES);
    const takenAway = transaction.objectStore(TAKEN_AWAY);
    const [result] = await Promise.all([work({ files, takenAway }), done]);
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
  const request = indexedDB.open(name, VERSION);
  request.onupgradeneeded = () => {
    const { result: database } = request;
    for (const store of [FILES, TAKEN_AWAY])
      if (!database.objectStoreNames.contains(store)) database.createObjectStore(store);
  };
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
