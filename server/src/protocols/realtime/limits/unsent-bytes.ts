/** Counts what clients have not read yet, over all sockets of a process and of each client network: it is kept in memory. */
import { Counts } from './counts.ts';

// A client alone may leave 1 MB unread.
const MOST_BYTES = 96 * 1024 * 1024;
const MOST_BYTES_PER_NETWORK = 24 * 1024 * 1024;

export class UnsentBytes {
  readonly #ofNetwork = new Counts();
  #all = 0;

  /** Notes that a socket has so many more bytes unsent, or fewer. */
  change(network: string, bytes: number): void {
    if (bytes === 0) return;
    this.#all += bytes;
    this.#ofNetwork.add(network, bytes);
  }

  /** Whether there is room for so much more. */
  hasRoom(network: string, bytes: number): boolean {
    return this.#all + bytes <= MOST_BYTES && this.#ofNetwork.of(network) + bytes <= MOST_BYTES_PER_NETWORK;
  }
}
