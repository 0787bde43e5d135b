/**
 * Counts what broadcasts cost by topic, address and process: one delivery for each channel that hears one. Within the limit on messages, a hundred sockets of one
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
// Milliseconds a second that deliveries may take, however slow the machine is: counted alone, they leave a busy one no time for others.
const TIME = { private: 700, public: 400 };
const TIME_BURST_S = 0.25;
const MOST_NAMES = 10_000;

/** Keeps what the whole process, each client network and each topic have spent. */
class Share {
  readonly #process: Allowance;
  readonly #time: Allowance;
  readonly #addresses: Allowances;
  readonly #topics: Allowances;

  constructor({ process, address, topic }: DeliveryLimits, timeMs: number) {
    this.#process = new Allowance(process, BURST_S);
    this.#time = new Allowance(timeMs, TIME_BURST_S);
    this.#addresses = new Allowances(address, MOST_NAMES, BURST_S);
    this.#topics = new Allowances(topic, MOST_NAMES, BURST_S);
  }

  spendTime(ms: number): void {
    this.#time.spend(ms);
  }

  /** The milliseconds until the topic may get a message. */
  waitMs(key: TopicKey): number {
    return Math.max(this.#time.debtMs, ...this.of(key).map((allowance) => allowance.debtMs));
  }

  of(key: TopicKey): readonly Allowance[] {
    return [this.#process, this.#topics.of(key)];
  }

  ofNetwork(network: string): Allowance {
    return this.#addresses.of(network);
  }
}

export class Deliveries {
  readonly #shares: Readonly<Record<'private' | 'public', Share>>;

  constructor(perSecond = PER_SECOND) {
    this.#shares = {
      private: new Share(perSecond.private, TIME.private),
      public: new Share(perSecond.public, TIME.public),
    };
  }

  /**
   * @param network of the sender
   * @param count of channels that hear the message
   */
  spend(network: string, key: TopicKey, count: number): void {
    const share = this.#share(key);
    for (const allowance of [...share.of(key), share.ofNetwork(network)]) allowance.spend(count);
  }

  /** Takes the time that it took to tell a topic something. */
  spendTime(key: TopicKey, ms: number): void {
    this.#share(key).spendTime(ms);
  }

  /** @returns the milliseconds until the network may send a message to the topic; 0 for at once */
  waitMs(network: string, key: TopicKey): number {
    return Math.max(this.topicWaitMs(key), this.#share(key).ofNetwork(network).debtMs);
  }

  /** @returns the milliseconds until the topic may get a message, whoever sends it */
  topicWaitMs(key: TopicKey): number {
    return this.#share(key).waitMs(key);
  }

  #share(key: TopicKey): Share {
    return this.#shares[key.startsWith('private:') ? 'private' : 'public'];
  }
}
