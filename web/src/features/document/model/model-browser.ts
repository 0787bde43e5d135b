/**
 * A browser in memory: a disk, a channel and a lock that its tabs share, and the tabs, which can die at any
 * moment. The sessions in them are the real ones.
 */
import * as Y from 'yjs';
import { type DraftStore, type Progress, Superseded } from '../drafts/drafts.ts';
import { forgetfulStore } from '../drafts/forgetful-store.ts';
import type { BrowserTab, TabPort } from '../session/browser-tab.ts';
import { documentOf, FROM_LOG, ownClientsOf, type UnsavedEdits } from '../words/page-updates.ts';
import type { ModelLine } from './model-line.ts';
import { type ModelServer, never } from './model-server.ts';
import { ModelTab } from './model-tab.ts';
import type { Queues } from './queues.ts';

export class ModelBrowser {
  readonly tabs = new Set<ModelTab>();
  /** Without a connection. */
  isApart = false;
  rows: UnsavedEdits[] = [];
  /** By the people in front of it. */
  readonly typed = new Set<string>();
  #progress: Progress | undefined;
  /** Counts the tabs that have led. */
  #turn = 0;
  readonly #turns = new Map<ModelTab, number>();
  #leftWords: UnsavedEdits[] = [];
  readonly #locks: ModelLock;
  readonly #queues: Queues;
  readonly #server: ModelServer;
  readonly #line: ModelLine;
  readonly #hasDisk: boolean;

  /** @param hasDisk false for one that keeps nothing, as some private windows do */
  constructor(queues: Queues, server: ModelServer, line: ModelLine, hasDisk = true) {
    this.#hasDisk = hasDisk;
    this.#queues = queues;
    this.#server = server;
    this.#line = line;
    this.#locks = new ModelLock(queues);
  }

