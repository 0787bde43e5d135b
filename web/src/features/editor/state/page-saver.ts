/**
 * Brings one page's document and the server together: opens it on the server's latest version, saves edits two
 * seconds after the last one, and merges what others saved in between. One tab of a browser runs it. Should two
 * ever do so, a write of one to the drafts ends the other.
 *
 * The saver writes each step to the drafts before it changes the document or asks the server: the tab may end
 * at any `await`, and the next one goes on from the drafts.
 */
import * as Y from 'yjs';
import { randomUuid } from '../../../lib/browser/random-uuid.ts';
import { AUTOSAVE_DELAY_MS } from '../../../lib/timings.ts';
import { type Attempt, type DraftStore, type Progress, Superseded } from './draft-store.ts';
import { readTexts, readTextsOfState, rebase } from './page-document.ts';
import { type PageServer, PageServerError, type SaveAnswer, type SaveFailure } from './page-server.ts';
import { changedFields, type PageTexts, type SavedPage, sayTheSame, toSaved } from './page-texts.ts';
import type { SaveStatus } from './save-status.ts';

const RETRY_DELAYS_MS = [1000, 2000, 5000, 10_000];
const MOST_EXCHANGES = 8;

/** Marks edits that come from the server, which undo must leave alone. */
const FROM_SERVER = Symbol('from server');

/** Failures in which the server said that it has not taken the write. */
const REFUSALS: ReadonlySet<SaveFailure> = new Set(['refused', 'signed-out']);

/** The document when its texts were those of a version that the server had. */
interface Ancestor {
  readonly state: Uint8Array;
  readonly texts: PageTexts;
}

export interface PageSaverEvents {
  onStatus(status: SaveStatus): void;
  /** The page as the server has it after a save from here. */
  onSaved(saved: SavedPage): void;
  /** Another tab saves this page: this saver has stopped. */
  onSuperseded(): void;
}

export class PageSaver {
  readonly #document: Y.Doc;
  readonly #drafts: DraftStore;
  readonly #server: PageServer;
  readonly #events: PageSaverEvents;
  #progress: Progress | undefined;
  #baseTexts: PageTexts | undefined;
  /** Attempts that the server refused when repeated: it may have taken them the first time. */
  readonly #refused = new Set<string>();
  /** Attempts that this saver made, or took over. */
  readonly #own = new Set<string>();
  #beginsVersion = false;
  readonly #ofOwnVersion = new Set<string>();
  #isStopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastTurn: Promise<void> = Promise.resolve();
  #turns = 0;
  #failures = 0;
  #status: SaveStatus | undefined;

  constructor(document: Y.Doc, drafts: DraftStore, server: PageServer, events: PageSaverEvents) {
    this.#document = document;
    this.#drafts = drafts;
    this.#server = server;
    this.#events = events;
  }

