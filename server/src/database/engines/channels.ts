/** Messages between processes (LISTEN and NOTIFY): all channels share a connection, which is replaced when it breaks. */
import type pg from 'pg';
import type { Listener } from '../database.ts';

const RETRY_MS = 1000;

export interface Channels {
  /**
   * Resolves when messages come. Should the connection be cut just then, it resolves, too, and the listener hears of
   * the cut.
   * @param channel a name in lower case, written in the program
   * @throws {Error} when there has not been a connection yet, and none can be made
   */
  listen(channel: string, listener: Listener): Promise<void>;
  close(): Promise<void>;
}

export interface ChannelsApart extends Channels {
  /** @throws {Error} when there is no connection, or it breaks */
  notify(channel: string, messages: readonly string[]): Promise<void>;
}

/**
 * On a connection for nothing else, as a Postgres server has enough of them.
 * @param connect makes a client that is not connected yet
 */
export function channelsApart(connect: () => pg.Client): ChannelsApart {
  const subscriptions = new Subscriptions();
  let first: Promise<void> | undefined;
  /** The newest client, and whether it is connected. */
  let client: pg.Client | undefined;
  let isConnected = false;
  let hasBeenConnected = false;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const opened = connect();
    client = opened;
    // 'end' follows, also for a connection that was never made.
    opened.on('error', () => undefined);
    opened.once('end', () => {
      isConnected = false;
      if (hasBeenConnected && !stopped) retry = setTimeout(reopen, RETRY_MS);
    });
    await opened.connect();
    isConnected = true;
    hasBeenConnected = true;
    await follow(opened);
  }

  function reopen(): void {
    open().catch(() => client?.end());
  }

  /** A connection that refuses to listen is of no use: the next one may do better. */
  function follow(opened: pg.Client): Promise<void> {
    return subscriptions.follow(opened).catch(() => void opened.end());
  }

  async function connected(): Promise<pg.Client | undefined> {
    first ??= open();
    await first.catch((error: unknown) => {
      first = undefined;
      throw error;
    });
    return isConnected ? client : undefined;
  }

  return {
    listen: async (channel, listener) => {
      const current = await connected();
      subscriptions.add(channel, listener);
      if (current) await follow(current);
      else listener.onConnection(false);
    },
    notify: async (channel, messages) => {
      const current = await connected();
      if (!current) throw new Error('The connection of the channels is broken.');
      await current.query({
        name: 'notify',
        text: 'select pg_notify($1, message) from unnest($2::text[]) as message',
        values: [channel, messages],
      });
    },
    close: async () => {
      stopped = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}

/** On a pool's only connection; each connection that replaces it listens, too. */
export function channelsOnPool(pool: pg.Pool): Channels {
  const subscriptions = new Subscriptions();
  // Statements of the pool's user queue after these, on the same connection. A connection that breaks here breaks for
  // the pool's user, too, and the pool tries the next one.
  const follow = (client: pg.PoolClient) => void subscriptions.follow(client).catch(() => undefined);
  pool.on('connect', follow);
  return {
    listen: async (channel, listener) => {
      subscriptions.add(channel, listener);
      const client = await pool.connect();
      try {
        await subscriptions.follow(client);
      } finally {
        client.release();
      }
    },
    close: async () => void pool.off('connect', follow),
  };
}

interface Subscription {
  readonly channel: string;
  readonly listener: Listener;
}

class Subscriptions {
  readonly #all: Subscription[] = [];
  /** For each connection, what it listens to, and when that began. */
  readonly #begun = new WeakMap<pg.ClientBase, Map<Subscription, Promise<void>>>();

  add(channel: string, listener: Listener): void {
    this.#all.push({ channel, listener });
  }

  /** Makes a connection listen to everything that it does not listen to yet. */
  async follow(client: pg.ClientBase): Promise<void> {
    const begun = this.#begun.get(client) ?? this.#begin(client);
    const added = this.#all.filter((subscription) => !begun.has(subscription));
    if (added.length > 0) {
      const listening = listen(client, added);
      for (const subscription of added) begun.set(subscription, listening);
    }
    await Promise.all(begun.values());
  }

  #begin(client: pg.ClientBase): Map<Subscription, Promise<void>> {
    const begun = new Map<Subscription, Promise<void>>();
    this.#begun.set(client, begun);
    client.on('notification', ({ channel, payload = '' }) => {
      for (const subscription of begun.keys())
        if (subscription.channel === channel) subscription.listener.onMessage(payload);
    });
    client.once('end', () => {
      for (const { listener } of begun.keys()) listener.onConnection(false);
    });
    return begun;
  }
}

async function listen(client: pg.ClientBase, subscriptions: readonly Subscription[]): Promise<void> {
  const channels = new Set(subscriptions.map(({ channel }) => channel));
  // A channel's name is written in this program, never by a request.
  await client.query([...channels].map((channel) => `listen ${channel}`).join('; '));
  for (const { listener } of subscriptions) listener.onConnection(true);
}
