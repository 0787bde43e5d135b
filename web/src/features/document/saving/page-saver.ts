/**
 * Brings one page's document and the log that its writers share together: opens it on the server's latest state, saves
 * edits two seconds after the last one, or ten after the first, and takes over what others wrote. One tab of a browser runs
 * it. Should two ever do so, a write of one to the drafts ends the other.
 */
import type * as Y from 'yjs';
import { type DraftStore, Superseded } from '../drafts/drafts.ts';
import {
  type LoggedUpdate,
  type OpenedDocument,
  type PageServer,
  PageServerError,
  type ToldLog,
} from '../wire/page-server.ts';
import { isRetried, isStillTried, type SaveStatus } from '../wire/save-status.ts';
import { type PageTexts, toSaved } from '../words/page-texts.ts';
import { isPlainText, type UnsavedEdits } from '../words/page-updates.ts';
import { PageLog } from './page-log.ts';
import type { PageSaverEvents } from './page-saver-events.ts';
import { SaveTimer } from './save-timer.ts';

const RETRY_DELAYS_MS = [1000, 2000, 5000, 10_000];
const MOST_EXCHANGES = 12;
// Counts refused saves that bring together what was apart.
const MOST_REFUSED = 8;
// A hundred writers need not each write texts that are right for a moment only.
const LATER_TEXTS_MS = 1000;
// Longer than it takes to save what others typed.
const LOST_WORDS_MS = 10_000;
const LONGEST_LOST_MS = 60_000;
const UPDATES_BEFORE_COMPACTION = 100;

type Outcome = 'sent' | 'caught up' | 'gone';

export class PageSaver {
  readonly #document: Y.Doc;
  readonly #server: PageServer;
  readonly #events: PageSaverEvents;
  readonly #log: PageLog;
  #beginsVersion = false;
  #isStopped = false;
  readonly #timer = new SaveTimer(() => void this.flush());
  #later: ReturnType<typeof setTimeout> | undefined;
  #rescue: ReturnType<typeof setTimeout> | undefined;
  /** When the first of the words came that are to be rescued. */
  #heardAt: number | undefined;
  #lastTurn: Promise<void> = Promise.resolve();
  #turns = 0;
  #failures = 0;
  #status: SaveStatus | undefined;

  constructor(document: Y.Doc, drafts: DraftStore, server: PageServer, events: PageSaverEvents) {
    this.#document = document;
    this.#server = server;
    this.#events = events;
    this.#log = new PageLog(document, drafts, (log) => {
      if (!this.#isStopped) events.onLog(log);
    });
    document.on('update', this.#onUpdate);
  }

  /**
   * Fills the document from this browser's drafts, at once.
   * @returns whether there were any
   */
  restore(): Promise<boolean> {
    return this.#log.restore();
  }

  /**
   * Brings the document to the server's latest state. If it cannot be reached, the restored drafts stay.
   * @returns false when there is no such page, and nothing unsaved of it here
   * @throws {Superseded}
   * @throws {PageServerError} when neither the server nor this browser has the page
   */
  open(): Promise<boolean> {
    return this.#inTurn(() => this.#open());
  }

  /** Whether it knows yet what is saved. */
  get isOpen(): boolean {
    return this.#log.progress !== undefined;
  }

  /** The version of the page whose words are here, as far as it is known. */
  get version(): string | undefined {
    return this.#log.progress?.version;
  }

  /** Saves what is unsaved, now. Never rejects: the outcome is the status. */
  flush(): Promise<void> {
    this.#timer.clear();
    return this.#inTurn(() => this.#telling(() => this.#saveAll()));
  }

