/**
 * An open page in this tab: runs its machine, which decides, on the browser's clocks, storage, network and tabs. It outlives its
 * screen until everything is saved.
 */
import type * as Y from 'yjs';
import { randomUuid } from '../../../lib/browser/random-uuid.ts';
import { pause } from '../../../lib/browser/time/pause.ts';
import { Carets } from '../carets/carets.ts';
import type { DraftStore } from '../drafts/drafts.ts';
import type { Words } from '../drafts/keep-words.ts';
import type { CarriedEdits } from '../machine/carried-edits.ts';
import type { Ask, Asks, Facts, Orders, Put, Work } from '../machine/commands.ts';
import { PageMachine } from '../machine/page-machine.ts';
import type { PageSessionSnapshot } from '../machine/page-snapshot.ts';
import type { PageChannel, PageChannelEvents } from '../wire/page-channel.ts';
import { isStillTried, isUnsafeToLeave } from '../wire/save-status.ts';
import { createDocument } from '../words/merge-order.ts';
import type { TabPort } from './browser-tab.ts';
import { LiveConnection } from './live-connection.ts';
import { Absences } from './missed-changes.ts';
import type { PageSessionOptions } from './page-session-options.ts';
import { runWork } from './run-work.ts';
import { Waits } from './waits.ts';

type Answerer = Readonly<Record<string, (...given: unknown[]) => unknown>>;

export class PageSession {
  readonly document = createDocument();
  readonly carets: Carets;
  readonly connection = new LiveConnection();
  readonly absences: Absences;
  readonly #options: PageSessionOptions;
  readonly #machine: PageMachine;
  readonly #listeners = new Set<() => void>();
  readonly #waits = new Waits((timer) => this.#machine.take('time', timer));
  #alone = new AbortController();
  #closing: Promise<void> | undefined;
  #drafts: DraftStore | undefined;
  /** To the browser's other tabs. */
  #port: TabPort | undefined;
  /** To the page's other writers. */
  #channel: PageChannel | undefined;
  #unwatchTab: (() => void) | undefined;

  constructor(options: PageSessionOptions) {
    this.#options = options;
    this.absences = new Absences(this.document, options.absence);
    this.carets = new Carets(
      this.document,
      options.userId,
      (caret) => this.#channel?.sendCaret(caret),
      () => this.#machine.take('met'),
    );
    this.#machine = new PageMachine(this.document, this.#facts(), this.#put, options.carried);
    this.#start().catch(() => this.#machine.take('failed'));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): PageSessionSnapshot => this.#machine.snapshot;

  /** The last edits of a session whose phase is `replaced`, for the one that comes after it. */
  get carriedEdits(): CarriedEdits | undefined {
    return this.#machine.carriedEdits;
  }

  /** Whether this tab alone has words that may still be saved. */
  get isOnlyHere(): boolean {
    const { phase, status } = this.getSnapshot();
    if (phase === 'missing' || !isStillTried(status)) return false;
    return phase === 'replaced' || this.#machine.isCarrying || this.#drafts?.isShared === false;
  }

  /** Names what the browser is to keep; undefined until that is known. */
  get words(): Words | undefined {
    const { name } = this.#options;
    return this.#drafts && { name, document: this.document, drafts: this.#drafts };
  }

  /** Makes edits of another document here, as soon as the page is there. */
  bring(edits: CarriedEdits): void {
    this.#machine.bring(edits);
  }

  /** Saves unsaved edits. The next save begins a version of its own in the history. */
  saveApart(): Promise<void> {
    return this.#run(this.#machine.saveApart());
  }

  saveNow(): Promise<void> {
    return this.#run(this.#machine.saveNow());
  }

  /**
   * Fetches what others saved, if this tab saves.
   * @param version that there is, if it is known: nothing is fetched where it is here already
   */
  refresh(version?: string): void {
    this.#machine.take('changed', version);
  }

  /** The page got another name, or came back: other texts are told apart from that. */
  refreshUnlessReady(): void {
    if (this.getSnapshot().phase !== 'ready') this.refresh();
  }

  /** Fetches what others saved, through the saving tab. Resolves when done, failed or timed out. */
  catchUp(): Promise<void> {
    return this.#run(this.#machine.catchUp());
  }

  /** Asks the server for the page once more, after it could not be loaded. */
  reopen(): Promise<void> {
    return this.#run(this.#machine.reopen());
  }

  /** Saves unsaved edits, then releases everything. Edits that could not be saved stay in this browser. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#run(this.#machine.close());
    this.#unwatchTab?.();
    this.carets.close();
    this.connection.close();
    this.#channel?.leave();
    await this.#drafts?.close();
    // Last, so that a tab that opens the page now still gets what was not sent yet.
    this.#closePort();
    this.document.destroy();
  }

  async #start(): Promise<void> {
    const { tab, name } = this.#options;
    const drafts = await tab.openDraftStore(name, this.document, this.#goAlone, this.#comeBack);
    if (this.#machine.isClosed) return drafts.close();
    this.#drafts = drafts;
    // Without shared drafts, each tab has its own document, and they meet at the server.
    if (drafts.isShared) this.#openPort();
    this.document.on('update', (update: Uint8Array, origin: unknown, _: Y.Doc, { local }: Y.Transaction) =>
      this.#machine.take('edited', update, origin, local),
    );
    const onReturn = () => this.#machine.take('returned');
    this.#unwatchTab = tab.watch({
      onClosing: (event) => isUnsafeToLeave(this.getSnapshot().status) && event.preventDefault(),
      onLeave: () => this.#machine.take('left'),
      onReturn,
      onCheck: onReturn,
    });
    if (drafts.isShared) await this.#run(this.#machine.showDrafts());
    while (!this.#machine.isClosed) await (drafts.isShared ? this.#leadInTurn() : this.#lead());
  }

  async #leadInTurn(): Promise<void> {
    const { tab, name } = this.#options;
    this.#alone = new AbortController();
    const { signal } = this.#alone;
    await tab
      .holdTabLock(name, (lost) => this.#lead(lost), signal)
      .catch((error) => {
        if (!signal.aborted) throw error;
      });
  }

  async #lead(lost?: AbortSignal): Promise<void> {
    const onLost = () => this.#machine.take('superseded');
    const leading = this.#run(this.#machine.lead());
    lost?.addEventListener('abort', onLost);
    // The one after it is not superseded by what happened to this one.
    await leading.finally(() => lost?.removeEventListener('abort', onLost));
  }

  #openPort(): void {
    const { tab, name } = this.#options;
    const port = tab.openTabPort(name);
    port.onmessage = ({ data }) => this.#machine.take('heard', data);
    this.#port = port;
    this.#machine.take('shared', randomUuid());
  }

  #closePort(): void {
    this.#port?.close();
    this.#port = undefined;
  }

  /** The browser lost the shared drafts: this tab goes on by itself. */
  readonly #goAlone = (): void => {
    this.#closePort();
    this.#machine.take('alone');
    this.#alone.abort();
  };

