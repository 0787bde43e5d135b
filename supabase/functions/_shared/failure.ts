/** The answer of a function that refuses or fails. */

export class Failure extends Error {
  readonly status: number;
  /** For programs; never changes its meaning. */
  readonly code: string;

  /** @param sentence for people */
  constructor(status: number, code: string, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'Failure';
    this.status = status;
    this.code = code;
  }
}
