/**
 * The state machine of an open page of this tab: events come in, and commands go out. It holds the page's document, knows what is
 * saved, and decides what is asked, saved and told next. It has no clock, no storage and no network: its runner has these, and
 * brings their answers.
 *
 * Events ({@link PageMachine.take}) take no time. Work takes time: a generator, in which each `yield` asks the runner for one thing.
 */
import type * as Y from 'yjs';
import type { LoggedUpdate, ToldLog } from '../wire/page-server.ts';
import { isUnsafeToLeave } from '../wire/save-status.ts';
import { type StateVector, stateVectorOf } from '../words/page-document.ts';
import { FROM_LOG, FROM_OTHERS } from '../words/page-updates.ts';
import { type CarriedEdits, editsSince, makeEdits } from './carried-edits.ts';
import type { Facts, Put, Signal, TabMessage, Timer, Word, Work } from './commands.ts';
import { leftEdits } from './left-edits.ts';
import { LONGEST_ANSWER_MS, Looking } from './looking.ts';
import type { PageSessionSnapshot } from './page-snapshot.ts';
import { PageState } from './page-state.ts';
import { Saving } from './saving/saving.ts';
import { TabTalk } from './tab-talk.ts';
import { ask, happen, newSignal, until } from './work.ts';

/** The events of a page. */
export interface Events {
  /** The document has got this, by whatever way. @param isTyped in this tab */
  edited(update: Uint8Array, origin: unknown, isTyped: boolean): void;
  /** The browser's tabs share the drafts, and can hear each other. @param id unlike any other tab's */
  shared(id: string): void;
  /** The browser has lost the drafts: this tab goes on by itself. */
  alone(): void;
  /** Another tab of this browser says that. */
  heard(message: TabMessage): void;
  /** Another tab has taken the lead. */
  superseded(): void;
  /** A clock has run out. */
  time(timer: Timer): void;
  /** From now on the database tells of each update. */
  joined(): void;
  disconnected(): void;
  /** Another screen may not have heard what was typed before it came. */
  met(): void;
  /** Another writer has typed this, and may not have saved it yet. */
  typed(epoch: string, update: Uint8Array): void;
  /** The database tells what the log has got. */
  logged(log: ToldLog, update: LoggedUpdate | undefined): void;
  /** The tab is out of sight, and may never be back. */
  left(): void;
  /** The tab is in sight again, the server can be reached again, or it is time to look whether a message was lost. */
  returned(): void;
  /** Somebody has said that the page was saved. @param version that there is, if it is known */
  changed(version?: string): void;
  /** Nobody can say how to go on. */
  failed(): void;
}

export class PageMachine {
  readonly #page: PageState;
  #saving: Saving | undefined;
  readonly #looking: Looking;
  /** The tab that saves has saved what was unsaved, apart from what comes next. */
  #savedApart: Signal | undefined;
  readonly #events: Events;

