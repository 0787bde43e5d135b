/**
 * One open page in this tab: its document, what this browser keeps of it, its other tabs, and, in the tab that was
 * first, the saver. Lives on after its screen is left until everything is saved.
 */
import * as Y from 'yjs';
import { isConnected, watchConnection } from '../../../lib/browser/connection.ts';
import { type DraftStore, keepLastWords, openDraftStore } from './draft-store.ts';
import { writeTexts } from './page-document.ts';
import { PageSaver } from './page-saver.ts';
import { type PageServer, PageServerError } from './page-server.ts';
import type { PageTexts } from './page-texts.ts';
import { isUnsafeToLeave, type SaveStatus } from './save-status.ts';
import { openTabChannel, type TabChannel } from './tab-channel.ts';

export type PagePhase =
  | 'loading'
  | 'ready'
  | 'missing'
  | 'failed'
  /** Nobody answers, and this browser has nothing of the page. */
  | 'out-of-reach';

const COULD_NOT_BE_OPENED: ReadonlySet<PagePhase> = new Set(['failed', 'out-of-reach']);

// What the saving tab may take to ask the server and answer another tab.
const LONGEST_ANSWER_MS = 5000;

export interface PageSessionSnapshot {
  readonly phase: PagePhase;
  readonly status: SaveStatus;
}

export interface PageSessionOptions {
  /** One per person and page: names the drafts, the tab channel and the lock. */
  readonly name: string;
  readonly server: PageServer;
  /** The server has a new version of the page from here. */
  onSaved(): void;
}

export class PageSession {
  readonly document = new Y.Doc();
  readonly #options: PageSessionOptions;
  readonly #listeners = new Set<() => void>();
  readonly #closed = Promise.withResolvers<void>();
  #snapshot: PageSessionSnapshot = { phase: 'loading', status: 'saved' };
  #drafts: DraftStore | undefined;
  #channel: TabChannel | undefined;
  #saver: PageSaver | undefined;
  readonly #toldStatus: Array<() => void> = [];
  #unwatchConnection: (() => void) | undefined;

  constructor(options: PageSessionOptions) {
    this.#options = options;
    this.#start().catch(() => this.#update({ phase: 'failed' }));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): PageSessionSnapshot => this.#snapshot;

  /** Makes these the page's texts, as if they had been typed. */
  write(texts: PageTexts): void {
    writeTexts(this.document, texts, undefined);
  }

  saveNow(): Promise<void> {
    if (this.#saver) return this.#saver.flush();
    this.#channel?.askToSaveNow();
    return Promise.resolve();
  }

  /** Looks whether others saved; the tab that saves does. */
  refresh(): void {
    // A page may have come back from the trash.
    if (this.#snapshot.phase === 'missing') void this.reopen();
    else void this.#saver?.refresh();
  }

  /** Brings in what others saved, in whichever tab. Resolves once it is there, or cannot be had now. */
  async catchUp(): Promise<void> {
    if (this.#saver) return this.#saver.refresh();
    const told = new Promise<void>((resolve) => this.#toldStatus.push(resolve));
    this.#channel?.askToRefresh();
    await Promise.race([told, pause(LONGEST_ANSWER_MS)]);
  }

  /** Asks the server for the page once more, after it could not be loaded. */
  async reopen(): Promise<void> {
    if (!this.#saver) return;
    try {
      this.#update({ phase: (await this.#saver.open()) ? 'ready' : 'missing' });
    } catch (error) {
      if (!(error instanceof PageServerError)) throw error;
      this.#update({ phase: error.failure === 'offline' ? 'out-of-reach' : 'failed' });
    }
  }

  /** Saves what is unsaved, then lets go of everything. What could not be saved stays in this browser. */
  async close(): Promise<void> {
    await this.saveNow();
    this.#saver?.stop();
    this.#closed.resolve();
    this.#channel?.close();
    window.removeEventListener('beforeunload', this.#warn);
    window.removeEventListener('pagehide', this.#leave);
    document.removeEventListener('visibilitychange', this.#look);
    this.#unwatchConnection?.();
    await this.#drafts?.close();
    this.document.destroy();
  }

  async #start(): Promise<void> {
    this.#drafts = await openDraftStore(this.#options.name, this.document);
    this.#channel = openTabChannel(this.#options.name, this.document, {
      onStatus: (status) => {
        if (!this.#saver) this.#update({ phase: 'ready', status });
        for (const tell of this.#toldStatus.splice(0)) tell();
      },
      onSaveNow: () => void this.#saver?.flush(),
      onRefresh: () => void this.#saver?.refresh().then(() => this.#tellStatus()),
      onHello: () => this.#tellStatus(),
    });
    this.document.on('update', this.#onEdit);
    window.addEventListener('beforeunload', this.#warn);
    window.addEventListener('pagehide', this.#leave);
    document.addEventListener('visibilitychange', this.#look);
    this.#unwatchConnection = watchConnection(() => isConnected() && this.#look());
    await this.#lead();
  }

  /** The first tab saves; the next one takes over when it closes. Without locks (plain HTTP) each tab saves. */
  async #lead(): Promise<void> {
    if (!('locks' in navigator)) return this.#open();
    await navigator.locks.request(this.#options.name, async () => {
      await this.#open();
      await this.#closed.promise;
    });
  }

  async #open(): Promise<void> {
    if (!this.#drafts) return;
    const saver = new PageSaver(this.document, this.#drafts, this.#options.server, {
      onStatus: (status) => {
        this.#update({ status });
        this.#channel?.sendStatus(status);
      },
      onSaved: this.#options.onSaved,
    });
    this.#saver = saver;
    // What this browser kept is shown without waiting for the network.
    if (await saver.restore()) this.#update({ phase: 'ready' });
    await this.reopen();
  }

  #tellStatus(): void {
    if (this.#saver && this.#snapshot.phase === 'ready') this.#channel?.sendStatus(this.#snapshot.status);
  }

  readonly #onEdit = (
    _update: Uint8Array,
    _origin: unknown,
    _doc: Y.Doc,
    transaction: Y.Transaction,
  ): void => {
    if (this.#saver) this.#saver.schedule();
    else if (transaction.local && this.#snapshot.status !== 'unsaved') this.#update({ status: 'unsaved' });
  };

  readonly #warn = (event: BeforeUnloadEvent): void => {
    if (isUnsafeToLeave(this.#snapshot.status)) event.preventDefault();
  };

  readonly #leave = (): void => {
    if (!isUnsafeToLeave(this.#snapshot.status)) return;
    const unsaved = this.#saver?.unsavedUpdate();
    if (unsaved) keepLastWords(this.#options.name, unsaved);
    void this.saveNow();
  };

  readonly #look = (): void => {
    if (document.visibilityState === 'hidden') this.#leave();
    else if (COULD_NOT_BE_OPENED.has(this.#snapshot.phase)) void this.reopen();
    else this.refresh();
  };

  #update(change: Partial<PageSessionSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
