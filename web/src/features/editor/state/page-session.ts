/**
 * One open page in this tab: its document, its drafts, the channel to other tabs, and, in the first tab, the
 * saver. It outlives its screen until everything is saved.
 */
import type * as Y from 'yjs';
import { atMost } from '../../../lib/browser/pause.ts';
import type { BrowserTab } from './browser-tab.ts';
import { type DraftStore, Superseded } from './draft-store.ts';
import { createDocument } from './merge-order.ts';
import { writeTexts } from './page-document.ts';
import { PageSaver } from './page-saver.ts';
import { type PageServer, PageServerError } from './page-server.ts';
import type { PageSessionSnapshot } from './page-snapshot.ts';
import type { PageTexts, SavedPage } from './page-texts.ts';
import { isUnsafeToLeave } from './save-status.ts';
import type { TabChannel } from './tab-channel.ts';

// The saving tab's time to ask the server and answer another tab.
const LONGEST_ANSWER_MS = 5000;

export interface PageSessionOptions {
  /** One per person and page: names the drafts, the tab channel and the lock. */
  readonly name: string;
  readonly server: PageServer;
  readonly tab: BrowserTab;
  /** The page as the server has it after a save from here. */
  onSaved(saved: SavedPage): void;
}

export class PageSession {
  readonly document = createDocument();
  readonly #options: PageSessionOptions;
  readonly #listeners = new Set<() => void>();
  readonly #closed = Promise.withResolvers<void>();
  #isClosed = false;
  #letOthersLead: () => void = () => undefined;
  #snapshot: PageSessionSnapshot = { phase: 'loading', status: 'saved' };
  #drafts: DraftStore | undefined;
  #channel: TabChannel | undefined;
  #saver: PageSaver | undefined;
  readonly #toldRefreshed: Array<() => void> = [];
  readonly #toldSavedApart: Array<() => void> = [];
  #unwatchTab: (() => void) | undefined;

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

