/**
 * One open page in this tab: its document, its drafts, the channel to other tabs, and, in the first tab, the
 * saver. It outlives its screen until everything is saved.
 */

import type * as Y from 'yjs';
import { atMost } from '../../../lib/browser/time/pause.ts';
import { requestIdOf } from '../../../lib/errors/app-error.ts';
import { Carets } from '../carets/carets.ts';
import type { ToldCaret } from '../carets/told-caret.ts';
import { type DraftStore, Superseded } from '../drafts/drafts.ts';
import type { Words } from '../drafts/keep-words.ts';
import { PageSaver } from '../saving/page-saver.ts';
import { type PageChannel, sendUnsaved } from '../wire/page-channel.ts';
import { PageServerError } from '../wire/page-server.ts';
import { isInTouch, isStillTried, isUnsafeToLeave } from '../wire/save-status.ts';
import { createDocument } from '../words/merge-order.ts';
import { type StateVector, stateVectorOf } from '../words/page-document.ts';
import { FROM_LOG, FROM_OTHERS } from '../words/page-updates.ts';
import { type CarriedEdits, editsSince, makeEdits } from './carried-edits.ts';
import { LiveConnection } from './live-connection.ts';
import { Absences } from './missed-changes.ts';
import { Occasion } from './occasion.ts';
import type { PageSessionOptions } from './page-session-options.ts';
import type { PageSessionSnapshot } from './page-snapshot.ts';
import type { TabChannel } from './tab-channel.ts';

// The saving tab's time to answer another tab.
const LONGEST_ANSWER_MS = 5000;
// Longer than it takes the database's word to come by another channel.
const CHANNEL_TIME_MS = 1000;

export class PageSession {
  readonly document = createDocument();
  readonly carets: Carets;
  readonly connection = new LiveConnection();
  readonly absences: Absences;
  readonly #options: PageSessionOptions;
  readonly #listeners = new Set<() => void>();
  readonly #closed = Promise.withResolvers<void>();
  #alone = new AbortController();
  #isClosed = false;
  #closing: Promise<void> | undefined;
  #carried: CarriedEdits | undefined;
  /** So much of the document was taken over when it was replaced. */
  #taken: StateVector | undefined;
  #letOthersLead: () => void = () => undefined;
  #snapshot: PageSessionSnapshot = { phase: 'loading', status: 'saved' };
  #drafts: DraftStore | undefined;
  #channel: TabChannel | undefined;
  #pageChannel: PageChannel | undefined;
  /** Whether the database tells on it of each update. */
  #isHearing = false;
  #saver: PageSaver | undefined;
  readonly #refreshed = new Occasion();
  readonly #savedApart = new Occasion();
  #unwatchTab: (() => void) | undefined;

