/**
 * The log that a page's writers share, as far as this browser knows it, beside the document that shows it: the words of the log,
 * those that others typed a moment ago, and the edits that the server may lack.
 *
 * Each step is noted in the drafts, in one write and before the document shows it: the tab may end at any `await`, and the
 * next one goes on from the drafts. An update that the server may have or not is sent again: Yjs takes the same words once.
 */
import * as Y from 'yjs';
import { ownClientsOf } from './draft-rows.ts';
import { type DraftStore, type Progress, Superseded, type UnsavedEdits } from './draft-store.ts';
import { HeardWords } from './heard-words.ts';
import { createDocument } from './merge-order.ts';
import {
  adopt,
  mergeTexts,
  readTexts,
  readTextsSince,
  replaceText,
  type StateVector,
  stateVectorOf,
  writeTexts,
} from './page-document.ts';
import type {
  FormerDocument,
  LoggedUpdate,
  LogState,
  OpenedDocument,
  SaveAnswer,
  ToldLog,
} from './page-server.ts';
import { changedFields, type PageTexts, sayTheSame, toSaved } from './page-texts.ts';
import {
  applyUpdate,
  documentOf,
  FROM_LOG,
  FROM_OTHERS,
  holdsAll,
  holdsWords,
  isPlainText,
  missingFrom,
} from './page-updates.ts';

/** Edits on their way to the server. */
export interface Sending {
  readonly update: Uint8Array | undefined;
  /** The texts as the log will have them. */
  readonly texts: PageTexts;
  /** Those that the page has not. */
  readonly changed: Partial<PageTexts>;
  readonly edits: Uint8Array[];
  readonly count: number;
}

/** Texts that were written by another way, as an update of the log. */
export interface Adoption {
  readonly update: Uint8Array | undefined;
  /** Those that the page has not, as others typed meanwhile. */
  readonly changed: Partial<PageTexts>;
  readonly isRenamed: boolean;
}

export class PageLog {
  readonly #document: Y.Doc;
  readonly #drafts: DraftStore;
  readonly #onKnown: (log: LogState) => void;
  #progress: Progress | undefined;
  /** The document as the log has it. */
  #known = documentOf();
  /** Edits that the log may lack. */
  #unsent: Uint8Array[] = [];
  readonly #heard: HeardWords;
  /** The document may hold words of others that the log lacks. */
  #hasHeard = false;
  #isStopped = false;

  constructor(document: Y.Doc, drafts: DraftStore, onKnown: (log: LogState) => void) {
    this.#document = document;
    this.#drafts = drafts;
    this.#onKnown = onKnown;
    this.#heard = new HeardWords(document);
  }

  /** Undefined until it is known what the server has. */
  get progress(): Progress | undefined {
    return this.#progress;
  }

  get isDirty(): boolean {
    return this.#unsent.length > 0;
  }

