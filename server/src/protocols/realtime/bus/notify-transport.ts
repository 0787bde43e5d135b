/**
 * Carries the bus by Postgres' NOTIFY. Texts that come while others are being sent go with the next statement, so that the
 * lock that NOTIFY takes at its commit is taken as seldom as possible.
 */
import type { Database } from '../../../database/database.ts';
import type { Transport } from './peering-bus.ts';

const CHANNEL = 'realtime_bus';
const MOST_WAITING_BYTES = 32 * 1024 * 1024;
// A NOTIFY takes 8,000; the rest is the number before the text.
const MOST_BYTES = 7900;

export class NotifyTransport implements Transport {
  readonly mostBytes = MOST_BYTES;
  readonly #database: Pick<Database, 'asOwner' | 'listen'>;
  #waiting: string[] = [];
  #bytes = 0;
  #sending: Promise<void> | undefined;
  #count = 0;

  constructor(database: Pick<Database, 'asOwner' | 'listen'>) {
    this.#database = database;
  }

  send(texts: readonly string[]): void {
    const bytes = texts.reduce((sum, { length }) => sum + length, 0);
    if (this.#bytes + bytes > MOST_WAITING_BYTES) return;
    this.#bytes += bytes;
    this.#waiting.push(...texts);
    this.#sending ??= this.#sendWaiting();
  }

  async sent(): Promise<void> {
    await this.#sending;
  }

  async listen(onText: (text: string) => void, onConnected: () => void): Promise<void> {
    await this.#database.listen(CHANNEL, {
      onMessage: (numbered) => onText(numbered.slice(numbered.indexOf(' ') + 1)),
      onConnection: (isConnected) => isConnected && onConnected(),
    });
  }

  async close(): Promise<void> {
    // The connection is the database's own.
  }

  async #sendWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const texts = this.#waiting;
      this.#waiting = [];
      this.#bytes = 0;
      // Postgres sends equal messages of a transaction once. Two equal ones are two.
      const values = texts.map((text) => `${this.#count++ % 1000} ${text}`);
      await this.#database
        .asOwner((transaction) =>
          transaction.last({
            name: 'realtime_notify',
            text: `select pg_notify('${CHANNEL}', message) from unnest($1::text[]) as message`,
            values: [values],
          }),
        )
        // Lost, as the messages of a cut connection are.
        .catch(() => undefined);
    }
    this.#sending = undefined;
  }
}
