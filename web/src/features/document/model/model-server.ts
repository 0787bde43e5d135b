/** A page on a server in memory that keeps the contract of its document's functions, and fails as a network can. */
import * as Y from 'yjs';
import {
  type FormerDocument,
  type KnownLog,
  type LoggedUpdate,
  type LogState,
  type OpenedDocument,
  type PageSave,
  type PageServer,
  PageServerError,
  type SaveAnswer,
  type ToldLog,
} from '../wire/page-server.ts';
import { readTexts, writeTexts } from '../words/page-document.ts';
import type { PageTexts } from '../words/page-texts.ts';
import { documentOf } from '../words/page-updates.ts';
import type { Queues } from './queues.ts';

export type Fault = 'none' | 'request lost' | 'answer lost' | 'refused' | 'signed-out' | 'failed';

interface ModelDocument {
  readonly epoch: string;
  state: Uint8Array;
  stateNumber: number;
  stateHead: string;
  number: number;
  head: string;
  textsNumber: number;
  textsVersion: string;
  updates: LoggedUpdate[];
}

interface Tab {
  readonly isDead: boolean;
  whenThawed?(work: () => void): void;
  /** Told of each save that it asks for. */
  onSave?(): void;
  /** Nothing that is asked there gets here. */
  readonly isApart?: boolean;
}

/** A copy of everything that the database holds. */
export interface Backup {
  readonly page: PageTexts;
  readonly version: string;
  readonly document: ModelDocument | undefined;
}

export class ModelServer {
  page: PageTexts = { name: 'Plan', description: '', content: '' };
  /** In the trash. */
  isGone = false;
  /** The newest update came longer ago than writers take to bring it into the texts. */
  isAtRest = true;
  /** Every character the page ever had. */
  readonly said = new Set<string>();
  /** The fate of the next request. */
  fault: Fault = 'none';
  /** Told of each update, as on the page's channel. */
  onLogged: (log: ToldLog, update: LoggedUpdate | undefined) => void = () => undefined;
  /** Told when the page gets another document, or an older one back. */
  onReplaced: () => void = () => undefined;
  /** As a time or a UUID: given once. */
  #ids = 0;
  #version = this.#id('version');
  #document: ModelDocument | undefined;
  readonly #former = new Map<string, FormerDocument>();
  readonly #queues: Queues;

  constructor(queues: Queues) {
    this.#queues = queues;
  }

  get version(): string {
    return this.#version;
  }

  /** Every character that is in the page's document. */
  get logged(): string {
    return readTexts(this.loggedDocument).content;
  }

  get loggedDocument(): Y.Doc {
    if (!this.#document) return documentOf();
    const { state, updates } = this.#document;
    return documentOf(state, ...updates.map(({ update }) => update));
  }

  /** Somebody else's change, by whatever way. */
  change(texts: Partial<PageTexts>): void {
    this.#write(texts);
    if (this.#document) this.onLogged(this.#told(this.#document), undefined);
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
    const head = updates.find(({ number }) => number === textsNumber)?.id;
    this.#compact({ epoch, number: textsNumber, head }, Y.encodeStateAsUpdate(documentOf(state, ...had)));
  }

  backUp(): Backup {
    const { page, version, document } = { page: this.page, version: this.#version, document: this.#document };
    return { page, version, document: document && { ...document, updates: [...document.updates] } };
  }

  bringBack({ page, version, document }: Backup): void {
    this.page = page;
    this.#version = version;
    this.#document = document && { ...document, updates: [...document.updates] };
    this.onReplaced();
  }

  for(tab: Tab): PageServer {
    return {
      open: (known) => this.#ask(tab, () => this.#open(known)),
      openFormer: (epoch) => this.#ask(tab, () => (this.isGone ? undefined : this.#former.get(epoch))),
      save: (save) => {
        tab.onSave?.();
        return this.#ask(tab, () => this.#save(save));
      },
      compact: (known, state) => this.#ask(tab, () => this.#compact(known, state)),
      restart: (epoch) => this.#ask(tab, () => this.#restart(epoch)),
    };
  }

  /** Requests arrive even when their tab has died meanwhile; answers do not. */
  async #ask<T>(tab: Tab, work: () => T): Promise<T> {
    if (tab.isDead) return never();
    await new Promise<void>((asked) => (tab.whenThawed ? tab.whenThawed(asked) : asked()));
    if (tab.isApart) throw new PageServerError('offline', undefined);
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
    this.#version = this.#id('version');
    for (const character of this.page.content) this.said.add(character);
  }

  #id(kind: string): string {
    return `${kind} ${this.#ids++}`;
  }

  #begin(): ModelDocument {
    const genesis = documentOf();
    writeTexts(genesis, this.page, undefined);
    const epoch = this.#id('epoch');
    return {
      epoch,
      state: Y.encodeStateAsUpdate(genesis),
      stateNumber: 0,
      stateHead: epoch,
      number: 0,
      head: epoch,
      textsNumber: 0,
      textsVersion: this.version,
      updates: [],
    };
  }

