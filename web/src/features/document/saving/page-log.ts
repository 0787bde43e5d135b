/**
 * The log that a page's writers share, as far as this browser knows it, beside the document that shows it: the words of the log,
 * those that others typed a moment ago, and the edits that the server may lack.
 *
 * Each step is noted in the drafts, in one write and before the document shows it: the tab may end at any `await`, and the
 * next one goes on from the drafts. An update that the server may have or not is sent again: Yjs takes the same words once.
 */
import * as Y from 'yjs';
import { type DraftStore, type Progress, Superseded } from '../drafts/drafts.ts';
import {
  type FormerDocument,
  type LoggedUpdate,
  type LogState,
  logStateOf,
  type OpenedDocument,
  type SaveAnswer,
  type ToldLog,
} from '../wire/page-server.ts';
import { createDocument } from '../words/merge-order.ts';
import {
  adopt,
  keepName,
  mergeTexts,
  readTexts,
  readTextsSince,
  replaceText,
  type StateVector,
  stateVectorOf,
  writeTexts,
} from '../words/page-document.ts';
import { changedFields, type PageTexts, sayTheSame, toSaved } from '../words/page-texts.ts';
import {
  applyUpdate,
  documentOf,
  FROM_LOG,
  FROM_OTHERS,
  holdsAll,
  holdsWords,
  isPlainText,
  merged,
  missingFrom,
  ownClientsOf,
  type UnsavedEdits,
} from '../words/page-updates.ts';
import { HeardWords } from './heard-words.ts';
import { type Part, UnsentEdits } from './unsent-edits.ts';

/** Edits on their way to the server. */
export interface Sending {
  readonly update: Uint8Array | undefined;
  /** The texts as the log will have them. */
  readonly texts: PageTexts;
  /** Those that the page has not. */
  readonly changed: Partial<PageTexts>;
  readonly edits: Part;
  /** More words and deletions than the document has. */
  readonly hasMore: boolean;
  /** Some of the edits were made while this browser and the others did not hear each other. */
  readonly wasApart: boolean;
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
  /** As the drafts and the screen have it, while news of the log wait for the next save, which brings them together with the edits. */
  #shown: Y.Doc | undefined;
  #branches: typeof import('../together/branches.ts') | undefined;
  readonly #unsent: UnsentEdits;
  readonly #heard: HeardWords;
  /** The document may hold words of others that the log lacks. */
  #hasHeard = false;
  #isStopped = false;

  constructor(document: Y.Doc, drafts: DraftStore, onKnown: (log: LogState) => void) {
    this.#document = document;
    this.#drafts = drafts;
    this.#onKnown = onKnown;
    this.#unsent = new UnsentEdits(document);
    this.#heard = new HeardWords(document);
  }

  /** Undefined until it is known what the server has. */
  get progress(): Progress | undefined {
    return this.#progress;
  }

  /** Whether the log has words that are shown with the next save. */
  get isAhead(): boolean {
    return this.#shown !== undefined;
  }

  /** Whether some of the unsaved edits were made while this browser and the others did not hear each other. */
  get isApart(): boolean {
    return this.#unsent.seen !== undefined;
  }

  get isDirty(): boolean {
    return !this.#unsent.isEmpty;
  }

