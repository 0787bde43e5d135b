/** A page on a server in memory that keeps the contract of its document's functions, and fails as a network can. */
import * as Y from 'yjs';
import { writeTexts } from '../page-document.ts';
import {
  type FormerDocument,
  type KnownLog,
  type LoggedUpdate,
  type OpenedDocument,
  type PageSave,
  type PageServer,
  PageServerError,
  type SaveAnswer,
} from '../page-server.ts';
import type { PageTexts } from '../page-texts.ts';
import { documentOf } from '../page-updates.ts';
import type { Queues } from './queues.ts';

export type Fault = 'none' | 'request lost' | 'answer lost' | 'refused' | 'signed-out' | 'failed';

interface ModelDocument {
  readonly epoch: string;
  state: Uint8Array;
  stateNumber: number;
  number: number;
  textsNumber: number;
  textsVersion: string;
  updates: LoggedUpdate[];
}

/** A copy of everything that the database holds. */
export interface Backup {
  readonly page: PageTexts;
  readonly version: number;
  readonly document: ModelDocument | undefined;
}

export class ModelServer {
  page: PageTexts = { name: 'Plan', description: '', content: '' };
  /** In the trash. */
  isGone = false;
  /** Every character the page ever had. */
  readonly said = new Set<string>();
  /** The fate of the next request. */
  fault: Fault = 'none';
  /** Told of each update, as on the page's channel. */
  onLogged: (document: ModelDocument, version: string, update: LoggedUpdate | undefined) => void = () =>
    undefined;
  #version = 1;
  #epochs = 0;
  #document: ModelDocument | undefined;
  readonly #former = new Map<string, FormerDocument>();
  readonly #queues: Queues;

  constructor(queues: Queues) {
    this.#queues = queues;
  }

  get version(): string {
    return String(this.#version);
  }

  /** Somebody else's change, by whatever way. */
  change(texts: Partial<PageTexts>): void {
    this.#write(texts);
    if (this.#document) this.onLogged(this.#document, this.version, undefined);
  }

  /** The document that is there ends, as one that has become too large. */
  beginAnew(): void {
    const document = this.#document;
    if (!document || document.textsNumber < document.number || document.textsVersion !== this.version) return;
    this.#replace(document);
  }

  /** Somebody's browser makes one state of the updates that the texts have. */
  shorten(): void {
    const document = this.#document;
    if (!document) return;
    const { epoch, state, updates, textsNumber } = document;
    const had = updates.filter(({ number }) => number <= textsNumber).map(({ update }) => update);
    this.#compact({ epoch, number: textsNumber }, Y.encodeStateAsUpdate(documentOf(state, ...had)));
  }

  backUp(): Backup {
    const { page, version, document } = { page: this.page, version: this.#version, document: this.#document };
    return { page, version, document: document && { ...document, updates: [...document.updates] } };
  }

  bringBack({ page, version, document }: Backup): void {
    this.page = page;
    this.#version = version;
    this.#document = document && { ...document, updates: [...document.updates] };
  }

  for(tab: { readonly isDead: boolean }): PageServer {
    return {
      open: (known) => this.#ask(tab, () => this.#open(known)),
      openFormer: (epoch) => this.#ask(tab, () => this.#former.get(epoch)),
      save: (save) => this.#ask(tab, () => this.#save(save)),
      compact: (known, state) => this.#ask(tab, () => this.#compact(known, state)),
      restart: (epoch) => this.#ask(tab, () => this.#restart(epoch)),
    };
  }

  /** Requests arrive even when their tab has died meanwhile; answers do not. */
  async #ask<T>(tab: { readonly isDead: boolean }, work: () => T): Promise<T> {
    if (tab.isDead) return never();
    const fault = await this.#queues.turn('requests', this, () => this.#nextFault());
    if (fault === 'request lost') throw new PageServerError('offline', undefined);
    if (fault === 'refused' || fault === 'signed-out') throw new PageServerError(fault, undefined);
    const answer = work();
    if (tab.isDead) return never();
    await this.#queues.turn('answers', tab, () => undefined);
    if (fault === 'answer lost') throw new PageServerError('offline', undefined);
    if (fault === 'failed') throw new PageServerError('failed', undefined);
    return answer;
  }

  #nextFault(): Fault {
    const fault = this.fault;
    this.fault = 'none';
    return fault;
  }

  #write(texts: Partial<PageTexts>): void {
    const next = { ...this.page, ...texts };
    if (JSON.stringify(next) === JSON.stringify(this.page)) return;
    this.page = next;
    this.#version++;
    for (const character of this.page.content) this.said.add(character);
  }

