/** When edits are saved: two seconds after the last one, and ten after the first, however long somebody types. */
import { AUTOSAVE_DELAY_MS, LONGEST_UNSAVED_MS } from '../../../lib/timings.ts';

export class SaveTimer {
  readonly #save: () => void;
  #next: ReturnType<typeof setTimeout> | undefined;
  /** Ends the longest wait, which begins with the first edit since the last save began. */
  #latest: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(save: () => void) {
    this.#save = save;
  }

  get isSet(): boolean {
    return this.#next !== undefined;
  }

  /** An edit was made, which is saved at the latest then. */
  noteEdit(): void {
    if (!this.#isStopped) this.#latest ??= setTimeout(this.#save, LONGEST_UNSAVED_MS);
  }

  saveSoon(): void {
    this.noteEdit();
    this.saveIn(AUTOSAVE_DELAY_MS);
  }

  saveIn(delayMs: number): void {
    clearTimeout(this.#next);
    if (!this.#isStopped) this.#next = setTimeout(this.#save, delayMs);
  }

  clear(): void {
    clearTimeout(this.#next);
    clearTimeout(this.#latest);
    this.#next = undefined;
    this.#latest = undefined;
  }

  stop(): void {
    this.clear();
    this.#isStopped = true;
  }
}
