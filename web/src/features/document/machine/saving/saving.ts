/**
 * Decides when a page is opened, saved and looked at again, and says how that went: edits are saved two seconds after the last one, or
 * ten after the first, and again 1, 2, 5 and then every 10 seconds after a failure. One tab of a browser does it. Should two ever do so,
 * a write of one to the drafts ends the other.
 */
import { Superseded } from '../../drafts/drafts.ts';
import { type LoggedUpdate, PageServerError, type ToldLog } from '../../wire/page-server.ts';
import { isRetried, isStillTried, type SaveStatus } from '../../wire/save-status.ts';
import type { UnsavedEdits } from '../../words/page-updates.ts';
import type { DraftFacts, Signal, Work } from '../commands.ts';
import type { PageState } from '../page-state.ts';
import { happen, newSignal, until } from '../work.ts';
import { Conversation, MOST_EXCHANGES, type Outcome } from './conversation.ts';
import { PageLog } from './page-log.ts';
import { Rescue } from './rescue.ts';
import { SaveTimer } from './save-timer.ts';

const RETRY_DELAYS_MS = [1000, 2000, 5000, 10_000];
// Counts refused saves that bring together what was apart.
const MOST_REFUSED = 8;
// A hundred writers need not each write texts that are right for a moment only.
const LATER_TEXTS_MS = 1000;

export class Saving {
  /** Another tab saves this page from now on, or this one has left it. */
  readonly ended = newSignal();
  readonly #page: PageState;
  readonly #log: PageLog;
  readonly #timer: SaveTimer;
  readonly #rescue: Rescue;
  readonly #conversation: Conversation;
  #isStopped = false;
  /** Whether the page's texts are to be written in a moment. */
  #isLater = false;
  #lastTurn: Signal | undefined;
  #turns = 0;
  #failures = 0;
  #status: SaveStatus | undefined;

  constructor(page: PageState, drafts: DraftFacts) {
    this.#page = page;
    this.#log = new PageLog(page, drafts);
    this.#conversation = new Conversation(page, this.#log);
    this.#timer = new SaveTimer(page.put);
    this.#rescue = new Rescue(page.facts, page.put);
  }

  /**
   * Fills the document from this browser's drafts, at once.
   * @returns whether there were any
   */
  restore(): Work<boolean> {
    return this.#log.restore();
  }

