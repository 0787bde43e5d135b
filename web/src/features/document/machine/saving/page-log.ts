/**
 * The log that a page's writers share, as far as this browser knows it, beside the document that shows it: the words of the log,
 * those that others typed a moment ago, and the edits that the server may lack. It refuses a log that has lost words of this browser.
 *
 * Each step is noted in the drafts, in one write and before the document shows it: the tab may end at any `yield`, and the
 * next one goes on from the drafts. An update that the server may have or not is sent again: Yjs takes the same words once.
 */
import * as Y from 'yjs';
import { type Progress, Superseded } from '../../drafts/drafts.ts';
import { HeardWords } from '../../unsaved/heard-words.ts';
import { type Part, UnsentEdits } from '../../unsaved/unsent-edits.ts';
import {
  type FormerDocument,
  type LoggedUpdate,
  type LogState,
  logStateOf,
  type OpenedDocument,
  type SaveAnswer,
  type ToldLog,
} from '../../wire/page-server.ts';
import { readTexts, replaceText, type StateVector } from '../../words/page-document.ts';
import { changedFields, type PageTexts, sayTheSame, toSaved } from '../../words/page-texts.ts';
import {
  applyUpdate,
  documentOf,
  FROM_LOG,
  FROM_OTHERS,
  holdsAll,
  holdsWords,
  merged,
  missingFrom,
  ownClientsOf,
  type UnsavedEdits,
} from '../../words/page-updates.ts';
import type { Branches, DraftFacts, Work } from '../commands.ts';
import { putNext } from '../next-document.ts';
import type { PageState } from '../page-state.ts';
import { ask } from '../work.ts';
import { type Adoption, adoptTexts } from './adoption.ts';

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

export class PageLog {
  readonly #page: PageState;
  readonly #document: Y.Doc;
  readonly #drafts: DraftFacts;
  #progress: Progress | undefined;
  /** The document as the log has it. */
  #known = documentOf();
  /** As the drafts and the screen have it, while news of the log wait for the next save, which brings them together with the edits. */
  #shown: Y.Doc | undefined;
  #branches: Branches | undefined;
  readonly #unsent: UnsentEdits;
  readonly #heard: HeardWords;
  /** The document may hold words of others that the log lacks. */
  #hasHeard = false;
  #isStopped = false;

  constructor(page: PageState, drafts: DraftFacts) {
    this.#page = page;
    this.#document = page.document;
    this.#drafts = drafts;
    this.#unsent = new UnsentEdits(page.document);
    this.#heard = new HeardWords(page.document);
  }

