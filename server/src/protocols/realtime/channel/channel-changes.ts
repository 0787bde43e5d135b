/** The subscription of one channel to changes of tables. Losing the database costs time, not the subscription. */
import type { Caller } from '../../../database/database.ts';
import {
  type ChangeBinding,
  type PostgresChange,
  type PostgresChanges,
  SubscriptionError,
} from '../contracts.ts';

const RETRY_MS = { least: 5000, spread: 5000 };

export interface ChannelChangesOptions {
  readonly onChange: (change: PostgresChange) => void;
  /** Tells the client how it went. */
  readonly onStatus: (status: 'ok' | 'error', message: string) => void;
}

export class ChannelChanges {
  readonly #changes: PostgresChanges;
  readonly #bindings: readonly ChangeBinding[];
  readonly #options: ChannelChangesOptions;
  #subscription: { close(): void } | undefined;
  #retry: NodeJS.Timeout | undefined;
  // A subscription for an older token, or of a closed channel, is not kept.
  #era = 0;

  constructor(changes: PostgresChanges, bindings: readonly ChangeBinding[], options: ChannelChangesOptions) {
    this.#changes = changes;
    this.#bindings = bindings;
    this.#options = options;
  }

  /**
   * Subscribes, in place of the subscription before. Resolves when the first try has ended.
   * @returns why it failed; undefined when it did not
   */
  async subscribe(caller: Caller): Promise<string | undefined> {
    const era = ++this.#era;
    clearTimeout(this.#retry);
    try {
      const subscription = await this.#changes.subscribe(caller, this.#bindings, this.#options.onChange);
      if (era !== this.#era) {
        subscription.close();
        return undefined;
      }
      this.#subscription?.close();
      this.#subscription = subscription;
      this.#options.onStatus('ok', 'Subscribed to PostgreSQL');
      return undefined;
    } catch (error) {
      if (era !== this.#era) return undefined;
      const isFinal = error instanceof SubscriptionError;
      const message = isFinal ? error.message : 'Realtime was unable to connect to the project database';
      this.#options.onStatus('error', message);
      const wait = RETRY_MS.least + Math.random() * RETRY_MS.spread;
      if (!isFinal) this.#retry = setTimeout(() => void this.subscribe(caller), wait).unref();
      return message;
    }
  }

  close(): void {
    this.#era++;
    clearTimeout(this.#retry);
    this.#subscription?.close();
    this.#subscription = undefined;
  }
}