  constructor(options: PageSessionOptions) {
    this.#options = options;
    this.#carried = options.carried;
    this.absences = new Absences(this.document, options.absence);
    if (options.carried) this.#snapshot = { phase: 'loading', status: 'unsaved' };
    const sendCaret = (caret: ToldCaret) => this.#pageChannel?.sendCaret(caret);
    const onMet = () => sendUnsaved(this.#pageChannel, this.#saver?.unsavedOnline, this.carets);
    this.carets = new Carets(this.document, options.userId, sendCaret, onMet);
    this.#start().catch(() => this.#update({ phase: 'failed' }));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): PageSessionSnapshot => this.#snapshot;

  /** The last edits of a session whose phase is `replaced`, for the one that comes after it. */
  get carriedEdits(): CarriedEdits | undefined {
    return this.#taken ? editsSince(this.document, this.#taken, this.#drafts) : this.#carried;
  }

  /** Whether this tab alone has words that may still be saved. */
  get isOnlyHere(): boolean {
    const { phase, status } = this.#snapshot;
    if (phase === 'missing' || !isStillTried(status)) return false;
    return phase === 'replaced' || this.#carried !== undefined || this.#drafts?.isShared === false;
  }

  /** Names what the browser is to keep; undefined until that is known. */
  get words(): Words | undefined {
    const { name } = this.#options;
    return this.#drafts && { name, document: this.document, drafts: this.#drafts };
  }

  /** Makes edits of another document here, as soon as the page is there. */
  bring(edits: CarriedEdits): void {
    if (this.#snapshot.phase === 'loading') this.#carried = edits;
    else makeEdits(this.document, edits);
  }

  /** Saves unsaved edits. The next save begins a version of its own in the history. */
  async saveApart(): Promise<void> {
    if (this.#saver) {
      await this.#saver.flush();
      this.#saver.beginVersion();
    } else if (this.#channel) {
      const saved = this.#savedApart.next;
      this.#channel.askToSaveApart();
      await atMost(saved, LONGEST_ANSWER_MS);
    }
  }

  async saveNow(): Promise<void> {
    if (this.#saver) await this.#saver.flush();
    else this.#channel?.askToSaveNow();
  }

  /**
   * Fetches what others saved, if this tab saves.
   * @param version that there is, if it is known: nothing is fetched where it is here already
   */
  refresh(version?: string): void {
    if (version === undefined || !this.#isHearing) void this.#look(version);
    // The page's own channel brings the words of this version themselves, and need not be asked for.
    else setTimeout(() => void this.#look(version), CHANNEL_TIME_MS);
  }

  /** The page got another name, or came back: other texts are told apart from that. */
  refreshUnlessReady(): void {
    if (this.#snapshot.phase !== 'ready') this.refresh();
  }

  /** Fetches what others saved, through the saving tab. Resolves when done, failed or timed out. */
  async catchUp(): Promise<void> {
    if (this.#saver) return this.#saver.refresh();
    const told = this.#refreshed.next;
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
      const isOffline = error instanceof PageServerError && error.failure === 'offline';
      this.#update({ phase: isOffline ? 'out-of-reach' : 'failed', requestId: requestIdOf(error) });
    }
    this.#endAbsence();
    this.#tellState();
  }

  async #look(version?: string): Promise<void> {
    const { losses } = this.absences;
    // A page may have come back from the trash.
    if (this.#saver && this.#snapshot.phase !== 'ready') return this.reopen();
    await this.#saver?.refresh(version);
    if (losses === this.absences.losses) this.#endAbsence();
  }

  #endAbsence(): void {
    const version = this.#saver?.version;
    if (version !== undefined && isInTouch(this.#snapshot.status)) this.absences.end(version);
  }

  /** Saves unsaved edits, then releases everything. Edits that could not be saved stay in this browser. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await (this.#saver?.leave() ?? this.saveNow());
    // Another tab may have put another document in the drafts, and what was typed since is here alone.
    await this.#readDrafts().catch(() => undefined);
    this.#isClosed = true;
    this.#saver?.stop();
    this.#closed.resolve();
    this.#unwatchTab?.();
    this.carets.close();
    this.connection.close();
    this.#pageChannel?.leave();
    await this.#drafts?.close();
    // Last, so that a tab that opens the page now still gets what was not sent yet.
    this.#channel?.close();
    this.document.destroy();
  }

  async #start(): Promise<void> {
    const { tab, name } = this.#options;
    const drafts = await tab.openDraftStore(name, this.document, this.#goAlone, this.#comeBack);
    if (this.#isClosed) return drafts.close();
    this.#drafts = drafts;
    // Without shared drafts, each tab has its own document, and they meet at the server.
    if (drafts.isShared) this.#channel = this.#openChannel(drafts);
    this.document.on('update', this.#onEdit);
    this.#unwatchTab = tab.watch({
      onClosing: (event) => isUnsafeToLeave(this.#snapshot.status) && event.preventDefault(),
      onLeave: this.#leave,
      onReturn: this.#return,
      onCheck: this.#return,
    });
    // Show the drafts without waiting for the network or another tab.
    if (drafts.isShared && (await drafts.read())) this.#update({ phase: 'ready' });
    while (!this.#isClosed) await (drafts.isShared ? this.#leadInTurn(drafts) : this.#lead(drafts));
  }

  async #leadInTurn(drafts: DraftStore): Promise<void> {
    const { tab, name } = this.#options;
    this.#alone = new AbortController();
    const { signal } = this.#alone;
    const lead = (lost: AbortSignal) => this.#lead(drafts, lost);
    await tab.holdTabLock(name, lead, signal).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }

  #openChannel(drafts: DraftStore): TabChannel {
    const { tab, name } = this.#options;
    return tab.openTabChannel(name, this.document, drafts, {
      onState: (state, knowsAll) => {
        if (this.#saver || (state.phase === 'ready' && !this.#drafts?.epoch)) return;
        // "Saved" is about what the other tab knew then.
        const isAhead = state.status === 'saved' && !knowsAll;
        this.#update(isAhead ? { ...state, status: 'unsaved' } : state);
      },
      onUpdate: () => this.#tellState(),
      onSaveNow: () => void this.#saver?.flush(),
      onSaveApart: async () => {
        if (!this.#saver) return;
        await this.saveApart();
        this.#channel?.tellSavedApart();
      },
      onSavedApart: () => this.#savedApart.happen(),
      onRefresh: async () => {
        await this.#look();
        this.#tellState();
        if (this.#saver) this.#channel?.tellRefreshed();
      },
      onRefreshed: () => this.#refreshed.happen(),
      onHello: () => this.#tellState(),
      onOtherDocument: () => void this.#readDrafts().catch(() => undefined),
      onReplaced: (taken) => this.#giveWay(taken),
    });
  }

  /** Saves for all tabs until this one closes or another turns out to save. Then the next tab takes over. */
  async #lead(drafts: DraftStore, lost?: AbortSignal): Promise<void> {
    if (this.#isClosed) return;
    const ended = Promise.withResolvers<void>();
    void this.#closed.promise.then(ended.resolve);
    this.#letOthersLead = ended.resolve;
    const saver = new PageSaver(this.document, drafts, this.#options.server, {
      isHeard: () => this.#isHearing,
      isCrowded: () => this.carets.areMany,
      onStatus: (status, requestId) => {
        this.#update({ status, requestId });
        this.#tellState();
      },
      onLog: ({ channel }) => {
        if (channel === this.#snapshot.channel) return;
        this.#update({ channel });
        this.#tellState();
      },
      onLook: (look = null) => this.#update({ look: { look, at: performance.now() } }),
      onSaved: this.#options.onSaved,
      onReplaced: (taken) => {
        this.#channel?.tellReplaced(taken);
        this.#giveWay(taken);
      },
      onSuperseded: ended.resolve,
    });
    lost?.addEventListener('abort', () => {
      saver.stop();
      ended.resolve();
    });
    this.#saver = saver;
    try {
      if (await saver.restore()) {
        if (saver.version !== undefined) this.absences.begin(saver.version);
        this.#update({ phase: 'ready' });
      }
      // Another tab has replaced the document that this one still shows.
      else if (drafts.epoch !== undefined) return await this.#readDrafts();
      await this.reopen();
      // Another tab was asked that would have saved. It is this one by now: nobody else answers.
      this.#refreshed.happen();
      if (this.#savedApart.isAwaited) await this.saveApart();
      this.#savedApart.happen();
      await ended.promise;
    } finally {
      saver.stop();
      this.#saver = undefined;
    }
  }

  /** Another tab has put another document in the drafts, or the first one. */
  async #readDrafts(): Promise<void> {
    const drafts = this.#drafts;
    const wasUnknown = drafts?.epoch === undefined;
    const kept = await drafts?.read();
    if (!drafts || !kept || this.#isClosed) return;
    if (kept.epoch !== drafts.epoch) {
      const { replaced } = kept;
      const taken = replaced?.epoch === drafts.epoch ? replaced?.taken : undefined;
      return this.#giveWay(taken ?? stateVectorOf(this.document));
    }
    if (!wasUnknown) return;
    this.#channel?.askForUpdates();
    if (!this.#saver && this.#snapshot.phase === 'loading') this.#update({ phase: 'ready' });
  }

  #giveWay(taken: StateVector): void {
    if (this.#snapshot.phase === 'replaced') return;
    this.#saver?.stop();
    this.#taken = taken;
    // Until the next session knows better: words that are typed from now on are in this tab alone.
    this.#update({ phase: 'replaced', status: 'unsaved' });
  }

  /** The browser lost the shared drafts: this tab goes on by itself. */
  readonly #goAlone = (): void => {
    this.#channel?.close();
    this.#channel = undefined;
    this.#letOthersLead();
    this.#alone.abort();
  };

  /** The browser keeps this tab's words again, beside those of its other tabs. */
  readonly #comeBack = (): void => {
    if (!this.#drafts || this.#isClosed) return;
    this.#channel = this.#openChannel(this.#drafts);
    this.#letOthersLead();
  };

  #joinPageChannel(): void {
    this.#pageChannel?.leave();
    this.#pageChannel = undefined;
    this.#isHearing = false;
    const { channel } = this.#snapshot;
    if (!channel || this.#isClosed) return;
    this.#pageChannel = this.#options.tab.openPageChannel(channel, {
      onUpdate: (epoch, update, screen) => {
        this.carets.hearTyping(screen);
        // The other tabs hear it from that one.
        this.#saver?.hear(epoch, update);
      },
      onCaret: (message) => this.carets.hear(message),
      onLogged: (log, update) => void this.#saver?.hearLogged(log, update),
      onJoined: () => {
        this.#isHearing = true;
        this.connection.restore();
        this.refresh();
      },
      onMet: () => this.carets.greet(),
      onDisconnected: () => {
        this.#isHearing = false;
        this.connection.lose();
        if (this.#saver?.version !== undefined) this.absences.begin(this.#saver.version, true);
      },
    });
  }

  #tellState(): void {
    if (this.#saver && this.#snapshot.phase !== 'loading') this.#channel?.sendState(this.#snapshot);
  }

  readonly #onEdit = (update: Uint8Array, origin: unknown, _doc: Y.Doc, transaction: Y.Transaction): void => {
    if (origin === FROM_LOG || origin === FROM_OTHERS) return;
    const epoch = this.#drafts?.epoch;
    // Each tab tells what was typed in it.
    if (transaction.local && epoch) this.#pageChannel?.send(epoch, update, this.carets);
    if (!this.#saver?.isOpen && transaction.local && this.#snapshot.status !== 'unsaved')
      this.#update({ status: 'unsaved' });
  };

  readonly #leave = (): void => {
    if (!isUnsafeToLeave(this.#snapshot.status)) return;
    const unsaved = this.#saver?.unsaved;
    if (unsaved) this.#options.tab.keepBeforeUnload(this.#options.name, unsaved);
    void this.saveNow();
  };

  readonly #return = (): void => {
    // A tab that was asleep, or that a message did not reach, missed the others' edits, and those tabs may have closed since.
    this.#channel?.askForUpdates();
    void this.#readDrafts().catch(() => undefined);
    this.refresh();
  };

  #update(change: Partial<PageSessionSnapshot>): void {
    if (this.#snapshot.phase === 'replaced') return;
    if (change.phase === 'ready' && this.#carried) {
      const carried = this.#carried;
      this.#carried = undefined;
      makeEdits(this.document, carried);
    }
    const { channel } = this.#snapshot;
    this.#snapshot = { ...this.#snapshot, ...change };
    if (this.#snapshot.channel !== channel) this.#joinPageChannel();
    for (const listener of this.#listeners) listener();
  }
}