  get isStopped(): boolean {
    return this.#isStopped;
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
  *restore(): Work<boolean> {
    yield* ask('lead');
    const kept = yield* ask('read');
    if (!kept || kept.epoch !== this.#drafts.epoch || this.#isStopped) return false;
    this.#known = documentOf(kept.state);
    this.#progress = kept;
    this.#findUnsent();
    this.noteApart();
    this.#tellKnown(kept);
    return true;
  }

  /**
   * To be asked before each write to the server: a tab that was stuck has lost its turn without hearing of it. At most one
   * request of it may be on its way by then. That one is as harmless as one that was sent twice: the log takes the same words
   * once, and the page takes no texts that were made before somebody else's.
   * @throws {Superseded}
   */
  *checkTurn(): Work<void> {
    if (!(yield* ask('isLeading'))) throw new Superseded();
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
    this.#page.put('run', this.#loadBranches());
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
  *takeAnswer(answer: SaveAnswer, { update, edits, hasMore }: Sending): Work<void> {
    const news = merged((answer.updates ?? []).map((logged) => logged.update));
    if (!answer.isTaken) return yield* this.#take(answer, news);
    if (news) applyUpdate(this.#known, news);
    if (update) applyUpdate(this.#known, update);
    yield* this.#note(answer, hasMore ? this.state : news);
    this.#unsent.drop(edits);
  }

  /**
   * Takes the log's state, or what it has got since the last time.
   * @returns false, and takes nothing, where the log has lost words: its database was restored from a backup, or a writer has
   *   left them out of the state
   */
  *takeOpened(opened: OpenedDocument): Work<boolean> {
    const { state, updates } = opened;
    const isFirst = !this.#progress;
    const logged = updates.map(({ update }) => update);
    const next = state && documentOf(state.update, ...logged);
    if (next && !isFirst && !holdsAll(next, this.#known)) return false;
    yield* this.#take(opened, next ? Y.encodeStateAsUpdate(next) : merged(logged), next);
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
  *takeLogged(log: ToldLog, logged: LoggedUpdate | undefined): Work<boolean> {
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
    yield* this.#take({ ...progress, ...logStateOf(log) }, merged([logged.update]));
    return true;
  }

  /** Writes texts that came by another way into the log: to be sent, and taken once the server has it. */
  adopt(opened: OpenedDocument, texts: PageTexts): Adoption | undefined {
    return adoptTexts(this.#document, this.state, opened, texts);
  }

  *takeAdopted(answer: SaveAnswer, { update, isRenamed }: Adoption): Work<void> {
    const logged = readTexts(this.#known).name;
    const typed = readTexts(this.#document).name;
    yield* this.#take(answer, update);
    if (isRenamed && typed !== logged && !this.isAhead) replaceText(this.#document.getText('name'), typed);
  }

  /**
   * Puts the server's other document in the drafts, with the edits of this one by their text.
   * @param former this one, as the other one began with its texts: the answer that told so may have been lost
   * @returns so much of this one it has
   */
  replace(opened: OpenedDocument, former?: FormerDocument): Work<StateVector> {
    // The document takes the words of the log that wait for a save before its texts go over.
    const showAll = () => {
      if (this.isAhead) Y.applyUpdate(this.#document, this.state, FROM_LOG);
      return { document: this.#document, drafts: this.#drafts, known: this.#known, progress: this.#progress };
    };
    return putNext(showAll, opened, former);
  }

  stop(): void {
    this.#isStopped = true;
    this.#progress = undefined;
  }

  /** Shows news of the log that waited for a save, which will not come. */
  *showNews(): Work<void> {
    if (this.isAhead && this.#progress) yield* this.#note(this.#progress, this.state);
  }

  /**
   * Takes how the log stands, and its news: at once where the edits know of them, else with the next save.
   * @param next the whole document, where the log told it
   */
  *#take(log: LogState, news: Uint8Array | undefined, next?: Y.Doc): Work<void> {
    if (news && (yield* this.#areApart(news))) this.#shown ??= documentOf(this.state);
    if (next) this.#known = next;
    else if (news) applyUpdate(this.#known, news);
    if (!this.isAhead || !this.#progress) return yield* this.#note(log, news);
    this.#progress = { ...this.#progress, ...logStateOf(log), channel: log.channel };
    this.#tellKnown(this.#progress);
  }

  *#areApart(news: Uint8Array): Work<boolean> {
    if (!this.#progress || !this.isDirty) return false;
    // Without it the two add up, and no word is lost.
    yield* this.#loadBranches();
    if (!this.#branches || !this.isDirty) return false;
    if (this.#branches.bringsAnything(this.#document, news)) this.noteApart();
    return true;
  }

  *#loadBranches(): Work<void> {
    this.#branches ??= yield* ask('loadBranches');
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
  *#note(log: LogState, news: Uint8Array | undefined): Work<void> {
    const { revision = 0 } = this.#progress ?? {};
    const next: Progress = {
      ...logStateOf(log),
      channel: log.channel,
      revision: revision + 1,
      state: this.state,
      replaced: this.#progress?.replaced,
    };
    yield* ask('write', next);
    if (this.#isStopped) return;
    this.#progress = next;
    this.#shown = undefined;
    this.#tellKnown(next);
    if (news) this.#show(news);
  }

  #tellKnown({ channel }: LogState): void {
    if (!this.#isStopped && channel !== this.#page.snapshot.channel) this.#page.updateAll({ channel });
  }
}