  #begin(): ModelDocument {
    const genesis = new Y.Doc();
    writeTexts(genesis, this.page, undefined);
    return {
      epoch: `epoch ${this.#epochs++}`,
      state: Y.encodeStateAsUpdate(genesis),
      stateNumber: 0,
      number: 0,
      textsNumber: 0,
      textsVersion: this.version,
      updates: [],
    };
  }

  #open(known: KnownLog | undefined): OpenedDocument | undefined {
    if (this.isGone) return undefined;
    this.#document ??= this.#begin();
    const { epoch, state, stateNumber, number, textsVersion, updates } = this.#document;
    const isOutside = textsVersion !== this.version;
    const isGood =
      known?.epoch === epoch && known.number >= stateNumber && known.number <= number && !isOutside;
    return {
      ...this.#logState(this.#document),
      state: isGood ? undefined : { update: state, number: stateNumber },
      updates: isGood ? updates.filter((one) => one.number > known.number) : [...updates],
      texts: isOutside ? this.page : undefined,
    };
  }

  #save({ epoch, seen, basedOn, update, texts, adopts }: PageSave): SaveAnswer | undefined {
    if (this.isGone) return undefined;
    const document = this.#document;
    const isOther = document?.epoch !== epoch || seen > document.number;
    const isOutside = document?.textsVersion !== this.version;
    const canAdopt = seen === document?.number && basedOn === this.version && isOutside;
    if (!document || isOther || (adopts && !canAdopt)) {
      const log = document ?? this.#begin();
      return { ...this.#logState(log), isTaken: false, isWritten: false, updates: undefined };
    }
    const isNewest = seen === document.number;
    const missed =
      seen < document.stateNumber ? undefined : document.updates.filter(({ number }) => number > seen);
    const logged = update && { number: document.number + 1, update };
    if (logged) {
      document.updates.push(logged);
      document.number++;
    }
    const isWritten = adopts || (isNewest && basedOn === this.version && !isOutside);
    if (isWritten) {
      this.#write(texts);
      document.textsNumber = document.number;
      document.textsVersion = this.version;
    }
    if (logged || isWritten) this.onLogged({ ...document }, this.version, logged);
    return { ...this.#logState(document), isTaken: true, isWritten, updates: missed };
  }

  #compact({ epoch, number }: KnownLog, state: Uint8Array): void {
    const document = this.#document;
    if (document?.epoch !== epoch || number <= document.stateNumber || number > document.textsNumber) return;
    document.state = state;
    document.stateNumber = number;
    document.updates = document.updates.filter((one) => one.number > number);
  }

  #restart(epoch: string): void {
    if (this.#document?.epoch === epoch) this.#replace(this.#document);
  }

  #replace({ epoch, state, updates, textsNumber }: ModelDocument): void {
    const had = updates.filter(({ number }) => number <= textsNumber).map(({ update }) => update);
    this.#former.set(epoch, { state, updates: had });
    this.#document = this.#begin();
  }

  #logState({ epoch, number, textsNumber, textsVersion }: ModelDocument) {
    return { epoch, number, textsNumber, textsVersion, version: this.version, channel: 'channel' };
  }
}

export function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}