  /**
   * Fills the document from this browser's drafts, at once.
   * @returns whether there were any
   */
  async restore(): Promise<boolean> {
    const kept = await this.#drafts.read();
    if (!kept) return false;
    // The document must hold every state that the server may have: missing words would look deleted.
    for (const { state } of [kept.base, ...kept.attempts]) Y.applyUpdate(this.#document, state, FROM_SERVER);
    this.#progress = kept;
    this.#baseTexts = undefined;
    return true;
  }

  /**
   * Brings the document to the server's latest version. If it cannot be reached, the restored drafts stay.
   * @returns false when there is no such page, and nothing unsaved of it here
   * @throws {Superseded}
   * @throws {PageServerError} when neither the server nor this browser has the page
   */
  open(): Promise<boolean> {
    return this.#inTurn(() => this.#open());
  }

  /** Whether it knows yet what is saved. */
  get isOpen(): boolean {
    return this.#progress !== undefined;
  }

  /** To be called after every edit; saves two seconds after the last. */
  schedule(): void {
    if (!this.#progress) return;
    if (this.#turns > 0) {
      // The running turn looks for new edits at its end. Until then the status must not read "Saved".
      if ((this.#status ?? 'saved') === 'saved' && this.#isDirty()) this.#tell('unsaved');
      return;
    }
    // Comparing a long text on every key press would lag; the save compares.
    if (this.#status === 'unsaved') this.#saveIn(AUTOSAVE_DELAY_MS);
    else this.#settle();
  }

  /** Saves what is unsaved, now. Never rejects: the outcome is the status. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#inTurn(() => this.#telling(() => this.#saveAll()));
  }

  /** The next save begins a version of its own in the page's history. */
  beginVersion(): void {
    this.#beginsVersion = true;
  }

  /**
   * Fetches what others saved, as when the window returns to the front. Never rejects.
   * @param version that there is, if it is known: it may have come from here
   */
  refresh(version?: string): Promise<void> {
    return this.#inTurn(() => this.#telling(() => this.#refresh(version)));
  }

  /** The edits that the server lacks, as an update on top of its base. */
  unsavedUpdate(): Uint8Array | undefined {
    if (!this.#progress || !this.#isDirty()) return undefined;
    return Y.encodeStateAsUpdate(this.#document, Y.encodeStateVectorFromUpdate(this.#progress.base.state));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isStopped = true;
    this.#progress = undefined;
  }

  async #open(): Promise<boolean> {
    try {
      if (!(await this.#catchUp())) {
        const hasUnsaved = this.#progress !== undefined && this.#isDirty();
        if (hasUnsaved) this.#tell('gone');
        return hasUnsaved;
      }
    } catch (error) {
      if (error instanceof Superseded) this.#supersede();
      if (!this.#progress || !(error instanceof PageServerError)) throw error;
      this.#fail(error.failure);
      return true;
    }
    this.#settle();
    return true;
  }

  async #refresh(version: string | undefined): Promise<void> {
    if (!this.#progress || (version !== undefined && this.#progress.base.version === version)) return;
    if (await this.#catchUp()) this.#settle();
    else this.#tell('gone');
  }

  /**
   * One conversation with the server at a time; each starts where the last one ended. Two that merge the same
   * version would insert its text twice.
   */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#turns++;
    const turn = this.#lastTurn.then(work).finally(() => this.#turns--);
    this.#lastTurn = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  /** Tells a failure as the status. */
  async #telling(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Superseded) this.#supersede();
      else this.#fail(error instanceof PageServerError ? error.failure : 'failed');
    }
  }

  async #saveAll(): Promise<void> {
    for (let exchanges = 0; exchanges < MOST_EXCHANGES; exchanges++) {
      if (!this.#progress) return;
      if (this.#progress.attempts.length === 0 && !this.#isDirty()) return this.#settle();
      this.#tell('saving');
      if (!(await this.#exchange(this.#progress))) return this.#tell('gone');
    }
    throw new PageServerError('failed', 'The page changes faster than it can be saved.');
  }

  /**
   * Merges the server's version into the document.
   * @returns false when the page is gone
   */
  async #catchUp(): Promise<boolean> {
    // The server's new text may be one of our attempts, so ask about those first.
    if (this.#progress && this.#progress.attempts.length > 0) return this.#exchange(this.#progress);
    const remote = await this.#server.load();
    if (!remote || this.#isStopped) return !!remote;
    if (remote.version !== this.#progress?.base.version) {
      const state = this.#progress?.base.state;
      await this.#take(state && { state, texts: readTextsOfState(state) }, remote);
    }
    return true;
  }

  /**
   * Sends one state of the document, and merges the server's answer.
   * @returns false when the page is gone
   */
  async #exchange(progress: Progress): Promise<boolean> {
    // An attempt without an answer is sent again as it was: the server knows by its id whether it has taken it.
    const unanswered = progress.attempts.findLast(({ id }) => !this.#refused.has(id));
    const attempt = unanswered ?? { id: randomUuid(), state: Y.encodeStateAsUpdate(this.#document) };
    const sent = unanswered ? readTextsOfState(attempt.state) : readTexts(this.#document);
    const texts = changedFields(sent, this.#textsOfBase());
    if (!unanswered) {
      // Noted before it is sent: should the tab end first, the next one has to know that the server may have
      // this state.
      this.#markVersion(attempt);
      await this.#note({ ...progress, attempts: [...progress.attempts, attempt] });
    } else if (!this.#own.has(attempt.id)) {
      // A new revision keeps the tab that sent it first from dropping it: the server may take it from here.
      await this.#note(progress);
    }
    this.#own.add(attempt.id);
    const answer = await this.#send(attempt, texts, unanswered !== undefined);
    if (!answer || this.#isStopped) return !!answer;
    // The server's version grew from the attempt that it took last. Merged on top of anything older, the words
    // of that attempt would be there twice.
    const taken = this.#progress?.attempts.find(({ id }) => id === answer.lastSave);
    const { state } = taken ?? progress.base;
    const ancestor = { state, texts: taken === attempt ? sent : readTextsOfState(state) };
    const remote = { ...toSaved(ancestor.texts), ...answer.texts, version: answer.version };
    await this.#take(ancestor, remote);
    if (taken) this.#events.onSaved(remote);
    // The next attempt begins the version instead.
    else this.#beginsVersion ||= this.#ofOwnVersion.has(attempt.id);
    return true;
  }

  #markVersion(attempt: Attempt): void {
    if (this.#beginsVersion) this.#ofOwnVersion.add(attempt.id);
    this.#beginsVersion = false;
  }

  async #send(
    attempt: Attempt,
    texts: Partial<PageTexts>,
    isRepeated: boolean,
  ): Promise<SaveAnswer | undefined> {
    const { writer, base } = this.#progress as Progress;
    try {
      return await this.#server.save({
        id: attempt.id,
        writer,
        basedOn: base.version,
        texts,
        beginsVersion: this.#ofOwnVersion.has(attempt.id),
      });
    } catch (error) {
      if (error instanceof PageServerError && REFUSALS.has(error.failure))
        await this.#drop(attempt, isRepeated);
      throw error;
    }
  }

  /** A refused attempt has not arrived, unless it had been sent before. */
  async #drop(attempt: Attempt, isRepeated: boolean): Promise<void> {
    if (isRepeated) {
      this.#refused.add(attempt.id);
    } else if (this.#progress) {
      const attempts = this.#progress.attempts.filter(({ id }) => id !== attempt.id);
      await this.#note({ ...this.#progress, attempts });
    }
  }

  /**
   * Makes the server's version the base, and merges its changes into the document. No earlier attempt can
   * arrive any more: each names the version that it was written on, and the server has moved past it.
   * @param ancestor that the server's version grew from; undefined when the document has nothing of the page
   * yet
   */
  async #take(ancestor: Ancestor | undefined, remote: SavedPage): Promise<void> {
    const { base, update } =
      ancestor && sayTheSame(remote, ancestor.texts)
        ? { base: { version: remote.version, state: ancestor.state }, update: undefined }
        : rebase(this.#document, ancestor?.state, remote);
    const { revision = 0, writer = randomUuid() } = this.#progress ?? {};
    // The drafts first, base and update together: the document stores its own changes, and a tab that finds
    // these with the old base would merge the same version once more.
    await this.#note({ revision, writer, base, attempts: [] }, update);
    this.#baseTexts = remote;
    if (update) Y.applyUpdate(this.#document, update, FROM_SERVER);
  }

  /** @param progress the present one, changed */
  async #note(progress: Progress, update?: Uint8Array): Promise<void> {
    const next = { ...progress, revision: progress.revision + 1 };
    await this.#drafts.write(next, update);
    if (!this.#isStopped) this.#progress = next;
  }

  #textsOfBase(): PageTexts {
    this.#baseTexts ??= readTextsOfState((this.#progress as Progress).base.state);
    return this.#baseTexts;
  }

  #isDirty(): boolean {
    return !sayTheSame(readTexts(this.#document), this.#textsOfBase());
  }

  #settle(): void {
    if (!this.#progress) return;
    this.#failures = 0;
    clearTimeout(this.#timer);
    const isSaved = this.#progress.attempts.length === 0 && !this.#isDirty();
    this.#tell(isSaved ? 'saved' : 'unsaved');
    if (!isSaved) this.#saveIn(AUTOSAVE_DELAY_MS);
  }

  #supersede(): void {
    if (this.#isStopped) return;
    this.stop();
    this.#events.onSuperseded();
  }

  #tell(status: SaveStatus): void {
    if (status === this.#status || this.#isStopped) return;
    this.#status = status;
    this.#events.onStatus(status);
  }

  #fail(failure: SaveFailure): void {
    if (this.#isStopped) return;
    this.#tell(failure);
    if (failure === 'refused' || failure === 'signed-out') return;
    this.#saveIn(RETRY_DELAYS_MS[Math.min(this.#failures++, RETRY_DELAYS_MS.length - 1)] ?? 0);
  }

  #saveIn(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), delayMs);
  }
}
