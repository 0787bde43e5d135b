/** Carries the bus by publish and subscribe of a Redis or Valkey, which several installations may share. */
import { setTimeout } from 'node:timers/promises';
import { createClient } from '@redis/client';
import type { Transport } from './peering-bus.ts';

const MOST_BYTES = 1024 * 1024;
const MOST_WAITING_BYTES = 32 * 1024 * 1024;
const LONGEST_DELAY_MS = 5000;

export class RedisTransport implements Transport {
  readonly mostBytes = MOST_BYTES;
  readonly #channel: string;
  readonly #publisher: ReturnType<typeof createClient>;
  readonly #subscriber: ReturnType<typeof createClient>;
  readonly #onError: (error: Error) => void;
  readonly #sending = new Set<Promise<void>>();
  #bytes = 0;
  #isFailing = false;

  /**
   * @param installation tells this installation's processes from those of another one
   * @param onError called once each time that the connection is lost; it comes back by itself
   */
  constructor(url: string, installation: string, onError: (error: Error) => void) {
    this.#channel = `trellis:realtime:${installation}`;
    this.#onError = onError;
    const socket = { reconnectStrategy: (attempt: number) => Math.min(100 * 2 ** attempt, LONGEST_DELAY_MS) };
    // A message that waits for a connection would come too late to be of use.
    this.#publisher = createClient({ url, socket, disableOfflineQueue: true });
    this.#subscriber = createClient({ url, socket });
    for (const client of [this.#publisher, this.#subscriber]) {
      client.on('error', (error: Error) => this.#fail(error));
      client.on('ready', () => {
        this.#isFailing = false;
      });
    }
  }

  send(texts: readonly string[]): void {
    for (const text of texts) {
      if (this.#bytes + text.length > MOST_WAITING_BYTES) return;
      this.#bytes += text.length;
      const sending = this.#publish(text).finally(() => {
        this.#bytes -= text.length;
        this.#sending.delete(sending);
      });
      this.#sending.add(sending);
    }
  }

  async sent(): Promise<void> {
    await Promise.all(this.#sending);
  }

  /** Does not wait for a server that is away, or that does not allow the channel yet. */
  async listen(onText: (text: string) => void, onConnected: () => void): Promise<void> {
    let isSubscribed = false;
    // The client subscribes again by itself before it says that it is ready.
    const tell = () => {
      if (isSubscribed && this.#publisher.isReady && this.#subscriber.isReady) onConnected();
    };
    for (const client of [this.#publisher, this.#subscriber]) client.on('ready', tell);
    const { promise: tried, resolve: goOn } = Promise.withResolvers<void>();
    for (const client of [this.#publisher, this.#subscriber]) client.once('error', () => goOn());
    const subscribe = async () => {
      try {
        await this.#subscriber.subscribe(this.#channel, onText);
        isSubscribed = true;
        this.#isFailing = false;
        tell();
      } finally {
        goOn();
      }
    };
    // Closing the bus before it was connected rejects it.
    this.#connect(subscribe).catch(() => undefined);
    await tried;
  }

  async close(): Promise<void> {
    for (const client of [this.#publisher, this.#subscriber]) if (client.isOpen) client.destroy();
  }

  /** Goes on until it may listen. */
  async #connect(subscribe: () => Promise<void>): Promise<void> {
    await Promise.all([this.#publisher.connect(), this.#subscriber.connect()]);
    while (this.#subscriber.isOpen)
      try {
        await subscribe();
        return;
      } catch (error) {
        this.#fail(error as Error);
        await setTimeout(LONGEST_DELAY_MS, undefined, { ref: false });
      }
  }

  async #publish(text: string): Promise<void> {
    try {
      await this.#publisher.publish(this.#channel, text);
    } catch {
      // Lost, as the messages of a cut connection are.
    }
  }

  #fail(error: Error): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#onError(error);
  }
}
