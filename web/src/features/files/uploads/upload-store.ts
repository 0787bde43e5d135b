/**
 * The waiting files of a person in IndexedDB, which the browser's tabs share, and which ones the person took away: an id each.
 * A browser without it, or without room, keeps them in memory: then they are gone with the tab, which says so, and warns
 * before it is closed. Nothing else in the browser says what waits: it would be wrong after the browser was killed.
 */
import { openExisting } from '../../../lib/browser/storage/existing-database.ts';
import { answeredWithin } from '../../../lib/browser/time/pause.ts';
import type { QueuedChange, StoredUploads, UploadStore } from './upload-ports.ts';
import type { QueuedFile } from './uploads.ts';

export const FILES = 'files';
const TAKEN_AWAY = 'taken-away';
const VERSION = 2;
// Pictures wait for it, also those that the server has.
const LONGEST_OPENING_S = 3;
const LONGEST_ANSWER_S = 10;
const SLOWEST_BYTES_PER_S = 1_000_000;

/** The name of the database; what the server does not have yet stays there at a sign-out. */
export function uploadsName(userId: string): string {
  return `trellis-files-${userId}`;
}

export interface BrowserUploadStore extends UploadStore {
  /** Whether it holds files that only this tab has. */
  readonly isForgetful: boolean;
  close(): void;
}

export function openUploadStore(userId: string): BrowserUploadStore {
  return new IndexedUploads(uploadsName(userId));
}

interface Stores {
  readonly files: IDBObjectStore;
  readonly takenAway: IDBObjectStore;
}

type Read = Pick<StoredUploads, 'files' | 'takenAway'>;

const NOTHING: Read = { files: [], takenAway: new Set() };

class IndexedUploads implements BrowserUploadStore {
  readonly #name: string;
  readonly #inMemory = new Map<string, QueuedFile>();
  readonly #takenFromMemory = new Set<string>();
  /** Holds where the browser refuses to read for a while. */
  #lastRead: Read | undefined;
  /** The browser has closed the database by itself, as when somebody clears what it stores. */
  #isCleared = false;
  #opening: Promise<IDBDatabase> | undefined;
  /** It takes longer than anybody waits. */
  #isLate = false;
  /** Changes of single files wait until it ends. */
  #storing: Promise<void> = Promise.resolve();

  constructor(name: string) {
    this.#name = name;
  }

  get isForgetful(): boolean {
    return this.#inMemory.size > 0;
  }

