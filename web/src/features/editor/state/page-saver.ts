/**
 * Brings one page's document and the server together: opens it on the server's latest version, saves edits two
 * seconds after the last one, and merges what others saved in between. Of all tabs of a browser only one runs it.
 */
import * as Y from 'yjs';
import { AUTOSAVE_DELAY_MS } from '../../../lib/limits.ts';
import { isAncestor } from './ancestor.ts';
import type { DraftStore } from './draft-store.ts';
import { type Base, readTexts, readTextsOfState, rebase, writeTexts } from './page-document.ts';
import { type PageServer, PageServerError, type SaveFailure } from './page-server.ts';
import { changedFields, type PageTexts, type SavedPage, toSaved } from './page-texts.ts';
import type { SaveStatus } from './save-status.ts';

const RETRY_DELAYS_MS = [1000, 2000, 5000, 10_000];
const MERGE_ATTEMPTS = 5;
// Hours offline must not fill the disk: the first attempt and the latest are the likely ones to have arrived.
const KEPT_ATTEMPTS = 18;

/** Marks edits that come from the server, which undo must leave alone. */
const FROM_SERVER = Symbol('from server');

/** Failures in which the server said that it has not taken the write. */
const ANSWERS: ReadonlySet<SaveFailure> = new Set(['refused', 'signed-out']);

export interface PageSaverEvents {
  onStatus(status: SaveStatus): void;
  /** The server has a new version of the page from here. */
  onSaved(): void;
}

export class PageSaver {
  readonly #document: Y.Doc;
  readonly #drafts: DraftStore;
  readonly #server: PageServer;
  readonly #events: PageSaverEvents;
  #base: Base | undefined;
  #baseTexts: PageTexts | undefined;
  /** States that were sent as successors of the base, newest last, without the server having said no. */
  #attempts: readonly Uint8Array[] = [];
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
   * Fills the document with what this browser kept, at once.
   * @returns whether there was anything
   */
  async restore(): Promise<boolean> {
    const kept = await this.#drafts.read();
    if (!kept) return false;
    this.#attempts = kept.attempts;
    this.#use(kept.base);
    return true;
  }