  open(): ModelTab {
    const tab = new ModelTab(this, this.#server);
    this.tabs.add(tab);
    return tab;
  }

  kill(tab: ModelTab): void {
    tab.isDead = true;
    this.tabs.delete(tab);
    this.#queues.forget(tab);
    this.#locks.forget(tab);
  }

  /** Another tab has begun to lead since this one did. */
  hasLostTurn(tab: ModelTab): boolean {
    return this.#hasDisk && (this.#turns.get(tab) ?? 0) !== this.#turn;
  }

  /** The lock goes to a second tab, as when a lease ran out while its holder slept. */
  mistakeLock(): void {
    this.#locks.mistake();
  }

  /** Everything that the disk holds. */
  kept(): string {
    return this.keptDocument.getText('content').toString();
  }

  get keptDocument(): Y.Doc {
    const document = documentOf();
    if (!this.#progress) return document;
    const { epoch, state } = this.#progress;
    Y.applyUpdate(document, state);
    for (const row of [...this.rows, ...this.#leftWords])
      if (row.epoch === epoch) Y.applyUpdate(document, row.update);
    return document;
  }

  around(tab: ModelTab): BrowserTab {
    return {
      openDraftStore: async (_name, document) =>
        this.#hasDisk ? this.#openDrafts(tab, document) : forgetfulStore(document),
      keepBeforeUnload: (_name, unsaved) => {
        if (!tab.isDead) this.#leftWords.push(unsaved);
      },
      openTabPort: () => this.#openPort(tab),
      openPageChannel: (_channel, events) => this.#line.join(tab, events),
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
    let known: string | undefined;
    let rowsRead = 0;
    const ownClients = new Set<number>();
    const noteOwn = (clients: Iterable<number>) => {
      for (const client of clients) ownClients.add(client);
    };
    const clientsOf = (update: Uint8Array) => [...Y.parseUpdateMeta(update).to.keys()];
    const takeLeftWords = async () => {
      const left = [...this.#leftWords];
      if (left.length === 0 || tab.isDead) return;
      const ofThis = left.filter(({ epoch }) => epoch === known);
      for (const { own, update } of ofThis) {
        noteOwn(own);
        Y.applyUpdate(document, update, this);
      }
      await turn(() => this.rows.push(...ofThis));
      this.#leftWords = this.#leftWords.filter((edits) => !left.includes(edits));
    };
    const keep = (update: Uint8Array, origin: unknown, _: Y.Doc, { local: isTyped }: Y.Transaction) => {
      if (origin === FROM_LOG || origin === this || known === undefined) return;
      const epoch = known;
      if (isTyped) noteOwn(clientsOf(update));
      const own = ownClientsOf(update, ownClients);
      void turn(() => this.rows.push({ epoch, update, own }));
    };
    document.on('update', keep);
    const note = (progress: Progress, besides: () => void, mayWrite = () => true) =>
      turn(() => {
        const isOld = (this.#progress?.revision ?? 0) !== progress.revision - 1;
        if (isOld || this.hasLostTurn(tab)) throw new Superseded();
        if (!mayWrite()) return false;
        this.#progress = progress;
        besides();
        return true;
      });
    await turn(() => undefined);
    return {
      isShared: true,
      progress: undefined,
      ownClients,
      noteOwn,
      get epoch() {
        return known;
      },
      lead: () =>
        turn(() => {
          this.#turns.set(tab, ++this.#turn);
          tab.lateSaves = 0;
        }),
      isLeading: async () => {
        const look = () => {
          tab.mayBeLate = !this.hasLostTurn(tab);
          return tab.mayBeLate;
        };
        if (tab.isDead) return never();
        // Much may happen meanwhile.
        return turn(look);
      },
      read: async () => {
        const progress = await turn(() => {
          const found = this.#progress;
          rowsRead = this.rows.length;
          known ??= found?.epoch;
          if (!found || found.epoch !== known) return found;
          Y.applyUpdate(document, found.state, FROM_LOG);
          for (const { epoch, update, own } of this.rows) {
            if (epoch !== known) continue;
            noteOwn(own);
            Y.applyUpdate(document, update, this);
          }
          return found;
        });
        if (progress?.epoch === known) await takeLeftWords();
        return progress;
      },
      write: async (progress) => {
        await note(progress, () => {
          known ??= progress.epoch;
        });
      },
      replace: (progress, edits) =>
        note(
          progress,
          () => {
            if (edits) this.rows.push({ epoch: progress.epoch, update: edits, own: clientsOf(edits) });
          },
          () => this.rows.length === rowsRead,
        ),
      close: () => {
        document.off('update', keep);
        return turn(() => undefined);
      },
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
        if (!tab.isDead) tab.whenThawed(() => this.#post(port, data));
      },
      close: () => tab.ports.delete(port),
    };
    tab.ports.add(port);
    return port;
  }

  #post(port: TabPort, data: unknown): void {
    for (const other of this.tabs) {
      for (const receiver of other.ports) {
        if (receiver === port) continue;
        const hear = () => receiver.onmessage?.({ data } as MessageEvent);
        void this.#queues.turn(`messages to ${this.#queueOf(other)}`, other, () => other.whenThawed(hear));
      }
    }
  }
}

// As long as a tab asks in vain before it takes the lock.
const LONGEST_STUCK_MS = 6000;

interface Waiting {
  readonly tab: ModelTab;
  start(lost: AbortSignal): void;
}

class ModelLock {
  readonly #holders = new Map<ModelTab, AbortController>();
  #waiting: Waiting[] = [];
  readonly #queues: Queues;

  constructor(queues: Queues) {
    this.#queues = queues;
  }

  async hold(tab: ModelTab, work: (lost: AbortSignal) => Promise<void>): Promise<void> {
    const lost = await new Promise<AbortSignal>((start) => {
      this.#waiting.push({ tab, start });
      this.#grant();
      this.#watch(tab);
    });
    try {
      await work(lost);
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

  /** A lock whose holder is stuck goes to a tab that waits; the holder hears of it when it can. */
  #watch(tab: ModelTab): void {
    const next = this.#waiting.find((waiting) => waiting.tab === tab);
    if (!next) return;
    setTimeout(() => {
      const holders = [...this.#holders];
      if (!tab.isFrozen && this.#waiting.includes(next) && holders.every(([holder]) => holder.isFrozen)) {
        for (const [holder, lost] of holders) holder.whenThawed(() => lost.abort());
        this.#holders.clear();
        this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
        this.#start(next);
      } else this.#watch(tab);
    }, LONGEST_STUCK_MS);
  }

  #grant(): void {
    if (this.#holders.size > 0) return;
    const next = this.#waiting.shift();
    if (next) this.#start(next);
  }

  #start({ tab, start }: Waiting): void {
    const lost = new AbortController();
    this.#holders.set(tab, lost);
    void this.#queues.turn('lock', tab, () => start(lost.signal));
  }
}