  /** Saves unsaved edits. The next save begins a version of its own in the history. */
  async saveApart(): Promise<void> {
    if (this.#saver) {
      await this.#saver.flush();
      this.#saver.beginVersion();
    } else if (this.#channel) {
      const saved = new Promise<void>((resolve) => this.#toldSavedApart.push(resolve));
      this.#channel.askToSaveApart();
      await atMost(saved, LONGEST_ANSWER_MS);
    }
  }

  saveNow(): Promise<void> {
    if (this.#saver) return this.#saver.flush();
    this.#channel?.askToSaveNow();
    return Promise.resolve();
  }

  /**
   * Fetches what others saved, if this tab saves.
   * @param version that there is, if it is known: nothing is fetched where it is here already
   */
  refresh(version?: string): void {
    void this.#look(version);
  }

  /** The page got another name, or came back: other texts are told apart from that. */
  refreshUnlessReady(): void {
    if (this.#snapshot.phase !== 'ready') this.refresh();
  }

  /** Fetches what others saved, through the saving tab. Resolves when done, failed or timed out. */
  async catchUp(): Promise<void> {
    if (this.#saver) return this.#saver.refresh();
    const told = new Promise<void>((resolve) => this.#toldRefreshed.push(resolve));
    this.#channel?.askToRefresh();
    await atMost(told, LONGEST_ANSWER_MS);
  }

  /** Asks the server for the page once more, after it could not be loaded. */
  async reopen(): Promise<void> {
    if (!this.#saver) return this.#channel?.askToRefresh();
    try {
      this.#update({ phase: (await this.#saver.open()) ? 'ready' : 'missing' });
    } catch (error) {
      // The tab that saves instead will tell its state.
      if (error instanceof Superseded) return;
      if (!(error instanceof PageServerError)) throw error;
      this.#update({ phase: error.failure === 'offline' ? 'out-of-reach' : 'failed' });
    }
    this.#tellState();
  }

  async #look(version?: string): Promise<void> {
    // A page may have come back from the trash.
    if (this.#saver && this.#snapshot.phase !== 'ready') await this.reopen();
    else await this.#saver?.refresh(version);
  }

  /** Saves unsaved edits, then releases everything. Edits that could not be saved stay in this browser. */
  async close(): Promise<void> {
    await this.saveNow();
    this.#isClosed = true;
    this.#saver?.stop();
    this.#closed.resolve();
    this.#unwatchTab?.();
    await this.#drafts?.close();
    // Last, so that a tab that opens the page now still gets what was not sent yet.
    this.#channel?.close();
    this.document.destroy();
  }

  async #start(): Promise<void> {
    const { tab, name } = this.#options;
    const drafts = await tab.openDraftStore(name, this.document, this.#goAlone);
    this.#drafts = drafts;
    // Without shared drafts, each tab has its own document, and they meet at the server.
    if (drafts.isShared) this.#channel = this.#openChannel();
    this.document.on('update', this.#onEdit);
    this.#unwatchTab = tab.watch({
      onClosing: (event) => isUnsafeToLeave(this.#snapshot.status) && event.preventDefault(),
      onLeave: this.#leave,
      onReturn: this.#return,
    });
    if (!drafts.isShared) return this.#lead(drafts);
    // Show the drafts without waiting for the network or another tab.
    if (await drafts.read()) this.#update({ phase: 'ready' });
    while (drafts.isShared && !this.#isClosed) {
      await tab.holdTabLock(name, (lost) => this.#lead(drafts, lost));
    }
  }

  #openChannel(): TabChannel {
    const { tab, name } = this.#options;
    return tab.openTabChannel(name, this.document, {
      onState: (state, knowsAll) => {
        // "Saved" is about what the other tab knew then.
        const isAhead = state.status === 'saved' && !knowsAll;
        if (!this.#saver) this.#update(isAhead ? { ...state, status: 'unsaved' } : state);
      },
      onUpdate: () => this.#tellState(),
      onSaveNow: () => void this.#saver?.flush(),
      onSaveApart: async () => {
        if (!this.#saver) return;
        await this.saveApart();
        this.#channel?.tellSavedApart();
      },
      onSavedApart: () => tellAll(this.#toldSavedApart),
      onRefresh: async () => {
        await this.#look();
        this.#tellState();
        if (this.#saver) this.#channel?.tellRefreshed();
      },
      onRefreshed: () => tellAll(this.#toldRefreshed),
      onHello: () => this.#tellState(),
    });
  }

  /** Saves for all tabs until this one closes or another turns out to save. Then the next tab takes over. */
  async #lead(drafts: DraftStore, lost?: AbortSignal): Promise<void> {
    if (this.#isClosed) return;
    const ended = Promise.withResolvers<void>();
    void this.#closed.promise.then(ended.resolve);
    lost?.addEventListener('abort', () => ended.resolve());
    this.#letOthersLead = ended.resolve;
    const saver = new PageSaver(this.document, drafts, this.#options.server, {
      onStatus: (status) => {
        this.#update({ status });
        this.#tellState();
      },
      onSaved: this.#options.onSaved,
      onSuperseded: ended.resolve,
    });
    this.#saver = saver;
    try {
      if (await saver.restore()) this.#update({ phase: 'ready' });
      await this.reopen();
      await this.#doWhatWasAsked();
      await ended.promise;
    } finally {
      // Alone, it goes on saving while another tab leads the rest.
      if (drafts.isShared) {
        saver.stop();
        this.#saver = undefined;
      }
    }
  }

  /** A tab asks the one that saves. That may be itself by now: then nobody else answers. */
  async #doWhatWasAsked(): Promise<void> {
    tellAll(this.#toldRefreshed);
    if (this.#toldSavedApart.length === 0) return;
    await this.saveApart();
    tellAll(this.#toldSavedApart);
  }

  /** The browser lost the shared drafts: this tab goes on by itself, if it has the saver. */
  readonly #goAlone = (): void => {
    this.#channel?.close();
    this.#channel = undefined;
    this.#letOthersLead();
    if (!this.#saver) this.#update({ phase: 'failed' });
  };

  #tellState(): void {
    if (this.#saver && this.#snapshot.phase !== 'loading') this.#channel?.sendState(this.#snapshot);
  }

  readonly #onEdit = (
    _update: Uint8Array,
    _origin: unknown,
    _doc: Y.Doc,
    transaction: Y.Transaction,
  ): void => {
    if (this.#saver?.isOpen) this.#saver.schedule();
    else if (transaction.local && this.#snapshot.status !== 'unsaved') this.#update({ status: 'unsaved' });
  };

  readonly #leave = (): void => {
    if (!isUnsafeToLeave(this.#snapshot.status)) return;
    const unsaved = this.#saver?.unsavedUpdate();
    if (unsaved) this.#options.tab.keepBeforeUnload(this.#options.name, unsaved);
    void this.saveNow();
  };

  readonly #return = (): void => {
    // A tab that was asleep missed the others' edits, and those tabs may have closed since.
    this.#channel?.askForUpdates();
    void this.#drafts?.read().catch(() => undefined);
    this.refresh();
  };

  #update(change: Partial<PageSessionSnapshot>): void {
    const { tab, name } = this.#options;
    if (change.status) tab.noteUnsent(name, isUnsafeToLeave(change.status));
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Each of them waits for this once. */
function tellAll(waiting: Array<() => void>): void {
  for (const tell of waiting.splice(0)) tell();
}