  constructor(document: Y.Doc, facts: Facts, put: Put, carried?: CarriedEdits) {
    const page = new PageState(document, facts, put, carried);
    this.#page = page;
    this.#looking = new Looking(page, () => this.#saving);
    this.#events = {
      edited: (update, origin, isTyped) => this.#notice(update, origin, isTyped),
      shared: (id) => {
        if (facts.drafts) page.talk = new TabTalk(document, facts.drafts, id, put);
        this.#letOthersLead();
      },
      alone: () => {
        page.talk = undefined;
        this.#letOthersLead();
      },
      heard: (message) => this.#hear(message),
      superseded: () => this.#saving?.end(),
      time: (timer) => this.#wake(timer),
      joined: () => {
        page.isHearing = true;
        put('run', this.#looking.refresh());
      },
      disconnected: () => {
        page.isHearing = false;
        this.#looking.beginAbsence(true);
      },
      met: () => {
        const unsaved = this.#saving?.unsavedOnline;
        if (unsaved) put('send', unsaved.epoch, unsaved.update);
      },
      // The other tabs hear it from that one.
      typed: (epoch, update) => this.#saving?.hear(epoch, update),
      logged: (log, update) => {
        if (this.#saving) put('run', this.#saving.hearLogged(log, update));
      },
      left: () => {
        if (!isUnsafeToLeave(page.snapshot.status)) return;
        const unsaved = this.#saving?.unsaved ?? leftEdits(document, facts.drafts);
        if (unsaved) put('keep', unsaved);
        put('run', this.saveNow());
      },
      returned: () => {
        // A tab that was asleep, or that a message did not reach, missed the others' edits, and those tabs may have closed since.
        page.talk?.askForUpdates();
        put('run', this.#look());
        put('run', this.#looking.refresh());
      },
      changed: (version) => put('run', this.#looking.refresh(version)),
      failed: () => page.update({ phase: 'failed' }),
    };
  }

  take<Name extends keyof Events>(name: Name, ...given: Parameters<Events[Name]>): void {
    (this.#events[name] as (...given: unknown[]) => void)(...given);
  }

  get snapshot(): PageSessionSnapshot {
    return this.#page.snapshot;
  }

  get isClosed(): boolean {
    return this.#page.isClosed;
  }

  /** The last edits of a page whose phase is `replaced`, for the document that comes after it. */
  get carriedEdits(): CarriedEdits | undefined {
    const { document, taken, facts, carried } = this.#page;
    return taken ? editsSince(document, taken, facts.drafts) : carried;
  }

  /** Whether it has edits of another document that wait for the page. */
  get isCarrying(): boolean {
    return this.#page.carried !== undefined;
  }

  /** Makes edits of another document here, as soon as the page is there. */
  bring(edits: CarriedEdits): void {
    if (this.snapshot.phase === 'loading') this.#page.carried = edits;
    else makeEdits(this.#page.document, edits);
  }

  /** Shows the drafts, without waiting for the network or another tab. */
  *showDrafts(): Work<void> {
    if (yield* ask('read')) this.#page.update({ phase: 'ready' });
  }

  /** Saves for all tabs until this one closes or another turns out to save. */
  *lead(): Work<void> {
    const { drafts } = this.#page.facts;
    if (this.#page.isClosed || !drafts) return;
    const saving = new Saving(this.#page, drafts);
    this.#saving = saving;
    this.#page.isLeading = true;
    try {
      if (yield* saving.restore()) {
        this.#looking.beginAbsence(false);
        this.#page.update({ phase: 'ready' });
      }
      // Another tab has replaced the document that this one still shows.
      else if (drafts.epoch !== undefined) return yield* this.#readDrafts();
      yield* this.#looking.reopen();
      // Another tab was asked that would have saved. It is this one by now: nobody else answers.
      this.#looking.noteLook();
      if (this.#savedApart) yield* this.saveApart();
      this.#noteSavedApart();
      yield* until(saving.ended);
    } finally {
      saving.stop();
      this.#saving = undefined;
      this.#page.isLeading = false;
    }
  }

  /** Saves unsaved edits. The next save begins a version of its own in the history. */
  *saveApart(): Work<void> {
    const saving = this.#saving;
    if (saving) {
      yield* saving.flush();
      saving.beginVersion();
    } else if (this.#page.talk) {
      this.#savedApart ??= newSignal();
      const saved = this.#savedApart;
      this.#page.talk.say('save-apart');
      yield* until(saved, LONGEST_ANSWER_MS);
    }
  }

  *saveNow(): Work<void> {
    if (this.#saving) yield* this.#saving.flush();
    else this.#page.talk?.say('save-now');
  }

  /** Fetches what others saved, through the saving tab. Ends when that is done, has failed or takes too long. */
  catchUp(): Work<void> {
    return this.#looking.catchUp();
  }

  /** Asks the server for the page once more, after it could not be loaded. */
  reopen(): Work<void> {
    return this.#looking.reopen();
  }

  /** Saves unsaved edits, and leads no more. Edits that could not be saved stay in this browser. */
  *close(): Work<void> {
    yield* this.#saving?.leave() ?? this.saveNow();
    // Another tab may have put another document in the drafts, and what was typed since is here alone.
    yield* this.#look();
    this.#page.isClosed = true;
    this.#saving?.end();
  }

  #notice(update: Uint8Array, origin: unknown, isTyped: boolean): void {
    const { talk, facts, snapshot, put } = this.#page;
    talk?.notice(update, origin);
    if (isTyped && origin !== FROM_LOG && origin !== FROM_OTHERS) {
      const epoch = facts.drafts?.epoch;
      // Each tab tells what was typed in it.
      if (epoch) put('send', epoch, update);
      if (!this.#saving?.isOpen && snapshot.status !== 'unsaved') this.#page.update({ status: 'unsaved' });
    }
    this.#saving?.notice(update, origin);
  }

  #wake(timer: Timer): void {
    const saving = this.#saving;
    if (timer === 'texts') saving?.writeTexts();
    else if (timer === 'rescue') saving?.rescue();
    else if (saving) this.#page.put('run', saving.flush());
  }

  #hear(message: TabMessage): void {
    const { talk, facts } = this.#page;
    const heard = talk?.hear(message);
    if (heard?.kind === 'replaced') this.#giveWay(heard.taken);
    else if (heard?.kind === 'other document') this.#page.put('run', this.#look());
    else if (heard?.kind === 'state') {
      const { state, knowsAll, isOfOther } = heard;
      if (isOfOther) this.#page.put('run', this.#look());
      if (this.#saving || (state.phase === 'ready' && !facts.drafts?.epoch)) return;
      // "Saved" is about what the other tab knew then.
      const isAhead = state.status === 'saved' && !knowsAll;
      this.#page.update(isAhead ? { ...state, status: 'unsaved' } : state);
    } else if (heard?.kind === 'update' || heard?.kind === 'opened') this.#page.tell();
    else if (heard?.kind === 'refreshed') this.#looking.noteLook();
    else if (heard?.kind === 'saved-apart') this.#noteSavedApart();
    else if (heard && this.#saving) this.#page.put('run', this.#answer(heard.kind));
  }

  /** Does what another tab asks of the one that saves. */
  *#answer(asked: Word): Work<void> {
    if (asked === 'save-now') return yield* this.saveNow();
    if (asked === 'save-apart') {
      yield* this.saveApart();
      this.#page.talk?.say('saved-apart');
      return;
    }
    yield* this.#looking.look();
    this.#page.tell();
    if (this.#saving) this.#page.talk?.say('refreshed');
  }

  #giveWay(taken: StateVector): void {
    if (this.snapshot.phase !== 'replaced') this.#saving?.stop();
    this.#page.giveWay(taken);
  }

  #noteSavedApart(): void {
    happen(this.#page.put, this.#savedApart);
    this.#savedApart = undefined;
  }

  #letOthersLead(): void {
    if (this.#saving) happen(this.#page.put, this.#saving.ended);
  }

  /** {@link #readDrafts}, if they can be read. */
  *#look(): Work<void> {
    try {
      yield* this.#readDrafts();
    } catch {
      // The save counts without them.
    }
  }

  /** Another tab has put another document in the drafts, or the first one. */
  *#readDrafts(): Work<void> {
    const { facts, document } = this.#page;
    const { drafts } = facts;
    if (!drafts) return;
    const wasUnknown = drafts.epoch === undefined;
    const kept = yield* ask('read');
    if (!kept || this.#page.isClosed) return;
    if (kept.epoch !== drafts.epoch) {
      const { replaced } = kept;
      const taken = replaced?.epoch === drafts.epoch ? replaced?.taken : undefined;
      return this.#giveWay(taken ?? stateVectorOf(document));
    }
    if (!wasUnknown) return;
    this.#page.talk?.askForUpdates();
    if (!this.#saving && this.snapshot.phase === 'loading') this.#page.update({ phase: 'ready' });
  }
}
