/**
 * A page's drafts in IndexedDB: every edit the moment it is typed, and the document as far as the server is known to have
 * it. Drafts survive a reload, a crash and a closed lid, and the tabs of the browser share them; forget-drafts.ts says when they end. A browser that does not open
 * IndexedDB (some private windows, a broken disk) keeps nothing until it does.
 * IndexedDB drops unfinished writes when a window is left, so unsent edits go through local storage then (left-words.ts).
 */
import * as idb from 'lib0/indexeddb';
import * as Y from 'yjs';
import { answeredWithin, NoAnswer, pause } from '../../../lib/browser/time/pause.ts';
import { clientsOf, FROM_LOG, ownClientsOf } from '../words/page-updates.ts';
import { CUSTOM, MOST_ROWS, openDraftDatabase, PROGRESS, STORES, UPDATES } from './draft-database.ts';
import { type Row, readRows, takeTurn, turnOf, whenDone } from './draft-rows.ts';
import { type DraftStore, type Progress, Superseded } from './drafts.ts';
import { forgetfulStore } from './forgetful-store.ts';
import { hasLeftWords } from './left-words.ts';

/** The steps that can be undone in a page, by the name of its drafts: while nobody shows the page, the tab keeps it. */
export const UNDO_PREFIX = 'trellis-undo-';

/** Names a page's drafts in this browser, and with them its lock and its channel between tabs. */
export function draftName(userId: string, pageId: string): string {
  return `${draftsPrefix(userId)}${pageId}`;
}

/** The prefix of the names of a person's drafts. */
export function draftsPrefix(userId: string): string {
  return `trellis-document-${userId}-`;
}

// Saving goes on without a disk that takes longer.
const LONGEST_ANSWER_S = 10;
const LOAD_AGAIN_MS = 2000;
// A tab that is stuck in the middle of a write keeps the others' from their turn for as long as the browser waits for it.
const LONGEST_START_S = 3;

/**
 * @param name one per person and page
 * @param document is filled with the kept edits by `read`, and has all further ones kept
 * @param onBroken called when the browser refuses writes or has dropped the data, before the write that found
 *   out ends. The store goes on in memory, for this tab alone.
 * @param onMended called when the browser takes writes again, and has all words of the document. Somebody has to lead anew.
 */
export async function openDraftStore(
  name: string,
  document: Y.Doc,
  onBroken: () => void = () => undefined,
  onMended: () => void = () => undefined,
): Promise<DraftStore> {
  return new IndexedDrafts(name, document, await openDraftDatabase(name), onBroken, onMended);
}

class IndexedDrafts implements DraftStore {
  readonly #name: string;
  readonly #document: Y.Doc;
  #database: IDBDatabase | undefined;
  readonly #onBroken: () => void;
  readonly #onMended: () => void;
  #isClosed = false;
  /** The document's, once it is known. */
  #epoch: string | undefined;
  #rows = 0;
  /** The key of the newest row at the last read. */
  #newestRead: unknown;
  /** This tab's mark as the one that leads. */
  #turn: number | undefined;
  readonly #own = new Set<number>();
  #progress: Progress | undefined;
  #inMemory: DraftStore | undefined;

