/** Counts what has arrived of messages that are not complete, over all sockets: each one of them may be large. */
const MOST_BYTES = 64 * 1024 * 1024;
// A message of this size is nobody's fault, however many arrive.
const SMALL_BYTES = 64 * 1024;

export class ArrivingBytes {
  #all = 0;

  /** For one socket. */
  open(): ArrivingOnSocket {
    let own = 0;
    const settle = () => {
      this.#all -= own;
      own = 0;
    };
    return {
      add: (bytes) => {
        own += bytes;
        this.#all += bytes;
        return own <= SMALL_BYTES || this.#all <= MOST_BYTES;
      },
      settle,
    };
  }
}

export interface ArrivingOnSocket {
  /** @returns false when there is no more room */
  add(bytes: number): boolean;
  /** Called with each complete message, and at the end. */
  settle(): void;
}
