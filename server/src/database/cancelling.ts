/** Cancels what a connection is doing when nobody waits for it any more, and tells when that is over. */
export class Cancelling {
  readonly #signal: AbortSignal;
  readonly #onAbort: () => void;
  #underWay: Promise<void> | undefined;

  constructor(signal: AbortSignal, cancel: () => Promise<void>) {
    this.#signal = signal;
    this.#onAbort = () => {
      this.#underWay = cancel();
    };
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** To be awaited before the connection goes to somebody else: a cancellation that is late would hit their work. */
  async end(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#onAbort);
    await this.#underWay;
  }
}