  constructor(
    name: string,
    document: Y.Doc,
    database: IDBDatabase | undefined,
    onBroken: () => void,
    onMended: () => void,
  ) {
    this.#name = name;
    this.#document = document;
    this.#onBroken = onBroken;
    this.#onMended = onMended;
    document.on('update', this.#keep);
    if (database) this.#database = this.#watch(database);
    else this.#goOnInMemory();
  }

  /** The browser takes a database away, or somebody deletes it. */
  #watch(database: IDBDatabase): IDBDatabase {
    for (const loss of ['close', 'versionchange'])
      database.addEventListener(loss, () => database === this.#database && !this.#isClosed && this.#giveUp());
    return database;
  }

  get isShared(): boolean {
    return this.#inMemory === undefined;
  }

  get epoch(): string | undefined {
    return this.#epoch ?? this.#inMemory?.epoch;
  }

  get ownClients(): ReadonlySet<number> {
    return new Set([...this.#own, ...(this.#inMemory?.ownClients ?? [])]);
  }

  get progress(): Progress | undefined {
    return this.#inMemory ? this.#inMemory.progress : this.#progress;
  }

  read(): Promise<Progress | undefined> {
    return this.#orInMemory(
      () => this.#read(),
      (store) => store.read(),
      LONGEST_START_S,
    );
  }

  async #read(): Promise<Progress | undefined> {
    const [progress, rows, keys] = await this.#unlessLost(readRows(this.#database as IDBDatabase));
    this.#newestRead = keys.at(-1);
    this.#epoch ??= progress?.epoch;
    // Edits of another document than the progress's are left alone.
    if (!progress || progress.epoch !== this.#epoch) return progress;
    this.#progress = progress;
    Y.applyUpdate(this.#document, progress.state, FROM_LOG);
    const edits = rows.filter(({ epoch }) => epoch === progress.epoch);
    for (const { own } of edits) this.noteOwn(own);
    const kept = edits.map(({ update }) => update);
    if (edits.length > 0) Y.applyUpdate(this.#document, Y.mergeUpdates(kept), this);
    // A tab that closed since may have left unsent edits.
    await this.#takeLeftWords(progress.epoch).catch(() => undefined);
    return progress;
  }

  lead(): Promise<void> {
    return this.#orInMemory(
      async () => {
        const [custom] = this.#stores('readwrite', [CUSTOM]);
        const done = whenDone(custom.transaction);
        const turn = takeTurn(custom);
        await this.#unlessLost(done);
        this.#turn = turn;
      },
      (store) => store.lead(),
      LONGEST_START_S,
    );
  }

  isLeading(): Promise<boolean> {
    return this.#orInMemory(
      async () => {
        const [custom] = this.#stores('readonly', [CUSTOM]);
        const turn = turnOf(custom);
        custom.transaction.commit();
        // Nothing is saved before it is answered.
        return (await turn) === this.#turn;
      },
      (store) => store.isLeading(),
    );
  }

  write(progress: Progress): Promise<void> {
    return this.#orInMemory(
      async () => {
        await this.#unlessLost(this.#note(progress));
        this.#epoch ??= progress.epoch;
        this.#progress = progress;
        // Without it the rows stay as they are.
        if (this.#rows >= MOST_ROWS) this.#tidy().catch(() => undefined);
      },
      (store) => store.write(progress),
    );
  }

  replace(progress: Progress, edits: Uint8Array | undefined): Promise<boolean> {
    return this.#orInMemory(
      () =>
        this.#note(
          progress,
          (updates) => {
            if (edits) updates.add(rowOf(progress, edits));
          },
          { newest: this.#newestRead },
        ),
      (store) => store.replace(progress, edits),
    );
  }

  noteOwn(clients: Iterable<number>): void {
    for (const client of clients) this.#own.add(client);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#document.off('update', this.#keep);
    await this.#inMemory?.close();
    // Closing alone would not wait for pending writes.
    if (!this.#inMemory) await answeredWithin(LONGEST_ANSWER_S, this.#whenWritten()).catch(() => undefined);
    this.#database?.close();
  }

  readonly #keep = (
    update: Uint8Array,
    origin: unknown,
    _: Y.Doc,
    { local: isTyped }: Y.Transaction,
  ): void => {
    if (origin === FROM_LOG || origin === this || this.#epoch === undefined) return;
    if (isTyped) this.noteOwn(clientsOf(update));
    if (this.#database) this.#add({ epoch: this.#epoch }, update);
  };

  #add({ epoch }: Pick<Row, 'epoch'>, update: Uint8Array): void {
    try {
      const [updates] = this.#stores('readwrite', [UPDATES]);
      updates.add({ epoch, update, own: ownClientsOf(update, this.#own) } satisfies Row);
      updates.transaction.onabort = () => this.#giveUp();
      // Without that it ends with this tab's next turn, which a busy tab gets late, and other tabs' words wait for it.
      updates.transaction.commit();
      this.#rows++;
    } catch {
      this.#giveUp();
    }
  }

  #stores(mode: IDBTransactionMode): [IDBObjectStore, IDBObjectStore];
  #stores(mode: IDBTransactionMode, names: readonly [string]): [IDBObjectStore];
  #stores(mode: IDBTransactionMode, names: readonly string[] = STORES): IDBObjectStore[] {
    return idb.transact(this.#database as IDBDatabase, [...names], mode as 'readwrite');
  }

  async #orInMemory<T>(
    work: () => Promise<T>,
    otherwise: (store: DraftStore) => Promise<T>,
    seconds = LONGEST_ANSWER_S,
  ): Promise<T> {
    if (this.#inMemory) return otherwise(this.#inMemory);
    try {
      return await answeredWithin(seconds, work());
    } catch (error) {
      if (error instanceof Superseded) throw error;
      // Saving to the server goes on without the draft.
      return otherwise(this.#giveUp(error instanceof NoAnswer));
    }
  }

  /** @throws {Error} if the storage was lost, or came back, while the answer was on its way */
  async #unlessLost<T>(answer: Promise<T>): Promise<T> {
    const database = this.#database;
    const result = await answer;
    if (this.#inMemory || this.#database !== database)
      throw new Error('The storage has been lost meanwhile.');
    return result;
  }

  /**
   * @param read nothing is written where rows have come since
   * @returns whether it is written
   * @throws {Superseded}
   */
  async #note(
    progress: Progress,
    besides?: (updates: IDBObjectStore) => void,
    read?: { readonly newest: unknown },
  ): Promise<boolean> {
    // Other tabs' words do not wait for it, unless it is about the rows.
    const [custom, updates] = besides ? this.#stores('readwrite') : this.#stores('readwrite', [CUSTOM]);
    const done = whenDone(custom.transaction);
    const [turn, known] = (await Promise.all([turnOf(custom), idb.get(custom, PROGRESS)])) as unknown as [
      unknown,
      Progress | undefined,
    ];
    const isSuperseded = turn !== (this.#turn ?? turn) || (known?.revision ?? 0) !== progress.revision - 1;
    if (isSuperseded || (updates && read && (await newestOf(updates)) !== read.newest)) {
      custom.transaction.abort();
      await done.catch(() => undefined);
      if (isSuperseded) throw new Superseded();
      return false;
    }
    custom.put(progress, PROGRESS);
    if (updates) besides?.(updates);
    custom.transaction.commit();
    await done;
    return true;
  }

  async #tidy(): Promise<void> {
    this.#rows = 0;
    const { tidy } = await import('./drafts-on-demand.ts');
    if (this.#database) await tidy(this.#database);
  }

  /** @param isSlow the database still takes what is typed, in its turn: a busy browser answers late */
  #giveUp(isSlow = false): DraftStore {
    if (!isSlow) this.#letGo();
    if (this.#inMemory) return this.#inMemory;
    const alone = this.#goOnInMemory();
    this.#onBroken();
    return alone;
  }

  #letGo(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  #goOnInMemory(): DraftStore {
    const alone = forgetfulStore(this.#document, this.#progress);
    this.#inMemory = alone;
    void this.#mend(alone);
    return alone;
  }

  /** On demand, since few browsers ever need it; again, since a disk can break while there is no connection. */
  async #loadPutBack(): Promise<typeof import('./drafts-on-demand.ts').putBack> {
    for (;;) {
      try {
        return (await import('./drafts-on-demand.ts')).putBack;
      } catch {
        await pause(LOAD_AGAIN_MS);
      }
    }
  }

  /** Tries until the browser has all words again. */
  async #mend(alone: DraftStore): Promise<void> {
    const putBack = await this.#loadPutBack();
    const isReplaced = () => alone.epoch !== undefined && !alone.progress;
    const isWanted = () => !this.#isClosed && this.#inMemory === alone && !isReplaced();
    const onBack = (database: IDBDatabase, known: Progress | undefined, isTyped: boolean) => {
      this.noteOwn(alone.ownClients);
      this.#epoch = known?.epoch;
      this.#progress = known;
      // It writes nothing more before it leads anew.
      this.#turn = -1;
      this.#letGo();
      this.#database = this.#watch(database);
      this.#inMemory = undefined;
      void alone.close();
      if (known && isTyped) this.#add(known, Y.encodeStateAsUpdate(this.#document));
      this.#onMended();
    };
    await putBack({ name: this.#name, document: this.#document, drafts: this, isWanted, onBack });
  }

  async #takeLeftWords(epoch: string): Promise<void> {
    if (!hasLeftWords(this.#name)) return;
    const { leftWords } = await import('./drafts-on-demand.ts');
    const left = leftWords(this.#name);
    for (const { edits } of left) {
      if (edits.epoch !== epoch) continue;
      this.noteOwn(edits.own);
      Y.applyUpdate(this.#document, edits.update, this);
      // By itself: the document may have had it already, of a tab that ended before it was kept.
      this.#add(edits, edits.update);
    }
    // They stay until the database has them as well.
    await this.#unlessLost(this.#whenWritten());
    for (const { key } of left) localStorage.removeItem(key);
  }

  /** A read waits for the writes before it. */
  async #whenWritten(): Promise<void> {
    const [{ transaction }] = this.#stores('readonly');
    transaction.commit();
    return whenDone(transaction);
  }
}

/** @returns the key of the newest row */
async function newestOf(updates: IDBObjectStore): Promise<unknown> {
  return (await idb.getAllKeys(updates)).at(-1);
}

function rowOf({ epoch }: Progress, update: Uint8Array): Row {
  return { epoch, update, own: clientsOf(update) };
}
