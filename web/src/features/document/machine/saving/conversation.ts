/**
 * The conversation of one page with the server: brings its document and the log that its writers share together, and sends what the
 * log lacks. A save that is refused since others were faster takes theirs and is sent again. A document that nobody can read, or that has
 * lost words (a restored backup), begins anew (`restart`, another epoch). It does not decide when: see saving.ts.
 */
import { type OpenedDocument, PageServerError } from '../../wire/page-server.ts';
import { type PageTexts, toSaved } from '../../words/page-texts.ts';
import { isPlainText } from '../../words/page-updates.ts';
import type { Work } from '../commands.ts';
import type { PageState } from '../page-state.ts';
import { ask } from '../work.ts';
import type { PageLog } from './page-log.ts';

export const MOST_EXCHANGES = 12;
const UPDATES_BEFORE_COMPACTION = 100;

export type Outcome = 'sent' | 'caught up' | 'gone';

export class Conversation {
  /** The next save begins a version of its own in the page's history. */
  beginsVersion = false;
  readonly #page: PageState;
  readonly #log: PageLog;

  constructor(page: PageState, log: PageLog) {
    this.#page = page;
    this.#log = log;
  }

  /**
   * Brings the document to the log's end, and what was written by another way into the log.
   * @returns false when the page is gone
   */
  *catchUp(): Work<boolean> {
    for (let exchanges = 0; exchanges < MOST_EXCHANGES; exchanges++) {
      const { progress } = this.#log;
      const opened = yield* ask('open', progress);
      if (!opened || this.#log.isStopped) return !!opened;
      this.#page.update({ look: { look: opened.look ?? null, at: this.#page.facts.now } });
      const isReadable = !opened.state || isPlainText(opened.state.update);
      if (isReadable && progress && progress.epoch !== opened.epoch) {
        yield* this.#replace(opened);
        return true;
      }
      // No browser can read it, or its words and those that are known here are not to be told apart.
      if (!isReadable || !(yield* this.#log.takeOpened(opened))) {
        yield* this.#log.checkTurn();
        if (!(yield* ask('restart', opened.epoch)) && exchanges > 0)
          throw new PageServerError('failed', 'The page’s document is being written.');
        continue;
      }
      if (opened.state && opened.updates.length >= 2 * UPDATES_BEFORE_COMPACTION) yield* this.#compact();
      if (!opened.texts || this.#log.isStopped) return true;
      if (!(yield* this.#adopt(opened, opened.texts))) return false;
      if (!this.#log.progress || !this.#log.isBehind) return true;
    }
    if (!this.#log.progress) throw new PageServerError('failed', 'Nobody can read the page’s document.');
    return true;
  }

  *#replace(opened: OpenedDocument): Work<void> {
    const { epoch } = this.#log.progress ?? opened;
    const former = epoch === opened.epoch ? undefined : yield* ask('openFormer', epoch);
    if (this.#log.isStopped) return;
    const taken = yield* this.#log.replace(opened, former);
    if (this.#log.isStopped) return;
    this.#log.stop();
    this.#page.talk?.sayReplaced(taken);
    this.#page.giveWay(taken);
  }

  /**
   * Takes texts that were written by another way into the log: once, whoever does it first.
   * @returns false when the page is gone
   */
  *#adopt(opened: OpenedDocument, texts: PageTexts): Work<boolean> {
    yield* this.#log.checkTurn();
    const adoption = this.#log.adopt(opened, texts);
    if (!adoption) return true;
    const answer = yield* ask('save', {
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
    if (answer?.isTaken && !this.#log.isStopped) yield* this.#log.takeAdopted(answer, adoption);
    return !!answer;
  }

  /**
   * Sends the edits, or else takes what others have added to the log meanwhile.
   * @param isLast others have been faster so often that edits which were made apart are sent all the same
   */
  *exchange(isLast: boolean): Work<Outcome> {
    yield* this.#log.checkTurn();
    const { progress } = this.#log;
    if (!progress) return 'caught up';
    if (progress.version !== progress.textsVersion && !this.#log.isDirty) return yield* this.#look();
    const sending = this.#log.nextSave();
    const beginsVersion = this.beginsVersion;
    const answer = yield* ask('save', {
      epoch: progress.epoch,
      seen: progress.number,
      seenHead: progress.head,
      basedOn: progress.textsVersion,
      update: sending.update,
      texts: sending.changed,
      beginsVersion,
      adopts: false,
      needsNewest: (sending.wasApart || !this.#page.facts.isCrowded) && !isLast,
    });
    if (!answer) return 'gone';
    if (this.#log.isStopped) return 'caught up';
    // The save is another document's, or of this one's past; or the log no longer has what was missed.
    if (!answer.updates) return yield* this.#look();
    yield* this.#log.takeAnswer(answer, sending);
    if (!answer.isTaken) return 'caught up';
    const { opened, isShown } = this.#log;
    if (opened && !isShown) {
      yield* this.#replace(opened);
      return 'sent';
    }
    if (!answer.isWritten) return 'sent';
    if (beginsVersion) this.beginsVersion = false;
    this.#page.put('saved', { ...toSaved(sending.texts), version: answer.version });
    // Nobody has to agree on who does it.
    if (hundreds(answer.number) > hundreds(progress.number)) yield* this.#compact();
    return 'sent';
  }

  *#look(): Work<Outcome> {
    return (yield* this.catchUp()) ? 'caught up' : 'gone';
  }

  *#compact(): Work<void> {
    const { progress } = this.#log;
    if (!progress || progress.textsNumber !== progress.number) return;
    yield* this.#log.checkTurn();
    try {
      yield* ask('compact', progress, this.#log.state);
    } catch {
      // The next one succeeds where this one fails.
    }
  }
}

function hundreds(updates: number): number {
  return Math.floor(updates / UPDATES_BEFORE_COMPACTION);
}
