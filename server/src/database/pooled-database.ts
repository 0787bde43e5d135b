/**
 * The one implementation of the Database contract, over a `pg` Pool. Which engine is behind the pool (a Postgres
 * server or the embedded one) is decided in engines/ and not visible here.
 */
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import {
  type Caller,
  type Database,
  DatabaseUnavailableError,
  type Rows,
  type Statement,
  type Transaction,
  type TransactionOptions,
} from './database.ts';
import { isSqlError } from './sql-error.ts';

// The role comes last: a role may lack the right to set what its owner can.
// Timestamps in answers are in UTC, whatever zone the database server was set up in.
// A caller's statement may take as long as on Supabase: otherwise one signed-in person's costly read, sent a few times,
// keeps every connection busy for hours. (The embedded engine has no timers and ignores it.)
const SET_CALLER = `select set_config('TimeZone', 'UTC', true), set_config('statement_timeout', '8s', true),
  set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`;

export class PooledDatabase implements Database {
  readonly #pool: pg.Pool;
  readonly #closeEngine: () => Promise<void>;
  // A caller lives as long as its verified token is cached, so its claims are written out once, not per request.
  readonly #claimsJson = new WeakMap<Caller, string>();

  /**
   * @param pool connections with `pipeline` on
   * @param closeEngine what is left to close once the pool has ended
   */
  constructor(pool: pg.Pool, closeEngine: () => Promise<void>) {
    this.#pool = pool;
    this.#closeEngine = closeEngine;
  }

  asCaller<T>(
    caller: Caller,
    options: TransactionOptions,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    return this.#transaction(options, work, [
      { name: 'set_caller', text: SET_CALLER, values: [this.#claims(caller), caller.role] },
    ]);
  }

  asOwner<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction({}, work, []);
  }

  async ping(timeoutMs: number): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new DatabaseUnavailableError('no answer in time')), timeoutMs);
    const answer = this.#pool.query('select 1').catch((error: unknown) => {
      throw new DatabaseUnavailableError(error);
    });
    await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  async close(): Promise<void> {
    await this.#pool.end();
    await this.#closeEngine();
  }

  async #transaction<T>(
    options: TransactionOptions,
    work: (transaction: Transaction) => Promise<T>,
    preparation: readonly Statement[],
  ): Promise<T> {
    const client = await this.#connect();
    const ending = options.rollback ? 'rollback' : 'commit';
    let end: Promise<void> | undefined;
    const transaction: Transaction = {
      query: (statement) => run(client, statement),
      last: <Row extends object>(statement: Statement) => {
        const rows = run<Row>(client, statement);
        end = finish(client, ending);
        end.catch(() => undefined);
        return rows;
      },
    };
    // Connections pipeline: begin, role and the work's first statements travel together, in one packet.
    const send = holdBack(client);
    const opening = Promise.all(
      [{ text: options.readOnly ? 'begin read only' : 'begin' }, ...preparation].map((statement) =>
        run(client, statement),
      ),
    );
    opening.catch(() => undefined);
    let result: T;
    try {
      result = await startWork(transaction, work, send);
      await opening;
    } catch (error) {
      await (end ?? finish(client, 'rollback')).catch(() => undefined);
      // When the opening failed, the work's own error is only "current transaction is aborted".
      await opening;
      throw error;
    }
    end ??= finish(client, ending);
    if (options.readOnly) end.catch(() => undefined);
    else await end;
    return result;
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new DatabaseUnavailableError(error);
    }
  }

  #claims(caller: Caller): string {
    let json = this.#claimsJson.get(caller);
    if (json === undefined) {
      json = JSON.stringify(caller.claims);
      this.#claimsJson.set(caller, json);
    }
    return json;
  }
}

/** Work that throws before its first wait must not leave the connection held back. */
function startWork<T>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<T>,
  send: () => void,
): Promise<T> {
  try {
    return work(transaction);
  } finally {
    send();
  }
}

/**
 * Keeps what is written to a connection until the returned function is called: a write of its own for each statement
 * costs more than the statement. The embedded engine has no socket, and nothing to gain.
 */
function holdBack(client: pg.PoolClient): () => void {
  const { connection } = client as pg.PoolClient & { connection?: { stream?: Partial<Duplex> } };
  const stream = connection?.stream;
  stream?.cork?.();
  return () => stream?.uncork?.();
}

async function run<Row extends object>(client: pg.PoolClient, statement: Statement): Promise<Rows<Row>> {
  try {
    const result = await client.query<Row>({ ...statement, values: [...(statement.values ?? [])] });
    return { rows: result.rows, rowCount: result.rowCount ?? 0 };
  } catch (error) {
    throw isConnectionLoss(error) ? new DatabaseUnavailableError(error) : error;
  }
}

/** Ends the transaction and gives the connection back to the pool, or throws it away when it is broken. */
async function finish(client: pg.PoolClient, command: 'commit' | 'rollback'): Promise<void> {
  let answer: string;
  try {
    answer = (await client.query(command)).command;
  } catch (error) {
    const lost = isConnectionLoss(error);
    client.release(lost);
    throw lost ? new DatabaseUnavailableError(error) : error;
  }
  client.release();
  // Postgres answers the COMMIT of a failed transaction with ROLLBACK and no error.
  if (command === 'commit' && answer !== 'COMMIT')
    throw new Error('The transaction had failed before its commit.');
}

/** SQLSTATE class 08 and 57P01 to 57P03: connection exception, shutdown, crash, starting up. */
function isConnectionLoss(error: unknown): boolean {
  return !isSqlError(error) || /^(08|57P0[123])/.test(error.code);
}