  close(): void {
    void this.#opening?.then(
      (database) => database.close(),
      () => undefined,
    );
    this.#opening = undefined;
    this.#isLate = false;
  }

  /** @throws where nothing could ever be read */
  async all(): Promise<StoredUploads> {
    const read = await this.#read();
    return {
      ...read,
      files: [...read.files, ...this.#inMemory.values()],
      takenAway: new Set([...read.takenAway, ...this.#takenFromMemory]),
      onlyHere: new Set(this.#inMemory.keys()),
    };
  }

  async put(file: QueuedFile): Promise<void> {
    this.#takenFromMemory.delete(file.id);
    try {
      await this.#store(file);
    } catch {
      this.#inMemory.set(file.id, file);
      // A browser that stores nothing has nothing else.
      this.#lastRead ??= NOTHING;
    }
  }

  storeFromMemory(): Promise<void> {
    this.#storing = this.#storing
      .then(async () => {
        // The smallest that finds no room says so for all.
        const files = [...this.#inMemory.values()].sort((one, other) => one.bytes.size - other.bytes.size);
        for (const file of files) await this.#store(file);
      })
      .catch(() => undefined);
    return this.#storing;
  }

  async update(id: string, change: QueuedChange): Promise<boolean> {
    await this.#storing;
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
    await this.#storing;
    this.#takenFromMemory.delete(id);
    if (this.#inMemory.delete(id)) return;
    await this.#work('readwrite', async ({ files, takenAway }) => {
      await answerOf(files.delete(id));
      await answerOf(takenAway.delete(id));
    });
  }

  async takeAway(id: string): Promise<QueuedFile | undefined> {
    await this.#storing;
    const kept = this.#inMemory.get(id);
    if (kept) {
      this.#inMemory.delete(id);
      this.#takenFromMemory.add(id);
      return kept;
    }
    return this.#work('readwrite', async ({ files, takenAway }) => {
      const known = await answerOf(fileIn(files, id));
      if (known) await answerOf(takenAway.put(true, id));
      await answerOf(files.delete(id));
      return known;
    });
  }

  async #store(file: QueuedFile): Promise<void> {
    const put = async ({ files, takenAway }: Stores) => {
      await answerOf(files.put(file, file.id));
      await answerOf(takenAway.delete(file.id));
    };
    await this.#work('readwrite', put, LONGEST_ANSWER_S + Math.ceil(file.bytes.size / SLOWEST_BYTES_PER_S));
    this.#inMemory.delete(file.id);
  }

  async #read(): Promise<Omit<StoredUploads, 'onlyHere'>> {
    const wasCleared = this.#isCleared;
    this.#isCleared = false;
    try {
      const isThere =
        this.#opening !== undefined || (await answeredWithin(LONGEST_OPENING_S, isStored(this.#name)));
      this.#lastRead = isThere ? await this.#readAll() : NOTHING;
      return { ...this.#lastRead, isCleared: wasCleared };
    } catch (error) {
      this.#isCleared ||= wasCleared;
      if (this.#lastRead) return { ...this.#lastRead, isCleared: false };
      throw error;
    }
  }

  #readAll(): Promise<Read> {
    return this.#work('readonly', async ({ files, takenAway }) => ({
      files: await answerOf<readonly QueuedFile[]>(files.getAll()),
      takenAway: new Set((await answerOf(takenAway.getAllKeys())).map(String)),
    }));
  }

  /**
   * @returns once the browser has written it, and a power cut leaves it
   * @throws where the browser refuses it, or says nothing in time: then nothing is written later, either
   */
  async #work<T>(
    mode: IDBTransactionMode,
    work: (stores: Stores) => Promise<T>,
    seconds = LONGEST_ANSWER_S,
  ): Promise<T> {
    const database = await this.#open();
    const transaction = database.transaction([FILES, TAKEN_AWAY], mode, { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser did not store it'));
    });
    const files = transaction.objectStore(FILES);
    const takenAway = transaction.objectStore(TAKEN_AWAY);
    const all = Promise.all([work({ files, takenAway }), done]);
    const [result] = await answeredWithin(seconds, all).catch((error) => {
      // On its way to the disk already, it may still be written: then it is waited for.
      if (!isAborted(transaction)) return all;
      throw error;
    });
    return result;
  }

  async #open(): Promise<IDBDatabase> {
    requireIndexedDb();
    if (this.#isLate) throw new Error('The browser has not opened it yet');
    this.#opening ??= openDatabase(this.#name, (isCleared) => {
      this.#opening = undefined;
      this.#isLate = false;
      this.#isCleared ||= isCleared;
    });
    const opening = this.#opening;
    return answeredWithin(LONGEST_OPENING_S, opening).catch((error) => {
      if (opening === this.#opening) this.#expectLate(opening);
      throw error;
    });
  }

  /** Nobody waits a second time for a browser that says nothing. */
  #expectLate(opening: Promise<IDBDatabase>): void {
    this.#isLate = true;
    const noteOpen = () => {
      if (opening === this.#opening) this.#isLate = false;
    };
    opening.then(noteOpen, () => undefined);
  }
}

/** @returns false when it is too late for that */
function isAborted(transaction: IDBTransaction): boolean {
  try {
    transaction.abort();
    return true;
  } catch {
    return transaction.error !== null;
  }
}

/** Looking does not make one: most people have never put a file into a page. */
async function isStored(name: string): Promise<boolean> {
  requireIndexedDb();
  const database = await openExisting(name);
  database?.close();
  return database !== undefined;
}

/** @throws in some private windows, which have none at all */
function requireIndexedDb(): void {
  if (!('indexedDB' in window)) throw new Error('This browser has no IndexedDB');
}

/** @param onClose the browser (`isCleared`), or another tab that deletes it, has closed it: it is opened again */
function openDatabase(name: string, onClose: (isCleared: boolean) => void): Promise<IDBDatabase> {
  return openStores(name, VERSION)
    .catch((error) => {
      // Deleted by a tab that its person leaves, which marks it so; that one may have been killed before it was.
      if (error instanceof DOMException && error.name === 'VersionError') return openStores(name);
      throw error;
    })
    .then(
      (database) => {
        database.onclose = () => onClose(true);
        database.onversionchange = () => {
          database.close();
          onClose(false);
        };
        return database;
      },
      (error) => {
        onClose(false);
        throw error;
      },
    );
}

/** @param version undefined for the one that it has */
function openStores(name: string, version?: number): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    const { result: database } = request;
    for (const store of [FILES, TAKEN_AWAY])
      if (!database.objectStoreNames.contains(store)) database.createObjectStore(store);
  };
  return answerOf(request);
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
