/**
 * Sends the notifications of callers' transactions after their commits, many at once. A NOTIFY inside a transaction takes a
 * lock that its commit keeps until it is on the disk, so writers would commit one after the other (docs/decisions/0009).
 *
 * A trigger asks for one by an INFO with the code TR0NL and the text `<channel> <message>`: see realtime.tell_message().
 */
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { isSqlError } from '../../sql-error.ts';

const ASKED = 'TR0NL';
// Each sending is a transaction. The first goes at once; those of the next moments share one.
const PAUSE_MS = 20;
const RETRY_MS = 1000;
// The oldest are dropped beyond this, while the database cannot be reached. Clients look for missed changes by themselves.
const MOST_WAITING = 50_000;

type Send = (channel: string, messages: readonly string[]) => Promise<void>;

export class LateNotifications {
  readonly #send: Send;
  readonly #asked = new WeakMap<pg.ClientBase, string[]>();
  #waiting: string[] = [];
  #sending: Promise<void> | undefined;
  #isStopped = false;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Collects what a new connection's transactions ask for. */
  watch(client: pg.ClientBase): void {
    client.on('notice', ({ code, message = '' }) => {
      if (code !== ASKED) return;
      const asked = this.#asked.get(client);
      if (asked && asked.length < MOST_WAITING) asked.push(message);
      else if (!asked) this.#asked.set(client, [message]);
    });
  }

  /**
   * Sends what the transaction asked for that has just ended on the connection. After a rollback it sends that, too: a
   * listener finds no such row.
   */
  ended(client: pg.ClientBase): void {
    const asked = this.#asked.get(client);
    if (!asked || this.#isStopped) return;
    this.#asked.delete(client);
    this.#waiting = this.#waiting.concat(asked).slice(-MOST_WAITING);
    this.#sending ??= this.#sendWaiting();
  }

  /** Tries once more to send what waits. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#sending;
  }

  async #sendWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const asked = this.#waiting;
      this.#waiting = [];
      try {
        for (const [channel, messages] of byChannel(asked)) await this.#send(channel, messages);
        await setTimeout(PAUSE_MS);
      } catch (error) {
        // A channel or message that Postgres refuses as such would keep all others waiting.
        if (isSqlError(error) && error.code.startsWith('22')) continue;
        if (this.#isStopped) break;
        // A listener that heard it a moment ago knows that.
        this.#waiting = asked.concat(this.#waiting).slice(-MOST_WAITING);
        await setTimeout(RETRY_MS);
      }
    }
    this.#sending = undefined;
  }
}

function byChannel(asked: readonly string[]): Map<string, string[]> {
  const channels = new Map<string, string[]>();
  for (const text of asked) {
    const end = text.indexOf(' ');
    const channel = text.slice(0, end);
    const message = text.slice(end + 1);
    const messages = channels.get(channel);
    if (messages) messages.push(message);
    else channels.set(channel, [message]);
  }
  return channels;
}
