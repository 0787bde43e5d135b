/**
 * The bus on Postgres' NOTIFY. Messages that come while others are being sent go with the next statement, so that the
 * lock that NOTIFY takes at its commit is taken as seldom as possible. A process without others publishes nothing but a
 * sign of life.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../../database/database.ts';
import type { Bus, BusListener } from './bus.ts';
import { cut, Joiner } from './parts.ts';

const CHANNEL = 'realtime_bus';
const SIGN_OF_LIFE_MS = 10_000;
/** A process that was not heard of for so long has ended. */
const SILENCE_MS = 35_000;
const MOST_WAITING_BYTES = 32 * 1024 * 1024;

/** The first character of a message's body: a process came, said that it is there, or went; or a part of a text. */
const KIND = { hello: 'h', alive: 'a', bye: 'b', part: 'p' } as const;

export function createNotifyBus(database: Pick<Database, 'asOwner' | 'listen'>): Bus {
  const own = randomUUID();
  const outbox = new Outbox(database);
  const peers = new Map<string, { heard: number; readonly joiner: Joiner }>();
  let listener: BusListener | undefined;
  let clock: NodeJS.Timeout | undefined;

  const say = (kind: string) => outbox.send(`${own}${kind}`);

  function onMessage(numbered: string): void {
    const payload = numbered.slice(numbered.indexOf(' ') + 1);
    const from = payload.slice(0, own.length);
    if (from === own) return;
    const kind = payload[own.length];
    const body = payload.slice(own.length + 1);
    if (kind === KIND.bye) {
      leave(from);
      return;
    }
    const isNew = !peers.has(from);
    const peer = peers.get(from) ?? { heard: 0, joiner: new Joiner() };
    peers.set(from, peer);
    peer.heard = performance.now();
    // Both sides may have missed something of each other.
    if (isNew && kind !== KIND.hello) say(KIND.hello);
    if (isNew || kind === KIND.hello) listener?.onArrival();
    if (kind !== KIND.part) return;
    const [, index, count, part = ''] = /^(\d+)\/(\d+) (.*)$/s.exec(body) ?? [];
    const text = peer.joiner.add(Number(index), Number(count), part);
    if (text !== undefined) listener?.onMessage(from, text);
  }

  function leave(process: string): void {
    if (peers.delete(process)) listener?.onDeparture(process);
  }

  function tick(): void {
    say(KIND.alive);
    for (const [process, { heard }] of peers) if (performance.now() - heard > SILENCE_MS) leave(process);
  }

  return {
    publish: (text) => {
      if (peers.size === 0) return;
      const parts = cut(text);
      outbox.sendAll(parts.map((part, index) => `${own}${KIND.part}${index}/${parts.length} ${part}`));
    },
    listen: async (to) => {
      listener = to;
      await database.listen(CHANNEL, {
        onMessage,
        onConnection: (connected) => connected && say(KIND.hello),
      });
      clock = setInterval(tick, SIGN_OF_LIFE_MS).unref();
      // The others send nothing to a process of which they have not heard.
      await outbox.sent();
    },
    close: async () => {
      clearInterval(clock);
      say(KIND.bye);
      await outbox.sent();
    },
  };
}

class Outbox {
  readonly #database: Pick<Database, 'asOwner'>;
  #waiting: string[] = [];
  #bytes = 0;
  #sending: Promise<void> | undefined;
  #count = 0;

  constructor(database: Pick<Database, 'asOwner'>) {
    this.#database = database;
  }

  send(message: string): void {
    this.sendAll([message]);
  }

  /** Drops all of them when too much waits already, as a broadcast may be lost but not the server. */
  sendAll(messages: readonly string[]): void {
    const bytes = messages.reduce((sum, { length }) => sum + length, 0);
    if (this.#bytes + bytes > MOST_WAITING_BYTES) return;
    this.#bytes += bytes;
    this.#waiting.push(...messages);
    this.#sending ??= this.#sendWaiting();
  }

  async sent(): Promise<void> {
    await this.#sending;
  }

  async #sendWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const messages = this.#waiting;
      this.#waiting = [];
      this.#bytes = 0;
      // Postgres sends equal messages of a transaction once. Two equal ones are two.
      const values = messages.map((message) => `${this.#count++ % 1000} ${message}`);
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