  /** Whether the page's texts are not those of the log. */
  get isBehind(): boolean {
    if (!this.#progress) return false;
    const { number, textsNumber, version, textsVersion } = this.#progress;
    return textsNumber < number || version !== textsVersion;
  }

  /** The edits that the server may lack, and the document that they are of. */
  get unsaved(): UnsavedEdits | undefined {
    if (!this.#progress || !this.isDirty) return undefined;
    const update = Y.mergeUpdates(this.#unsent);
    return { epoch: this.#progress.epoch, update, own: ownClientsOf(update, this.#drafts.ownClients) };
  }

  /**
   * Whether the document shows what the log has, once all is saved. It does not if another writer has sent words under the
   * ids of its own: those that came first count for everybody.
   */
  get isShown(): boolean {
    if (this.isDirty || sayTheSame(readTexts(this.#known), readTexts(this.#document))) return true;
    return missingFrom(this.#known, this.#document) !== undefined;
  }

  /** The log as it is known, as if it had just been opened. */
  get opened(): OpenedDocument | undefined {
    if (!this.#progress) return undefined;
    const { number } = this.#progress;
    return { ...this.#progress, state: { update: this.state, number }, updates: [], texts: undefined };
  }

  /** The whole document, as the log has it. */
  get state(): Uint8Array {
    return Y.encodeStateAsUpdate(this.#known);
  }

  /** @returns whether the drafts have anything of this document */
  async restore(): Promise<boolean> {
    await this.#drafts.lead();
    const kept = await this.#drafts.read();
    if (!kept || kept.epoch !== this.#drafts.epoch || this.#isStopped) return false;
    this.#known = documentOf(kept.state);
    this.#progress = kept;
    this.#findUnsent();
    this.#onKnown(kept);
    return true;
  }

  /**
   * To be asked before each write to the server: a tab that was stuck has lost its turn without hearing of it. At most one
   * request of it may be on its way by then. That one is as harmless as one that was sent twice: the log takes the same words
   * once, and the page takes no texts that were made before somebody else's.
   * @throws {Superseded}
   */
  async checkTurn(): Promise<void> {
    if (!(await this.#drafts.isLeading())) throw new Superseded();
  }

  /** To be called with each update of the document. @returns whose words it has that the log may lack */
  notice(update: Uint8Array, origin: unknown): 'own' | "others'" | undefined {
    if (!this.#progress || origin === FROM_LOG) return undefined;
    if (origin === FROM_OTHERS) {
      this.#hasHeard = true;
      return "others'";
    }
    this.#unsent.push(update);
    return 'own';
  }

  /** Shows what another writer has just typed, and may not have saved yet. */
  hear(epoch: string, update: Uint8Array): void {
    if (epoch !== this.#progress?.epoch) return;
    const ownClients = new Set(this.#drafts.ownClients).add(this.#document.clientID);
    this.#heard.take(update, this.#known, ownClients);
  }

  /**
   * Makes edits of this browser of the words that others typed and that nobody has saved.
   * @returns whether there are any
   */
  takeOver(): boolean {
    const missing = missingFrom(this.#known, this.#document);
    if (missing) this.#unsent.push(missing);
    else this.#hasHeard = false;
    return missing !== undefined;
  }

  nextSave(): Sending {
    const edits = this.#unsent;
    const { update, texts } = this.#withTexts(this.isDirty ? Y.mergeUpdates(edits) : undefined);
    // Nobody here knows the page's texts while they are behind the log.
    const changed = this.isBehind ? toSaved(texts) : changedFields(texts, readTexts(this.#known));
    return { update, texts, changed, edits, count: edits.length };
  }

  /** The log has taken what was sent, after what others have added. */
  async takeAnswer(answer: SaveAnswer, { update, edits, count }: Sending): Promise<void> {
    const news = merged((answer.updates ?? []).map((logged) => logged.update));
    const together = await this.#bringTogether(news);
    if (news) applyUpdate(this.#known, news);
    if (update) applyUpdate(this.#known, update);
    await this.#note(answer, news, together);
    // Otherwise they were counted anew meanwhile.
    if (this.#unsent === edits) edits.splice(0, count);
  }

  /**
   * Takes the log's state, or what it has got since the last time.
   * @returns false, and takes nothing, where the log has lost words: its database was restored from a backup, or a writer has
   *   left them out of the state
   */
  async takeOpened(opened: OpenedDocument): Promise<boolean> {
    const { state, updates } = opened;
    const isFirst = !this.#progress;
    const logged = updates.map(({ update }) => update);
    const next = state && documentOf(state.update, ...logged);
    if (next && !isFirst && !holdsAll(next, this.#known)) return false;
    const news = next ? Y.encodeStateAsUpdate(next) : merged(logged);
    const together = await this.#bringTogether(news);
    if (next) this.#known = next;
    else if (news) applyUpdate(this.#known, news);
    await this.#note(opened, news, together);
    // Another tab may have told words before anybody knew what the log has.
    if (isFirst) this.#findUnsent();
    return true;
  }

  /**
   * Takes how the log stands, as the database told.
   * @returns false when more has happened than was told
   */
  async takeLogged(log: ToldLog, logged: LoggedUpdate | undefined): Promise<boolean> {
    const progress = this.#progress;
    if (!progress) return true;
    // Another document begins with number 0.
    if (log.epoch !== progress.epoch) return false;
    if (log.number < progress.number) return true;
    if (log.number === progress.number) {
      if (log.head !== progress.head) return false;
      if (log.textsNumber >= progress.textsNumber) this.#progress = { ...progress, ...logStateOf(log) };
      return true;
    }
    if (logged?.number !== progress.number + 1 || log.after !== progress.head) return false;
    const news = merged([logged.update]);
    const together = await this.#bringTogether(news);
    if (news) applyUpdate(this.#known, news);
    await this.#note({ ...progress, ...logStateOf(log) }, news, together);
    return true;
  }

  /** Writes texts that came by another way into the log: to be sent, and taken once the server has it. */
  adopt({ state, updates, textsNumber }: OpenedDocument, texts: PageTexts): Adoption | undefined {
    if (!state) return undefined;
    const earlier = updates.filter(({ number }) => number <= textsNumber).map(({ update }) => update);
    const ancestor = documentOf(state.update, ...earlier);
    const before = readTexts(ancestor);
    const news = changedFields(texts, before);
    const log = documentOf(this.state);
    const { name } = readTexts(log);
    const isRenamed = news.name !== undefined;
    if (Object.keys(news).length === 0)
      return { update: undefined, changed: changedFields(readTexts(log), texts), isRenamed };
    let update = adopt(ancestor, this.#document, texts);
    Y.applyUpdate(log, update);
    // Two names in one line are no name: the one that was typed here counts.
    if (isRenamed && name !== before.name) update = Y.mergeUpdates([update, keepName(log, name)]);
    return { update, changed: changedFields(readTexts(log), texts), isRenamed };
  }

  async takeAdopted(answer: SaveAnswer, { update, isRenamed }: Adoption): Promise<void> {
    const logged = readTexts(this.#known).name;
    const typed = readTexts(this.#document).name;
    const together = await this.#bringTogether(update);
    if (update) applyUpdate(this.#known, update);
    await this.#note(answer, update, together);
    if (isRenamed && typed !== logged) replaceText(this.#document.getText('name'), typed);
  }

  /**
   * Puts the server's other document in the drafts, with the edits of this one by their text.
   * @param former this one, as the other one began with its texts: the answer that told so may have been lost
   * @returns so much of this one it has
   */
  async replace(opened: OpenedDocument, former?: FormerDocument): Promise<StateVector> {
    for (;;) {
      // The browser's other tabs may have kept edits that did not arrive here yet.
      await this.#drafts.read();
      const isReadable = former && isPlainText(former.state);
      const base = isReadable ? documentOf(former.state, ...former.updates) : this.#known;
      if (isReadable) Y.applyUpdate(this.#document, Y.encodeStateAsUpdate(base), FROM_LOG);
      const { progress, edits } = this.#bringInto(opened, base);
      if (!(await this.#drafts.replace(progress, edits))) continue;
      // A browser that keeps nothing has only the words of the log in the other document.
      return this.#drafts.isShared ? progress.replaced.taken : stateVectorOf(base);
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#progress = undefined;
  }

  /** @returns edits that bring what is unsaved together with news of the log, where the two were apart */
  async #bringTogether(news: Uint8Array | undefined): Promise<Uint8Array | undefined> {
    if (!news || !this.#progress || !this.isDirty) return undefined;
    // Without it the two add up, and no word is lost.
    const branches = await import('./together/branches.ts').catch(() => undefined);
    const own = new Set(this.#drafts.ownClients).add(this.#document.clientID);
    return branches?.bringTogether({ known: this.#known, news, document: this.#document, own });
  }

  /** Brings words of the log into the document, and at once with them the edits that they ask for. */
  #show(update: Uint8Array, together: Uint8Array | undefined): void {
    const { store } = this.#document;
    const wasWaiting = store.pendingStructs !== null || store.pendingDs !== null;
    const show = () => {
      Y.applyUpdate(this.#document, update);
      if (together) Y.applyUpdate(this.#document, together);
    };
    Y.transact(this.#document, show, FROM_LOG, false);
    // Edits of another tab that came before the words they stand on come into the document with these.
    if ((wasWaiting || together) && this.#progress) this.#findUnsent();
    this.#heard.show(this.#known);
  }

  /**
   * @param base so much of this document the other one has
   * @returns the other document, and the edits of it that are this browser's of this one since
   */
  #bringInto(opened: OpenedDocument, base: Y.Doc) {
    const next = documentOf(...(opened.state ? [opened.state.update] : []));
    for (const { update } of opened.updates) applyUpdate(next, update);
    const state = Y.encodeStateAsUpdate(next);
    const { revision = 0, epoch = '' } = this.#progress ?? {};
    const before = readTexts(base);
    // Others bring their own words themselves.
    const { ownClients } = this.#drafts;
    const mine = readTextsSince(this.#document, stateVectorOf(base), ownClients);
    const own = [...stateVectorOf(this.#document)].filter(([client]) => ownClients.has(client));
    const replaced = { epoch, taken: new Map([...stateVectorOf(base), ...own]) };
    next.clientID = createDocument().clientID;
    if (!sayTheSame(before, mine)) writeTexts(next, mergeTexts(before, mine, readTexts(next)), undefined);
    const edits = Y.encodeStateAsUpdate(next, Y.encodeStateVectorFromUpdate(state));
    const { channel } = opened;
    return {
      progress: { ...logStateOf(opened), channel, revision: revision + 1, state, replaced },
      edits,
    };
  }

  #findUnsent(): void {
    const missing = missingFrom(this.#known, this.#document);
    this.#unsent = missing ? [missing] : [];
  }

  #withTexts(update: Uint8Array | undefined): { update: Uint8Array | undefined; texts: PageTexts } {
    // The usual case, without a copy: the document is what the log knows and the edits.
    if (!this.#hasHeard) return { update, texts: readTexts(this.#document) };
    const log = documentOf(this.state);
    if (update) Y.applyUpdate(log, update);
    if (!update || holdsWords(log, update)) return { update, texts: readTexts(log) };
    // The edits stand on words of others that the log lacks so far: they go along, or nobody could read the edits.
    const whole = Y.encodeStateAsUpdate(this.#document, Y.encodeStateVector(this.#known));
    return { update: whole, texts: readTexts(documentOf(this.state, whole)) };
  }

  /**
   * Makes this the state that the browser knows, and brings the news of it into the document.
   * @param together edits that the news ask for: kept in the same write, or a tab that ends here would leave them out for ever
   */
  async #note(log: LogState, news: Uint8Array | undefined, together?: Uint8Array): Promise<void> {
    const { revision = 0 } = this.#progress ?? {};
    const next: Progress = {
      ...logStateOf(log),
      channel: log.channel,
      revision: revision + 1,
      state: this.state,
      replaced: this.#progress?.replaced,
    };
    if (together) this.#drafts.noteOwn(Y.parseUpdateMeta(together).to.keys());
    await this.#drafts.write(next, together);
    if (this.#isStopped) return;
    this.#progress = next;
    this.#onKnown(next);
    if (news) this.#show(news, together);
  }
}

function merged(updates: readonly Uint8Array[]): Uint8Array | undefined {
  const readable = updates.filter(isPlainText);
  return readable.length > 0 ? Y.mergeUpdates(readable) : undefined;
}

function keepName(document: Y.Doc, name: string): Uint8Array {
  const before = Y.encodeStateVector(document);
  replaceText(document.getText('name'), name);
  return Y.encodeStateAsUpdate(document, before);
}

function logStateOf(log: Omit<LogState, 'channel'>): Omit<LogState, 'channel'> {
  const { epoch, number, head, textsNumber, textsVersion, version } = log;
  return { epoch, number, head, textsNumber, textsVersion, version };
}
