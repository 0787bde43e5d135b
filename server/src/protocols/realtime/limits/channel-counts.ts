/** How many channels there are, of one client network and of all: each takes some 10 KB, however little it hears. */
import { Counts } from './counts.ts';

export interface MostChannels {
  readonly process: number;
  readonly network: number;
}

export class ChannelCounts {
  readonly #most: MostChannels;
  readonly #byNetwork = new Counts();
  #all = 0;

  constructor(most: MostChannels) {
    this.#most = most;
  }

  /** @returns false when there are enough of them */
  take(network: string): boolean {
    if (this.#all >= this.#most.process || this.#byNetwork.of(network) >= this.#most.network) return false;
    this.#all++;
    this.#byNetwork.add(network, 1);
    return true;
  }

  give(network: string): void {
    this.#all--;
    this.#byNetwork.add(network, -1);
  }
}