  /**
   * Brings the document to the server's latest state. If it cannot be reached, the restored drafts stay.
   * @returns false when there is no such page, and nothing unsaved of it here
   * @throws {Superseded}
   * @throws {PageServerError} when neither the server nor this browser has the page
   */
  open(): Work<boolean> {
    return this.#inTurn(this.#open());
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
  *flush(): Work<void> {
    this.#timer.clear();
    yield* this.#inTurn(this.#telling(this.#saveAll()));
  }

  /** {@link flush} as the page is left, with what was heard of others, who may have left it before they saved that. */
  *leave(): Work<void> {
    if (this.isOpen) this.#log.takeOver();
    yield* this.flush();
  }

  /** The next save begins a version of its own in the page's history. */
  beginVersion(): void {
    this.#conversation.beginsVersion = true;
  }

  /**
   * Fetches what others saved, as when the window returns to the front. Never rejects.
   * @param version that there is, if it is known: it may have come from here
   */
  refresh(version?: string): Work<void> {
    return this.#inTurn(this.#telling(this.#refresh(version)));
  }

  /** Takes what another writer has just typed, and may not have saved yet. */
  hear(epoch: string, update: Uint8Array): void {
    if (!this.#log.isStopped) this.#log.hear(epoch, update);
  }

  /** Takes what the log has got, as the database told. Never rejects. */
  hearLogged(log: ToldLog, update: LoggedUpdate | undefined): Work<void> {
    return this.#inTurn(this.#telling(this.#hearLogged(log, update)));
  }

  /** The edits that the server may lack, and the document that they are of. */
  get unsaved(): UnsavedEdits | undefined {
    return this.#log.unsaved;
  }

  /** The unsaved edits for a screen that has just come. Those that were made apart are first brought together with its own. */
  get unsavedOnline(): UnsavedEdits | undefined {
    return this.#log.isApart ? undefined : this.#log.unsaved;
  }

  /** Ends it. What it has asked for may still be answered, and changes nothing any more. */
  stop(): void {
    // The one after it may have set the clocks by now.
    if (this.#isStopped) return;
    this.#timer.stop();
    this.#page.put('stop', 'texts');
    this.#page.put('stop', 'rescue');
    this.#isStopped = true;
    this.#log.stop();
  }

  end(): void {
    this.stop();
    happen(this.#page.put, this.ended);
  }

  /** To be called with each update of the document. */
  notice(update: Uint8Array, origin: unknown): void {
    if (this.#log.isStopped) return;
    const words = this.#log.notice(update, origin, this.#page.isHearing);
    if (words === 'own') this.#schedule();
    else if (words) this.#rescue.putOff();
  }

  /** It has been quiet for long enough: what was heard, and nobody has saved, is saved from here. */
  rescue(): void {
    this.#rescue.begin();
    // After the save that is on its way.
    if (this.#log.isDirty) this.#rescue.putOff();
    else if (this.isOpen && this.#log.takeOver()) this.#schedule();
  }

  /** Nobody else has written the page's texts meanwhile. */
  writeTexts(): void {
    this.#isLater = false;
    if (this.isOpen && this.#log.isBehind) this.#run(this.flush());
  }

  #run(work: Work<unknown>): void {
    this.#page.put('run', work);
  }

  #schedule(): void {
    this.#timer.noteEdit();
    if (this.#turns > 0) {
      // The running turn looks for new edits at its end. Until then the status must not read "Saved".
      if ((this.#status ?? 'saved') === 'saved') this.#tell('unsaved');
    } else if (this.#status === 'unsaved') this.#timer.saveSoon();
    // Who goes on typing puts off no retry, and a server in trouble is not asked more often for it.
    else if (!this.#timer.isSet || !isRetried(this.#status)) this.#settle();
  }

  *#open(): Work<boolean> {
    try {
      if (!(yield* this.#conversation.catchUp())) {
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
    if (this.#log.isDirty) this.#run(this.flush());
    return true;
  }

  *#refresh(version: string | undefined): Work<void> {
    const { progress } = this.#log;
    if (!progress || (version !== undefined && progress.version === version)) return;
    const hasFailed = this.#failures > 0;
    if (!(yield* this.#conversation.catchUp())) this.#tell('gone');
    // Another try would change nothing about its size.
    else if (this.#status !== 'too-large' || !this.#log.isDirty) {
      this.#settle();
      // It has waited for the server since it was typed, and the tab may be closed any moment.
      if (hasFailed && this.#log.isDirty) this.#run(this.flush());
    }
  }

  *#hearLogged(log: ToldLog, update: LoggedUpdate | undefined): Work<void> {
    if (!(yield* this.#log.takeLogged(log, update))) yield* this.#refresh(undefined);
    // Saves of others do not put off one's own.
    else if (!this.#log.isDirty || !this.#timer.isSet) this.#settle();
  }

  /** Holds one conversation with the server at a time; each starts where the last one ended. */
  *#inTurn<T>(work: Work<T>): Work<T> {
    const before = this.#lastTurn;
    const turn = newSignal();
    this.#lastTurn = turn;
    this.#turns++;
    try {
      if (before) yield* until(before);
      return yield* work;
    } finally {
      this.#turns--;
      happen(this.#page.put, turn);
    }
  }

  /** Tells a failure as the status. */
  *#telling(work: Work<void>): Work<void> {
    try {
      yield* work;
    } catch (error) {
      if (error instanceof Superseded) this.#supersede();
      else this.#fail(error instanceof PageServerError ? error : new PageServerError('failed', error));
    }
  }

  *#saveAll(): Work<void> {
    let outcome: Outcome | undefined;
    // Edits that were made since the others were sent are saved in their own time.
    const isSent = () => outcome === 'sent' || !this.#log.isDirty;
    for (let exchanges = 0; exchanges < MOST_EXCHANGES; exchanges++) {
      if (!this.isOpen) return;
      if (this.#log.isAhead && !this.#log.isDirty) yield* this.#log.showNews();
      if (isSent() && !this.#log.isBehind) return this.#settle();
      if (this.#log.isDirty) this.#tell('saving');
      outcome = yield* this.#conversation.exchange(exchanges >= MOST_REFUSED);
      if (outcome === 'gone') return this.#tell('gone');
    }
    // The log has every word, which is what counts; others are writing the texts just now.
    if (isSent()) return this.#settle();
    throw new PageServerError('failed', 'The page changes faster than it can be saved.');
  }

  #settle(): void {
    if (!this.isOpen) return;
    this.#failures = 0;
    this.#tell(this.#log.isDirty ? 'unsaved' : 'saved');
    if (this.#log.isAhead && this.#log.isApart) this.#run(this.flush());
    else if (this.#log.isDirty) this.#timer.saveSoon();
    else {
      this.#timer.clear();
      if (this.#log.isBehind) this.#writeTextsLater();
    }
  }

  /** Unless somebody else does. */
  #writeTextsLater(): void {
    if (this.#isLater) return;
    this.#isLater = true;
    this.#page.put('wait', 'texts', LATER_TEXTS_MS, true);
  }

  #supersede(): void {
    if (!this.#log.isStopped) this.end();
  }

  #tell(status: SaveStatus, requestId?: string): void {
    if (status === this.#status || this.#log.isStopped) return;
    this.#status = status;
    this.#page.updateAll({ status, requestId });
  }

  #fail({ failure, requestId }: PageServerError): void {
    if (this.#log.isStopped) return;
    // Nobody can tell whether what failed to be saved was heard.
    this.#log.noteApart();
    this.#tell(failure, requestId);
    if (isStillTried(failure)) {
      this.#timer.clear();
      this.#timer.saveIn(RETRY_DELAYS_MS[Math.min(this.#failures++, RETRY_DELAYS_MS.length - 1)] ?? 0);
    } else this.#run(this.#inTurn(this.#telling(this.#log.showNews())));
  }
}