  #open(known: KnownLog | undefined): OpenedDocument | undefined {
    if (this.isGone) return undefined;
    this.#document ??= this.#begin();
    const { epoch, state, stateNumber, textsVersion, updates } = this.#document;
    const isOutside = textsVersion !== this.version;
    const isGood =
      known?.epoch === epoch && known.number >= stateNumber && hasInLog(this.#document, known) && !isOutside;
    return {
      ...this.#logState(this.#document),
      state: isGood ? undefined : { update: state, number: stateNumber },
      updates: isGood ? updates.filter((one) => one.number > known.number) : [...updates],
      texts: isOutside ? this.page : undefined,
    };
  }

  #save({
    epoch,
    seen,
    seenHead,
    basedOn,
    update,
    texts,
    adopts,
    needsNewest,
  }: PageSave): SaveAnswer | undefined {
    if (this.isGone) return undefined;
    const document = this.#document;
    if (document?.epoch !== epoch || !hasInLog(document, { number: seen, head: seenHead })) {
      const log = document ?? this.#begin();
      return { ...this.#logState(log), isTaken: false, isWritten: false, updates: undefined };
    }
    const isNewest = seen === document.number;
    const isOutside = document.textsVersion !== this.version;
    const missed =
      seen < document.stateNumber ? undefined : document.updates.filter(({ number }) => number > seen);
    const isWritten = isNewest && basedOn === this.version && isOutside === adopts;
    const isTaken = (isWritten || !adopts) && (isNewest || !needsNewest);
    if (!isTaken) return { ...this.#logState(document), isTaken, isWritten, updates: missed };
    const after = document.head;
    const logged = update && { number: document.number + 1, id: this.#id('update'), update };
    if (logged) {
      document.updates.push(logged);
      document.number++;
      document.head = logged.id;
    }
    if (isWritten) {
      this.#write(texts);
      document.textsNumber = document.number;
      document.textsVersion = this.version;
    }
    if (logged || isWritten) this.onLogged({ ...this.#told(document), after: logged && after }, logged);
    return { ...this.#logState(document), isTaken: true, isWritten, updates: missed };
  }

  #compact({ epoch, number, head }: KnownLog, state: Uint8Array): void {
    const document = this.#document;
    if (this.isGone || document?.epoch !== epoch) return;
    if (number <= document.stateNumber || number > document.textsNumber) return;
    const last = document.updates.find((one) => one.number === number);
    if (!last || (head !== undefined && last.id !== head)) return;
    document.state = state;
    document.stateNumber = number;
    document.stateHead = last.id;
    document.updates = document.updates.filter((one) => one.number > number);
  }

  #restart(epoch: string): boolean {
    const document = this.#document;
    if (this.isGone || document?.epoch !== epoch) return false;
    if (document.textsNumber < document.number && !this.isAtRest) return false;
    this.#replace(document);
    return true;
  }

  #replace({ epoch, state, updates, textsNumber }: ModelDocument): void {
    const had = updates.filter(({ number }) => number <= textsNumber).map(({ update }) => update);
    this.#former.set(epoch, { state, updates: had });
    this.#document = this.#begin();
    this.onReplaced();
    this.onLogged(this.#told(this.#document), undefined);
  }

  #logState({ epoch, number, head, textsNumber, textsVersion }: ModelDocument): LogState {
    return { epoch, number, head, textsNumber, textsVersion, version: this.version, channel: 'channel' };
  }

  #told(document: ModelDocument): ToldLog {
    const { channel: _, ...log } = this.#logState(document);
    return { ...log, after: undefined };
  }
}

/** As private.has_in_log(). */
function hasInLog(document: ModelDocument, { number, head }: Pick<KnownLog, 'number' | 'head'>): boolean {
  if (head === undefined) return number <= document.number;
  if (number === document.number) return head === document.head;
  if (number === document.stateNumber) return head === document.stateHead;
  return document.updates.some((update) => update.number === number && update.id === head);
}

export function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}
