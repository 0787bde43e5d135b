/** The looks of an open page at the server: whether the page is there, what others saved, and since when their words are missed. */
import { requestIdOf } from '../../../lib/errors/app-error.ts';
import { Superseded } from '../drafts/drafts.ts';
import { PageServerError } from '../wire/page-server.ts';
import { isInTouch } from '../wire/save-status.ts';
import type { Signal, Work } from './commands.ts';
import type { PageState } from './page-state.ts';
import type { Saving } from './saving/saving.ts';
import { ask, happen, newSignal, until } from './work.ts';

// The saving tab's time to answer another tab.
export const LONGEST_ANSWER_MS = 5000;
// Longer than it takes the database's word to come by another channel.
const CHANNEL_TIME_MS = 1000;

export class Looking {
  readonly #page: PageState;
  readonly #saving: () => Saving | undefined;
  /** Counts the losses of the connection: a look that began before the last one does not show what others wrote since. */
  #losses = 0;
  /** The tab that saves has looked. */
  #looked: Signal | undefined;

  /** @param saving of this tab, while it saves for all tabs of the browser */
  constructor(page: PageState, saving: () => Saving | undefined) {
    this.#page = page;
    this.#saving = saving;
  }

  /**
   * Asks for what others saved, if this tab saves.
   * @param version that there is, if it is known: nothing is fetched where it is here already
   */
  *refresh(version?: string): Work<void> {
    // The page's own channel brings the words of this version themselves, and need not be asked for.
    if (version !== undefined && this.#page.isHearing) yield* ask('pause', CHANNEL_TIME_MS);
    yield* this.look(version);
  }

  *look(version?: string): Work<void> {
    const losses = this.#losses;
    const saving = this.#saving();
    // A page may have come back from the trash.
    if (saving && this.#page.snapshot.phase !== 'ready') return yield* this.reopen();
    if (saving) yield* saving.refresh(version);
    if (losses === this.#losses) this.#endAbsence();
  }

  /** Fetches what others saved, through the saving tab. Ends when that is done, has failed or takes too long. */
  *catchUp(): Work<void> {
    const saving = this.#saving();
    if (saving) return yield* saving.refresh();
    this.#looked ??= newSignal();
    const looked = this.#looked;
    this.#page.talk?.say('refresh');
    yield* until(looked, LONGEST_ANSWER_MS);
  }

  /** The tab that saves has looked, or is this one by now. */
  noteLook(): void {
    happen(this.#page.put, this.#looked);
    this.#looked = undefined;
  }

  /** Asks the server for the page once more, after it could not be loaded. */
  *reopen(): Work<void> {
    const saving = this.#saving();
    if (!saving) return this.#page.talk?.say('refresh');
    try {
      this.#page.update({ phase: (yield* saving.open()) ? 'ready' : 'missing' });
    } catch (error) {
      // The tab that saves instead will tell its state.
      if (error instanceof Superseded) return;
      const isOffline = error instanceof PageServerError && error.failure === 'offline';
      this.#page.update({ phase: isOffline ? 'out-of-reach' : 'failed', requestId: requestIdOf(error) });
    }
    this.#endAbsence();
    this.#page.tell();
  }

  /** From now on, words of others are missed. */
  beginAbsence(isLost: boolean): void {
    const version = this.#saving()?.version;
    if (version === undefined) return;
    this.#losses++;
    this.#page.put('beginAbsence', version, isLost);
  }

  #endAbsence(): void {
    const version = this.#saving()?.version;
    if (version !== undefined && isInTouch(this.#page.snapshot.status)) this.#page.put('endAbsence', version);
  }
}