  /** The browser keeps this tab's words again, beside those of its other tabs. */
  readonly #comeBack = (): void => {
    if (this.#drafts && !this.#machine.isClosed) this.#openPort();
  };

  #facts(): Facts {
    const draftsOf = () => this.#drafts;
    const { carets } = this;
    return {
      get drafts() {
        return draftsOf();
      },
      get now() {
        return performance.now();
      },
      get isCrowded() {
        return carets.areMany;
      },
    };
  }

  #run<T>(work: Work<T>): Promise<T> {
    return runWork(work, this.#answer);
  }

  readonly #answer = async ({ ask, given }: Ask): Promise<unknown> => {
    // No two of them answer the same question, and nobody asks the drafts before they are open.
    const answerers = [this.#own, this.#options.server, this.#drafts] as unknown as readonly Answerer[];
    const answerer = answerers.find((one) => ask in one);
    return answerer?.[ask]?.(...given);
  };

  readonly #own: Pick<Asks, 'loadBranches' | 'until' | 'pause'> = {
    // On demand, since few saves need it. Without it, what both wrote adds up, and no word is lost.
    loadBranches: () => import('../together/branches.ts').catch(() => undefined),
    until: (signal, ms) => this.#waits.until(signal, ms),
    pause,
  };

  readonly #put: Put = (name, ...given) => (this.#orders[name] as (...given: unknown[]) => void)(...given);

  readonly #orders: Orders = {
    show: () => {
      for (const listener of this.#listeners) listener();
    },
    join: (channel) => {
      this.#channel?.leave();
      this.#channel = channel ? this.#options.tab.openPageChannel(channel, this.#channelEvents) : undefined;
    },
    send: (epoch, update) => this.#channel?.send(epoch, update, this.carets),
    post: (message) => this.#port?.postMessage(message),
    wait: (timer, ms, isSpread) => this.#waits.set(timer, ms, isSpread),
    stop: (timer) => this.#waits.stop(timer),
    noteOwn: (clients) => this.#drafts?.noteOwn(clients),
    keep: (unsaved) => this.#options.tab.keepBeforeUnload(this.#options.name, unsaved),
    saved: (page) => this.#options.onSaved(page),
    beginAbsence: (since, isLost) => this.absences.begin(since, isLost),
    endAbsence: (version) => this.absences.end(version),
    run: (work) => void this.#run(work),
    happen: (signal) => this.#waits.happen(signal),
  };

  readonly #channelEvents: PageChannelEvents = {
    onUpdate: (epoch, update, screen) => {
      this.carets.hearTyping(screen);
      this.#machine.take('typed', epoch, update);
    },
    onCaret: (message) => this.carets.hear(message),
    onLogged: (log, update) => this.#machine.take('logged', log, update),
    onJoined: () => {
      this.connection.restore();
      this.#machine.take('joined');
    },
    onMet: () => this.carets.greet(),
    onDisconnected: () => {
      this.connection.lose();
      this.#machine.take('disconnected');
    },
  };
}
