/**
 * A Postgres server, 15 or newer, reached over the network by as many processes as you like. It owns the pool. A
 * caller who waits too long for a connection is answered 503, and the start asks for a while before it gives up.
 */
import pg from 'pg';
import type { Cancelling } from '../../cancelling.ts';
import { DatabaseUnavailableError } from '../../database.ts';
import { hostAndPort } from '../../database-address.ts';
import { processOf } from '../../pg-internals.ts';
import { beginSnapshot } from '../begin-snapshot.ts';
import { channelsApart } from '../channels.ts';
import type { Engine } from '../engine.ts';
import { openPool } from '../open-pool.ts';
import { cancelStatement } from './cancel-statement.ts';
import { addressesByMode, isWithoutEncryption } from './encryption-modes.ts';
import { LateNotifications } from './late-notifications.ts';
import { POSTGRES_SHARING } from './sharing.ts';
import { isTransactionPooler } from './transaction-pooler.ts';
import { isFinal, unreachable } from './unreachable.ts';

export const OLDEST_VERSION = 150_000;
const START_TIMEOUT_MS = 30_000;
// Until one that says nothing is named; it is asked again then.
const FIRST_ANSWER_MS = 3000;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Waits for the server while it is still starting, as it does beside us in a compose file.
 * @param address postgres://user:password@host:port/database
 * @param onAwaited called once, when the first attempt has failed
 * @throws {Error} when it does not answer in 30 s, refuses us, or is too old
 */
export async function openPostgres(address: string, onAwaited: (problem: unknown) => void): Promise<Engine> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  const { url, version, isDirect } = await firstAnswer(address, deadline, onAwaited);
  const options = {
    connectionString: url,
    max: 16,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'trellis',
  };
  if (version < OLDEST_VERSION) {
    throw new Error(`DATABASE_URL leads to a Postgres that is too old (${version}): 15 or newer is needed.`);
  }
  if (!isDirect && (await isTransactionPooler(firstQuestions(url))))
    throw new Error(
      `DATABASE_URL leads to a pooler in transaction mode at ${hostAndPort(url)}, such as PgBouncer: each transaction gets another ` +
        'connection, and Trellis keeps prepared statements and LISTEN on its own. Give it the address of Postgres itself, or ' +
        'one where the pooler is in session mode (pool_mode = session).',
    );
  const pool = openPool(options);
  const channels = channelsApart(
    () =>
      new pg.Client({
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        application_name: 'trellis-listener',
      }),
  );
  const notifications = new LateNotifications(channels.notify);
  pool.on('connect', (client) => notifications.watch(client));
  // The server itself ends callers' statements: see statement_timeout in pooled-database.ts.
  return {
    pool,
    sharing: POSTGRES_SHARING,
    isOpenToOthers: true,
    cancel: (client) => cancelStatement(options, client),
    giveBack: (client, last, cancelling) => {
      const ended = () => notifications.ended(client);
      // A commit whose answer was lost with the connection may have happened.
      last.then(ended, ended);
      return giveBack(client, last, cancelling);
    },
    channels: {
      listen: channels.listen,
      close: async () => {
        await notifications.stop();
        await channels.close();
      },
    },
    callerSettings: { 'realtime.notify_later': 'on' },
    keepBackup: undefined,
    settle: undefined,
    openSnapshot: () => beginSnapshot(pool),
    guard: () => undefined,
    close: async () => undefined,
  };
}

/** When all that was sent is answered; a connection that is broken is thrown away. */
async function giveBack(
  client: pg.PoolClient,
  last: Promise<unknown>,
  cancelling: Cancelling | undefined,
): Promise<void> {
  try {
    await last;
  } catch (error) {
    if (cancelling) await cancelling.end();
    client.release(error instanceof DatabaseUnavailableError);
    throw error;
  }
  if (cancelling) await cancelling.end();
  client.release();
}

async function firstAnswer(
  address: string,
  deadline: number,
  onAwaited: (problem: unknown) => void,
): Promise<FirstAnswer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askInTurn(addressesByMode(address));
    } catch (error) {
      if (isFinal(error) || Date.now() > deadline)
        throw new Error(
          `DATABASE_URL leads to no usable database at ${hostAndPort(address)}: ${unreachable(error)}.`,
          { cause: error },
        );
      if (attempt === 1) onAwaited(error);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

interface FirstAnswer {
  /** The address that was answered. */
  readonly url: string;
  readonly version: number;
  /** Whether it is Postgres itself that has answered: a pooler names processes of its own. */
  readonly isDirect: boolean;
}

/** They may not take long: at a wrong address there may be somebody who says nothing. */
function firstQuestions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: FIRST_ANSWER_MS,
    query_timeout: FIRST_ANSWER_MS,
    application_name: 'trellis',
  };
}

/** @param addresses each but the last is left for the next one where it does not encrypt */
async function askInTurn([url, ...others]: readonly [string, ...string[]]): Promise<FirstAnswer> {
  const [next, ...rest] = others;
  if (next === undefined) return ask(url);
  return ask(url).catch((error: unknown) => {
    if (!isWithoutEncryption(error)) throw error;
    return askInTurn([next, ...rest]);
  });
}

async function ask(url: string): Promise<FirstAnswer> {
  const client = new pg.Client(firstQuestions(url));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; process: number }>(
      "select current_setting('server_version_num')::integer as version, pg_backend_pid() as process",
    );
    const [answer] = rows;
    return { url, version: answer?.version ?? 0, isDirect: answer?.process === processOf(client) };
  } finally {
    // Not awaited: the other side may not answer this either.
    client.end().catch(() => undefined);
  }
}
