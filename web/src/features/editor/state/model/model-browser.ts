/**
 * A browser in memory: a disk, a channel and a lock that its tabs share, and the tabs, which can die at any
 * moment. The sessions in them are the real ones.
 */
import * as Y from 'yjs';
import type { BrowserTab, TabEvents } from '../browser-tab.ts';
import { type DraftStore, type Progress, Superseded } from '../draft-store.ts';
import { PageSession } from '../page-session.ts';
import { openTabChannel, type TabPort } from '../tab-channel.ts';
import { type ModelServer, never } from './model-server.ts';
import type { Queues } from './queues.ts';

export class ModelTab {
  isDead = false;
  /** Its screen was left: nobody writes in it any more. */
  isClosing = false;
  events: TabEvents | undefined;
  readonly ports = new Set<TabPort>();
  /** By the person in front of it. */
  readonly typed = new Set<string>();
  readonly session: PageSession;
  readonly browser: ModelBrowser;

  constructor(browser: ModelBrowser, server: ModelServer) {
    this.browser = browser;
    this.session = new PageSession({
      name: 'page',
      server: server.for(this),
      tab: browser.around(this),
      onSaved: () => undefined,
    });
  }

  type(at: number, character: string): void {
    this.typed.add(character);
    this.content.insert(at, character);
  }

  get content(): Y.Text {
    return this.session.document.getText('content');
  }
}

export class ModelBrowser {
  readonly tabs = new Set<ModelTab>();
  updates: Uint8Array[] = [];
  #progress: Progress | undefined;
  #keptBeforeUnload: Uint8Array | undefined;
  readonly #locks: ModelLock;
  readonly #queues: Queues;
  readonly #server: ModelServer;

  constructor(queues: Queues, server: ModelServer) {
    this.#queues = queues;
    this.#server = server;
    this.#locks = new ModelLock(queues);
  }

  open(): ModelTab {
    const tab = new ModelTab(this, this.#server);
    this.tabs.add(tab);
    return tab;
  }

  async close(tab: ModelTab): Promise<void> {
    tab.isClosing = true;
    await tab.session.close();
    this.kill(tab);
  }

  kill(tab: ModelTab): void {
    tab.isDead = true;
    this.tabs.delete(tab);
    this.#queues.forget(tab);
    this.#locks.forget(tab);
  }

  /** The lock goes to a second tab, as when a lease ran out while its holder slept. */
  mistakeLock(): void {
    this.#locks.mistake();
  }

  /** Everything that the disk holds. */
  kept(): string {
    const document = new Y.Doc();
    const states = this.#progress
      ? [this.#progress.base.state, ...this.#progress.attempts.map(({ state }) => state)]
      : [];
    for (const update of [
      ...states,
      ...this.updates,
      ...(this.#keptBeforeUnload ? [this.#keptBeforeUnload] : []),
    ]) {
      Y.applyUpdate(document, update);
    }
    return document.getText('content').toString();
  }

  around(tab: ModelTab): BrowserTab {
    return {
      openDraftStore: (_name, document) => this.#openDrafts(tab, document),
      noteUnsent: () => undefined,
      keepBeforeUnload: (_name, update) => {
        if (!tab.isDead) this.#keptBeforeUnload = update;
      },
      openTabChannel: (name, document, events) =>
        openTabChannel(name, document, events, () => this.#openPort(tab)),
      holdTabLock: (_name, work) => this.#locks.hold(tab, work),
      watch: (events) => {
        tab.events = events;
        return () => undefined;
      },
    };
  }

  async #openDrafts(tab: ModelTab, document: Y.Doc): Promise<DraftStore> {
    // A tab's disk writes come in the order in which it asked for them.
    const turn = <T>(work: () => T): Promise<T> =>
      tab.isDead ? never() : this.#queues.turn(`disk ${this.#queueOf(tab)}`, tab, work);
    const fill = () => {
      const isWaiting = document.store.pendingStructs !== null || document.store.pendingDs !== null;
      for (const update of this.updates) Y.applyUpdate(document, update, this);
      if (isWaiting) this.updates.push(Y.encodeStateAsUpdate(document));
    };
    const takeKeptBeforeUnload = async () => {
      const kept = this.#keptBeforeUnload;
      if (!kept || tab.isDead) return;
      Y.applyUpdate(document, kept);
      await turn(() => undefined);
      if (this.#keptBeforeUnload === kept) this.#keptBeforeUnload = undefined;
    };
    await turn(fill);
    document.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this) void turn(() => this.updates.push(update));
    });
    await takeKeptBeforeUnload();
    return {
      isShared: true,
      read: async () => {
        const progress = await turn(() => this.#progress);
        await turn(fill);
        await takeKeptBeforeUnload();
        return progress;
      },
      write: (progress, update) =>
        turn(() => {
          if ((this.#progress?.revision ?? 0) !== progress.revision - 1) throw new Superseded();
          this.#progress = progress;
          if (update) this.updates.push(update);
        }),
      close: () => turn(() => undefined),
    };
  }

  readonly #numbers = new Map<ModelTab, number>();
  #queueOf(tab: ModelTab): number {
    const number = this.#numbers.get(tab) ?? this.#numbers.size;
    this.#numbers.set(tab, number);
    return number;
  }

  #openPort(tab: ModelTab): TabPort {
    const port: TabPort = {
      onmessage: null,
      postMessage: (data) => {
        if (tab.isDead) return;
        for (const other of this.tabs) {
          for (const receiver of other.ports) {
            if (receiver === port) continue;
            void this.#queues.turn(`messages to ${this.#queueOf(other)}`, other, () =>
              receiver.onmessage?.({ data } as MessageEvent),
            );
          }
        }
      },
      close: () => tab.ports.delete(port),
    };
    tab.ports.add(port);
    return port;
  }
}

class ModelLock {
  readonly #holders = new Set<ModelTab>();
  #waiting: { readonly tab: ModelTab; start(): void }[] = [];
  readonly #queues: Queues;

  constructor(queues: Queues) {
    this.#queues = queues;
  }

  async hold(tab: ModelTab, work: (lost: AbortSignal) => Promise<void>): Promise<void> {
    await new Promise<void>((start) => {
      this.#waiting.push({ tab, start });
      this.#grant();
    });
    try {
      await work(new AbortController().signal);
    } finally {
      this.release(tab);
    }
  }

  mistake(): void {
    const next = this.#waiting.shift();
    if (next) this.#start(next);
  }

  forget(tab: ModelTab): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting.tab !== tab);
    this.release(tab);
  }

  release(tab: ModelTab): void {
    this.#holders.delete(tab);
    this.#grant();
  }

  #grant(): void {
    if (this.#holders.size > 0) return;
    const next = this.#waiting.shift();
    if (next) this.#start(next);
  }

  #start({ tab, start }: { readonly tab: ModelTab; start(): void }): void {
    this.#holders.add(tab);
    void this.#queues.turn('lock', tab, start);
  }
}