  /** {@link flush} as the page is left, with what was heard of others, who may have left it before they saved that. */
  leave(): Promise<void> {
    if (this.isOpen) this.#log.takeOver();
    return this.flush();
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

  /** Takes what another writer has just typed, and may not have saved yet. */
  hear(epoch: string, update: Uint8Array): void {
    if (!this.#isStopped) this.#log.hear(epoch, update);
  }

  /** Takes what the log has got, as the database told. Never rejects. */
  hearLogged(log: ToldLog, update: LoggedUpdate | undefined): Promise<void> {
    return this.#inTurn(() =>
      this.#telling(async () => {
        if (!(await this.#log.takeLogged(log, update))) await this.#refresh(undefined);
        // Saves of others do not put off one's own.
        else if (!this.#log.isDirty || !this.#timer.isSet) this.#settle();
      }),
    );
  }

  /** The edits that the server may lack, and the document that they are of. */
  get unsaved(): UnsavedEdits | undefined {
    return this.#log.unsaved;
  }

  /** The unsaved edits for a screen that has just come. Those that were made apart are first brought together with its own. */
  get unsavedOnline(): UnsavedEdits | undefined {
    return this.#log.isApart ? undefined : this.#log.unsaved;
  }

  stop(): void {
    this.#timer.stop();
    clearTimeout(this.#later);
    clearTimeout(this.#rescue);
    this.#document.off('update', this.#onUpdate);
    this.#isStopped = true;
    this.#log.stop();
  }

  readonly #onUpdate = (update: Uint8Array, origin: unknown): void => {
    const words = this.#log.notice(update, origin, this.#events.isHeard());
    if (words === 'own') this.#schedule();
    else if (words) this.#rescueLater();
  };

  #schedule(): void {
    this.#timer.noteEdit();
    if (this.#turns > 0) {
      // The running turn looks for new edits at its end. Until then the status must not read "Saved".
      if ((this.#status ?? 'saved') === 'saved') this.#tell('unsaved');
    } else if (this.#status === 'unsaved') this.#timer.saveSoon();
    // Who goes on typing puts off no retry, and a server in trouble is not asked more often for it.
    else if (!this.#timer.isSet || !isRetried(this.#status)) this.#settle();
  }

  async #open(): Promise<boolean> {
    try {
      if (!(await this.#catchUp())) {
        if (this.#log.isDirty) this.#tell('gone');
        return this.#log.isDirty;
      }
    } catch (error) {
      if (error instanceof Superseded) this.#supersede();
      if (!this.isOpen || !(error instanceof PageServerError)) throw error;
      this.#fail(error);
      return true;
    }
    this.#settle();
    // It has waited since it was typed, perhaps for a tab that is stuck.
    if (this.#log.isDirty) void this.flush();
    return true;
  }

  async #refresh(version: string | undefined): Promise<void> {
    const { progress } = this.#log;
    if (!progress || (version !== undefined && progress.version === version)) return;
    if (!(await this.#catchUp())) this.#tell('gone');
    // Another try would change nothing about its size.
    else if (this.#status !== 'too-large' || !this.#log.isDirty) this.#settle();
  }

  /** One conversation with the server at a time; each starts where the last one ended. */
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
      else this.#fail(error instanceof PageServerError ? error : new PageServerError('failed', error));
    }
  }

  async #saveAll(): Promise<void> {
    let outcome: Outcome | undefined;
    // Edits that were made since the others were sent are saved in their own time.
    const isSent = () => outcome === 'sent' || !this.#log.isDirty;
    for (let exchanges = 0; exchanges < MOST_EXCHANGES; exchanges++) {
      if (!this.isOpen) return;
      if (this.#log.isAhead && !this.#log.isDirty) await this.#log.showNews();
      if (isSent() && !this.#log.isBehind) return this.#settle();
      if (this.#log.isDirty) this.#tell('saving');
      outcome = await this.#exchange(exchanges >= MOST_REFUSED);
      if (outcome === 'gone') return this.#tell('gone');
    }
    // The log has every word, which is what counts; others are writing the texts just now.
    if (isSent()) return this.#settle();
    throw new PageServerError('failed', 'The page changes faster than it can be saved.');
  }

  /**
   * Brings the document to the log's end, and what was written by another way into the log.
   * @returns false when the page is gone
   */
  async #catchUp(): Promise<boolean> {
    for (let exchanges = 0; exchanges < MOST_EXCHANGES; exchanges++) {
      const { progress } = this.#log;
      const opened = await this.#server.open(progress);
      if (!opened || this.#isStopped) return !!opened;
      this.#events.onLook(opened.look);
      const isReadable = !opened.state || isPlainText(opened.state.update);
      if (isReadable && progress && progress.epoch !== opened.epoch) {
        await this.#replace(opened);
        return true;
      }
      // No browser can read it, or its words and those that are known here are not to be told apart.
      if (!isReadable || !(await this.#log.takeOpened(opened))) {
        await this.#log.checkTurn();
        if (!(await this.#server.restart(opened.epoch)) && exchanges > 0)
          throw new PageServerError('failed', 'The page’s document is being written.');
        continue;
      }
      if (opened.state && opened.updates.length >= 2 * UPDATES_BEFORE_COMPACTION) await this.#compact();
      if (!opened.texts || this.#isStopped) return true;
      if (!(await this.#adopt(opened, opened.texts))) return false;
      if (!this.isOpen || !this.#log.isBehind) return true;
    }
    if (!this.isOpen) throw new PageServerError('failed', 'Nobody can read the page’s document.');
    return true;
  }

  async #replace(opened: OpenedDocument): Promise<void> {
    const { epoch } = this.#log.progress ?? opened;
    const former = epoch === opened.epoch ? undefined : await this.#server.openFormer(epoch);
    if (this.#isStopped) return;
    const taken = await this.#log.replace(opened, former);
    if (this.#isStopped) return;
    this.stop();
    this.#events.onReplaced(taken);
  }

  /**
   * Takes texts that were written by another way into the log: once, whoever does it first.
   * @returns false when the page is gone
   */
  async #adopt(opened: OpenedDocument, texts: PageTexts): Promise<boolean> {
    await this.#log.checkTurn();
    const adoption = this.#log.adopt(opened, texts);
    if (!adoption) return true;
    const answer = await this.#server.save({
      epoch: opened.epoch,
      seen: opened.number,
      seenHead: opened.head,
      basedOn: opened.version,
      update: adoption.update,
      texts: adoption.changed,
      beginsVersion: false,
      adopts: true,
      needsNewest: false,
    });
    // If somebody was faster, theirs comes with the next look.
    if (answer?.isTaken && !this.#isStopped) await this.#log.takeAdopted(answer, adoption);
    return !!answer;
  }

  /**
   * Sends the edits, or else takes what others have added to the log meanwhile.
   * @param isLast others have been faster so often that edits which were made apart are sent all the same
   */
  async #exchange(isLast: boolean): Promise<Outcome> {
    await this.#log.checkTurn();
    const { progress } = this.#log;
    if (!progress) return 'caught up';
    const catchUp = async () => ((await this.#catchUp()) ? 'caught up' : 'gone');
    if (progress.version !== progress.textsVersion && !this.#log.isDirty) return catchUp();
    const sending = this.#log.nextSave();
    const beginsVersion = this.#beginsVersion;
    const answer = await this.#server.save({
      epoch: progress.epoch,
      seen: progress.number,
      seenHead: progress.head,
      basedOn: progress.textsVersion,
      update: sending.update,
      texts: sending.changed,
      beginsVersion,
      adopts: false,
      needsNewest: (sending.wasApart || !this.#events.isCrowded()) && !isLast,
    });
    if (!answer) return 'gone';
    if (this.#isStopped) return 'caught up';
    // The save is another document's, or of this one's past; or the log no longer has what was missed.
    if (!answer.updates) return catchUp();
    await this.#log.takeAnswer(answer, sending);
    if (!answer.isTaken) return 'caught up';
    const { opened, isShown } = this.#log;
    if (opened && !isShown) {
      await this.#replace(opened);
      return 'sent';
    }
    if (!answer.isWritten) return 'sent';
    if (beginsVersion) this.#beginsVersion = false;
    this.#events.onSaved({ ...toSaved(sending.texts), version: answer.version });
    // Nobody has to agree on who does it.
    if (hundreds(answer.number) > hundreds(progress.number)) await this.#compact();
    return 'sent';
  }

  async #compact(): Promise<void> {
    const { progress } = this.#log;
    if (!progress || progress.textsNumber !== progress.number) return;
    await this.#log.checkTurn();
    // The next one succeeds where this one fails.
    await this.#server.compact(progress, this.#log.state).catch(() => undefined);
  }

  /**
   * The browsers that are there save what they heard of one that may be gone: once it is quiet, since everybody who still
   * writes saves their own words.
   */
  #rescueLater(): void {
    if (this.#isStopped) return;
    const now = performance.now();
    this.#heardAt ??= now;
    // A person who goes on writing without saving puts it off no longer.
    if (this.#rescue !== undefined && now - this.#heardAt > LONGEST_LOST_MS) return;
    clearTimeout(this.#rescue);
    this.#rescue = setTimeout(
      () => {
        this.#rescue = undefined;
        this.#heardAt = undefined;
        // After the save that is on its way.
        if (this.#log.isDirty) this.#rescueLater();
        else if (this.isOpen && this.#log.takeOver()) this.#schedule();
      },
      LOST_WORDS_MS * (1 + Math.random()),
    );
  }

  #settle(): void {
    if (!this.isOpen) return;
    this.#failures = 0;
    this.#tell(this.#log.isDirty ? 'unsaved' : 'saved');
    if (this.#log.isAhead && this.#log.isApart) void this.flush();
    else if (this.#log.isDirty) this.#timer.saveSoon();
    else {
      this.#timer.clear();
      if (this.#log.isBehind) this.#writeTextsLater();
    }
  }

  /** Unless somebody else does. */
  #writeTextsLater(): void {
    this.#later ??= setTimeout(
      () => {
        this.#later = undefined;
        if (this.isOpen && this.#log.isBehind) void this.flush();
      },
      LATER_TEXTS_MS * (1 + Math.random()),
    );
  }

  #supersede(): void {
    if (this.#isStopped) return;
    this.stop();
    this.#events.onSuperseded();
  }

  #tell(status: SaveStatus, requestId?: string): void {
    if (status === this.#status || this.#isStopped) return;
    this.#status = status;
    this.#events.onStatus(status, requestId);
  }

  #fail({ failure, requestId }: PageServerError): void {
    if (this.#isStopped) return;
    // Nobody can tell whether what failed to be saved was heard.
    this.#log.noteApart();
    this.#tell(failure, requestId);
    if (!isStillTried(failure)) return void this.#inTurn(() => this.#log.showNews());
    this.#timer.clear();
    this.#timer.saveIn(RETRY_DELAYS_MS[Math.min(this.#failures++, RETRY_DELAYS_MS.length - 1)] ?? 0);
  }
}

function hundreds(updates: number): number {
  return Math.floor(updates / UPDATES_BEFORE_COMPACTION);
}
