/** Messages between processes (LISTEN and NOTIFY), over a connection that is made anew whenever it breaks. */
import type pg from 'pg';
import type { Listener } from '../database.ts';

const RETRY_MS = 1000;

/** Stops listening. */
export type StopListening = () => Promise<void>;

/**
 * On a connection of its own, as a Postgres server has enough of them.
 * @param connect makes a client that is not connected yet
 */
export async function listenApart(
  connect: () => pg.Client,
  channel: string,
  listener: Listener,
): Promise<StopListening> {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const opened = connect();
    client = opened;
    // 'end' follows, also for a connection that was never made.
    opened.on('error', () => undefined);
    opened.once('end', () => {
      listener.onConnection(false);
      if (!stopped) retry = setTimeout(() => void open().catch(() => opened.end()), RETRY_MS);
    });
    await opened.connect();
    await follow(opened, channel, listener);
  }

  await open();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end();
  };
}

/** On a pool's only connection; each connection that replaces it listens, too. */
export async function listenOnPool(
  pool: pg.Pool,
  channel: string,
  listener: Listener,
): Promise<StopListening> {
  const following = new WeakMap<pg.PoolClient, Promise<void>>();
  const take = (client: pg.PoolClient): Promise<void> => {
    const known = following.get(client);
    if (known) return known;
    client.once('end', () => listener.onConnection(false));
    // Statements of the pool's user queue behind this one, on the same connection.
    const ready = follow(client, channel, listener);
    following.set(client, ready);
    // A connection that breaks here breaks for the pool's user, too, and the pool tries the next one.
    ready.catch(() => undefined);
    return ready;
  };
  pool.on('connect', take);
  const client = await pool.connect();
  try {
    await take(client);
  } finally {
    client.release();
  }
  return async () => void pool.off('connect', take);
}

async function follow(client: pg.ClientBase, channel: string, listener: Listener): Promise<void> {
  client.on('notification', (message) => {
    if (message.channel === channel) listener.onMessage(message.payload ?? '');
  });
  // A channel's name is written in this program, never by a request.
  await client.query(`listen ${channel}`);
  listener.onConnection(true);
}
