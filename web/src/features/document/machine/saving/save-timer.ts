/** When edits are saved: two seconds after the last one, and ten after the first, however long somebody types. */
import { AUTOSAVE_DELAY_MS, LONGEST_UNSAVED_MS } from '../../../../lib/timings.ts';
import type { Put } from '../commands.ts';

export class SaveTimer {
  readonly #put: Put;
  #isSet = false;
  /** The longest wait begins with the first edit since the last save began. */
  #isLatestSet = false;
  #isStopped = false;

  constructor(put: Put) {
    this.#put = put;
  }

  get isSet(): boolean {
    return this.#isSet;
  }

  /** An edit was made, which is saved at the latest then. */
  noteEdit(): void {
    if (this.#isStopped || this.#isLatestSet) return;
    this.#isLatestSet = true;
    this.#put('wait', 'latest', LONGEST_UNSAVED_MS);
  }

  saveSoon(): void {
    this.noteEdit();
    this.saveIn(AUTOSAVE_DELAY_MS);
  }

  saveIn(delayMs: number): void {
    if (this.#isStopped) return;
    this.#isSet = true;
    this.#put('wait', 'save', delayMs);
  }

  clear(): void {
    this.#put('stop', 'save');
    this.#put('stop', 'latest');
    this.#isSet = false;
    this.#isLatestSet = false;
  }

  stop(): void {
    this.clear();
    this.#isStopped = true;
  }
}
