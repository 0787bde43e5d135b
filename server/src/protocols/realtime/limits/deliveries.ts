/**
 * Counts what broadcasts cost: one delivery for each channel that hears one. Within the limit on messages, a hundred sockets of one
 * topic could otherwise ask for a million deliveries a second. Nothing is dropped: a sender who is ahead of the limits is not
 * read from for a moment, so that the rest waits at the client.
 */
import type { TopicKey } from '../topics/topics.ts';
import { Allowance, Allowances } from './allowance.ts';

export interface DeliveryLimits {
  readonly process: number;
  readonly address: number;
  readonly topic: number;
}

// Deliveries a second. A core makes some 100,000. A hundred people who type in one page at once need 40,000; whoever has the public
// key may speak on a public topic, so these have a share of their own.
const PER_SECOND: Readonly<Record<'private' | 'public', DeliveryLimits>> = {
  private: { process: 100_000, address: 80_000, topic: 60_000 },
  public: { process: 20_000, address: 10_000, topic: 10_000 },
};
const BURST_S = 1;
const MOST_NAMES = 10_000;

/** Keeps what the whole process, each client network and each topic have spent. */
class Share {
  readonly #process: Allowance;
  readonly #addresses: Allowances;
  readonly #topics: Allowances;

  constructor({ process, address, topic }: DeliveryLimits) {
    this.#process = new Allowance(process, BURST_S);
    this.#addresses = new Allowances(address, MOST_NAMES, BURST_S);
    this.#topics = new Allowances(topic, MOST_NAMES, BURST_S);
  }

  of(network: string, key: TopicKey): readonly Allowance[] {
    return [this.#process, this.#addresses.of(network), this.#topics.of(key)];
  }
}

export class Deliveries {
  readonly #shares: Readonly<Record<'private' | 'public', Share>>;

  constructor(perSecond = PER_SECOND) {
    this.#shares = { private: new Share(perSecond.private), public: new Share(perSecond.public) };
  }

  /**
   * @param network of the sender
   * @param count of channels that hear the message
   */
  spend(network: string, key: TopicKey, count: number): void {
    for (const allowance of this.#allowances(network, key)) allowance.spend(count);
  }

  /** @returns the milliseconds until the network may send a message to the topic; 0 for at once */
  waitMs(network: string, key: TopicKey): number {
    return Math.max(...this.#allowances(network, key).map((allowance) => allowance.debtMs));
  }

  #allowances(network: string, key: TopicKey): readonly Allowance[] {
    return this.#shares[key.startsWith('private:') ? 'private' : 'public'].of(network, key);
  }
}
