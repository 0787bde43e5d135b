/**
 * The browsers that are there save what they heard of one that may be gone: once it is quiet, since everybody who still
 * writes saves their own words.
 */
import type { Facts, Put } from '../commands.ts';

// Longer than it takes to save what others typed.
const LOST_WORDS_MS = 10_000;
const LONGEST_LOST_MS = 60_000;

export class Rescue {
  readonly #facts: Facts;
  readonly #put: Put;
  #isSet = false;
  /** When the first of the words came that are to be rescued. */
  #heardAt: number | undefined;

  constructor(facts: Facts, put: Put) {
    this.#facts = facts;
    this.#put = put;
  }

  /** Words of others have come. */
  putOff(): void {
    const { now } = this.#facts;
    this.#heardAt ??= now;
    // A person who goes on writing without saving puts it off no longer.
    if (this.#isSet && now - this.#heardAt > LONGEST_LOST_MS) return;
    this.#isSet = true;
    this.#put('wait', 'rescue', LOST_WORDS_MS, true);
  }

  /** It has been quiet for long enough. */
  begin(): void {
    this.#isSet = false;
    this.#heardAt = undefined;
  }
}