  /** Whether the page's texts are not those of the log. */
  get isBehind(): boolean {
    if (!this.#progress) return false;
    const { number, textsNumber, version, textsVersion } = this.#progress;
    return textsNumber < number || version !== textsVersion;
  }

  /** The edits that the server may lack, and the document that they are of. */
  get unsaved(): UnsavedEdits | undefined {
    const { update } = this.#unsent;
    if (!this.#progress || !update) return undefined;
    return { epoch: this.#progress.epoch, update, own: ownClientsOf(update, this.#drafts.ownClients) };
  }

  /**
   * Whether the document shows what the log has, once all is saved. It does not if another writer has sent words under the
   * ids of its own: those that came first count for everybody.
   */
  get isShown(): boolean {
    if (this.isDirty || this.isAhead || sayTheSame(readTexts(this.#known), readTexts(this.#document)))
      return true;
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
    this.noteApart();
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

  /**
   * To be called with each update of the document.
   * @param isHeard whether the others hear at once what is typed here
   * @returns whose words it has that the log may lack
   */
  notice(update: Uint8Array, origin: unknown, isHeard: boolean): 'own' | "others'" | undefined {
    if (!this.#progress || origin === FROM_LOG) return undefined;
    if (origin === FROM_OTHERS) {
      this.#hasHeard = true;
      return "others'";
    }
    this.#unsent.add(update, isHeard);
    return 'own';
  }

  /** The others may not have heard what is unsaved, nor this browser what they wrote. */
  readonly noteApart = (): void => this.#unsent.noteApart();

  /** Shows what another writer has just typed, and may not have saved yet. */
  hear(epoch: string, update: Uint8Array): void {
    if (epoch !== this.#progress?.epoch) return;
    void this.#loadBranches();
    const ownClients = new Set(this.#drafts.ownClients).add(this.#document.clientID);
    this.#heard.take(update, this.#known, ownClients);
  }

  /**
   * Makes edits of this browser of the words that others typed and that nobody has saved.
   * @returns whether there are any
   */
  takeOver(): boolean {
    const missing = missingFrom(this.#known, this.#document);
    if (missing) this.#unsent.add(missing, true);
    else this.#hasHeard = false;
    return missing !== undefined;
  }

  nextSave(): Sending {
    const own = this.#unsent.update;
    let { update, texts, heard } = this.#withTexts(own);
    const together = own && this.#bringTogether(own, heard);
    if (update && together) {
      update = Y.mergeUpdates([update, together]);
      texts = readTexts(documentOf(this.state, update));
    }
    // Nobody here knows the page's texts while they are behind the log.
    const changed = this.isBehind ? toSaved(texts) : changedFields(texts, readTexts(this.#known));
    const hasMore = this.isAhead || together !== undefined;
    return { update, texts, changed, edits: this.#unsent.all, hasMore, wasApart: this.isApart };
  }

  /** Takes what others have added; the log has what was sent after it, or refused it. */
  async takeAnswer(answer: SaveAnswer, { update, edits, hasMore }: Sending): Promise<void> {
    const news = merged((answer.updates ?? []).map((logged) => logged.update));
    if (!answer.isTaken) return this.#take(answer, news);
    if (news) applyUpdate(this.#known, news);
    if (update) applyUpdate(this.#known, update);
    await this.#note(answer, hasMore ? this.state : news);
    this.#unsent.drop(edits);
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
    await this.#take(opened, next ? Y.encodeStateAsUpdate(next) : merged(logged), next);
    // Another tab may have told words before anybody knew what the log has.
    if (isFirst) {
      this.#findUnsent();
      this.noteApart();
    }
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
    await this.#take({ ...progress, ...logStateOf(log) }, merged([logged.update]));
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
    await this.#take(answer, update);
    if (isRenamed && typed !== logged && !this.isAhead) replaceText(this.#document.getText('name'), typed);
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
      if (this.isAhead) Y.applyUpdate(this.#document, this.state, FROM_LOG);
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

  /** Shows news of the log that waited for a save, which will not come. */
  async showNews(): Promise<void> {
    if (this.isAhead && this.#progress) await this.#note(this.#progress, this.state);
  }

  /**
   * Takes how the log stands, and its news: at once where the edits know of them, else with the next save.
   * @param next the whole document, where the log told it
   */
  async #take(log: LogState, news: Uint8Array | undefined, next?: Y.Doc): Promise<void> {
    if (news && (await this.#areApart(news))) this.#shown ??= documentOf(this.state);
    if (next) this.#known = next;
    else if (news) applyUpdate(this.#known, news);
    if (!this.isAhead || !this.#progress) return this.#note(log, news);
    this.#progress = { ...this.#progress, ...logStateOf(log), channel: log.channel };
    this.#onKnown(this.#progress);
  }

  async #areApart(news: Uint8Array): Promise<boolean> {
    if (!this.#progress || !this.isDirty) return false;
    // Without it the two add up, and no word is lost.
    await this.#loadBranches();
    if (!this.#branches || !this.isDirty) return false;
    if (this.#branches.bringsAnything(this.#document, news)) this.noteApart();
    return true;
  }

  async #loadBranches(): Promise<void> {
    this.#branches ??= await import('../together/branches.ts').catch(() => undefined);
  }

  /** @returns edits that bring what is unsaved together with news of the log, where the two were apart */
  #bringTogether(edits: Uint8Array, heard: Uint8Array | undefined): Uint8Array | undefined {
    const known = this.#shown ?? (heard && this.#known);
    if (!known) return undefined;
    const own = new Set(this.#drafts.ownClients).add(this.#document.clientID);
    const told = heard && { all: heard, gone: this.#heard.gone };
    const apart = { known, news: this.state, edits, heard: told, own, seen: this.#unsent.seen };
    return this.#branches?.bringTogether(apart);
  }

  /** Brings words of the log into the document. */
  #show(update: Uint8Array): void {
    const { store } = this.#document;
    const wasWaiting = store.pendingStructs !== null || store.pendingDs !== null;
    Y.applyUpdate(this.#document, update, FROM_LOG);
    // Edits of another tab that came before the words they stand on come into the document with these.
    if (wasWaiting && this.#progress) this.#findUnsent();
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
    this.#unsent.replace(missing);
  }

  #withTexts(update: Uint8Array | undefined): {
    update: Uint8Array | undefined;
    texts: PageTexts;
    heard?: Uint8Array;
  } {
    // The usual case, without a copy: the document is what the log knows and the edits.
    if (!this.#hasHeard && !this.isAhead) return { update, texts: readTexts(this.#document) };
    const log = documentOf(this.state);
    if (update) Y.applyUpdate(log, update);
    if (!update || (holdsWords(log, update) && log.store.pendingDs === null))
      return { update, texts: readTexts(log) };
    // The edits stand on words of others that the log lacks so far: they go along, or nobody could read the edits.
    const whole = Y.encodeStateAsUpdate(this.#document, Y.encodeStateVector(this.#known));
    return { update: whole, texts: readTexts(documentOf(this.state, whole)), heard: whole };
  }

  /** Makes this the state that the browser knows, and brings the news of it into the document. */
  async #note(log: LogState, news: Uint8Array | undefined): Promise<void> {
    const { revision = 0 } = this.#progress ?? {};
    const next: Progress = {
      ...logStateOf(log),
      channel: log.channel,
      revision: revision + 1,
      state: this.state,
      replaced: this.#progress?.replaced,
    };
    await this.#drafts.write(next);
    if (this.#isStopped) return;
    this.#progress = next;
    this.#shown = undefined;
    this.#onKnown(next);
    if (news) this.#show(news);
  }
}