  /**
   * Brings the document to the server's latest version. Where the server cannot be reached, what was restored stays.
   * @returns false when there is no such page, and nothing unsaved of it here
   * @throws {PageServerError} when neither the server nor this browser has the page
   */
  async open(): Promise<boolean> {
    this.#turns++;
    const opening = this.#lastTurn.then(() => this.#open());
    // Whoever comes meanwhile waits: two that bring the same news into the document would bring it twice.
    this.#lastTurn = opening.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await opening;
    } finally {
      this.#turns--;
    }
  }

  /** To be called after every edit; saves two seconds after the last. */
  schedule(): void {
    // While a save is under way, its end looks at what has come since.
    if (!this.#base || this.#turns > 0) return;
    // Comparing a long text with each key would be felt; the save will look.
    if (this.#status === 'unsaved') this.#saveIn(AUTOSAVE_DELAY_MS);
    else this.#settle();
  }

  /** Saves what is unsaved, now. Never rejects: the outcome is the status. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#inTurn(() => this.#saveAll());
  }

  /** Looks whether others saved, as when the window comes back to the front. Never rejects. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#base) return;
      const remote = await this.#server.load();
      if (!remote) return this.#tell('gone');
      await this.#reconcile(remote);
      this.#settle();
    });
  }

  /** What the server does not have yet, as an update of the document at its base. */
  unsavedUpdate(): Uint8Array | undefined {
    if (!this.#base || !this.#isDirty()) return undefined;
    return Y.encodeStateAsUpdate(this.#document, Y.encodeStateVectorFromUpdate(this.#base.state));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#base = undefined;
  }

  async #open(): Promise<boolean> {
    try {
      const remote = await this.#server.load();
      if (!remote) {
        const hasUnsaved = this.#base !== undefined && this.#isDirty();
        if (hasUnsaved) this.#tell('gone');
        return hasUnsaved;
      }
      await this.#reconcile(remote);
    } catch (error) {
      if (!this.#base || !(error instanceof PageServerError)) throw error;
      this.#fail(error.failure);
      return true;
    }
    this.#settle();
    return true;
  }

  /** One conversation with the server at a time; the next starts from what the last one left. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turns++;
    this.#lastTurn = this.#lastTurn
      .then(work)
      .catch((error: unknown) => this.#fail(error instanceof PageServerError ? error.failure : 'failed'))
      .finally(() => this.#turns--);
    return this.#lastTurn;
  }

  async #saveAll(): Promise<void> {
    for (let merges = 0; merges <= MERGE_ATTEMPTS; merges++) {
      if (!this.#base) return;
      const fields = changedFields(readTexts(this.#document), this.#texts());
      if (Object.keys(fields).length === 0) return this.#settle();
      this.#tell('saving');
      const sent = Y.encodeStateAsUpdate(this.#document);
      const saved = await this.#send(fields, sent, this.#base);
      if (saved) {
        await this.#setBase({ version: saved.version, state: sent });
        await this.#reconcileTexts(saved);
        this.#events.onSaved();
        return this.#settle();
      }
      if (!(await this.#merge())) return;
    }
    throw new PageServerError('failed', 'The page changes faster than it can be saved.');
  }

  /** Noted before it is sent: without an answer nobody could tell later whether the server's new text is ours. */
  async #send(fields: Partial<PageTexts>, sent: Uint8Array, base: Base): Promise<SavedPage | undefined> {
    const earlier = this.#attempts;
    await this.#keep(base, [...earlier.slice(0, 1), ...earlier.slice(1).slice(-KEPT_ATTEMPTS), sent]);
    try {
      const saved = await this.#server.save(fields, base.version);
      if (!saved) this.#attempts = earlier;
      return saved;
    } catch (error) {
      const isAnswer = error instanceof PageServerError && ANSWERS.has(error.failure);
      if (isAnswer) this.#attempts = earlier;
      throw error;
    }
  }

  /** @returns false when the page is gone */
  async #merge(): Promise<boolean> {
    const remote = await this.#server.load();
    if (!remote) {
      this.#tell('gone');
      return false;
    }
    await this.#reconcile(remote);
    return true;
  }

  /** Makes the server's version the base, and brings what is new in it into the document. */
  async #reconcile(remote: SavedPage): Promise<void> {
    if (!this.#base) {
      const first = new Y.Doc();
      writeTexts(first, remote, FROM_SERVER);
      await this.#setBase({ version: remote.version, state: Y.encodeStateAsUpdate(first) });
    } else if (remote.version !== this.#base.version) {
      const state = this.#ancestorOf(remote, this.#base);
      await this.#setBase({ version: remote.version, state });
      await this.#reconcileTexts(remote);
    }
  }

  /** The base's texts may still differ from the server's of the same version: others', or tidied by the server. */
  async #reconcileTexts(remote: SavedPage): Promise<void> {
    if (!this.#base || Object.keys(changedFields(remote, this.#texts())).length === 0) return;
    await this.#setBase(rebase(this.#document, this.#base, remote, FROM_SERVER));
  }

  /** The state that the server's new version grew from: the base, or an attempt that got there without our knowing. */
  #ancestorOf(remote: SavedPage, base: Base): Uint8Array {
    const arrived = this.#attempts.findLast((attempt) =>
      isAncestor(toSaved(this.#texts()), toSaved(readTextsOfState(attempt)), toSaved(remote)),
    );
    return arrived ?? base.state;
  }

  /** Once the server's version has moved on, no earlier attempt can succeed any more: a write names its version. */
  async #setBase(base: Base): Promise<void> {
    await this.#keep(base, []);
    this.#use(base);
  }

  /** Written down before the document shows it, so that a crash in between finds the base again. */
  async #keep(base: Base, attempts: readonly Uint8Array[]): Promise<void> {
    this.#attempts = attempts;
    await this.#drafts.write({ base, attempts });
  }

  #use(base: Base): void {
    this.#base = base;
    this.#baseTexts = undefined;
    Y.applyUpdate(this.#document, base.state, FROM_SERVER);
  }

  #texts(): PageTexts {
    this.#baseTexts ??= readTextsOfState((this.#base as Base).state);
    return this.#baseTexts;
  }

  #isDirty(): boolean {
    return Object.keys(changedFields(readTexts(this.#document), this.#texts())).length > 0;
  }

  #settle(): void {
    this.#failures = 0;
    clearTimeout(this.#timer);
    const dirty = this.#isDirty();
    this.#tell(dirty ? 'unsaved' : 'saved');
    if (dirty) this.#saveIn(AUTOSAVE_DELAY_MS);
  }

  #tell(status: SaveStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#events.onStatus(status);
  }

  #fail(failure: SaveFailure): void {
    this.#tell(failure);
    if (failure === 'refused' || failure === 'signed-out') return;
    this.#saveIn(RETRY_DELAYS_MS[Math.min(this.#failures++, RETRY_DELAYS_MS.length - 1)] ?? 0);
  }

  #saveIn(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), delayMs);
  }
}
