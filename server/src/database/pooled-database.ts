/**
 * The one implementation of the Database contract, over a `pg` Pool. Which engine is behind the pool (a Postgres
 * server or the embedded one) is decided in engines/ and not visible here. A caller's statements run in a
 * transaction that has the caller's role, claims and time limit for itself alone.
 */
import type pg from 'pg';
import { Admission } from './admission/admission.ts';
import { Cancelling } from './cancelling.ts';
import {
  type Admit,
  type Caller,
  type Connections,
  type Database,
  DatabaseUnavailableError,
  type Listener,
  type OwnerOptions,
  type Rows,
  type Statement,
  type Transaction,
  type TransactionOptions,
} from './database.ts';
import type { Engine } from './engines/engine.ts';
import { holdBack } from './pg-internals.ts';
import { watchSchema } from './schema-check/watch-schema.ts';
import type { Snapshot } from './snapshot.ts';
import { Batch } from './statements/batch.ts';
import { EndedStatements } from './statements/ended-statements.ts';
import { endTransaction, run, runPair } from './statements/send-statements.ts';
import { StatementLimits } from './statements/statement-limits.ts';
import { isPrepared, type PreparedStatement } from './statements/statement-pair.ts';

// The role comes last: a role may lack the right to set what its owner can.
// Timestamps in answers are in UTC, whatever zone the database server was set up in.
// Requests with many embeds look costlier to Postgres than they are, and compiling them takes longer than they
// do. Without a limit one signed-in person's costly read, sent a few times, keeps every connection busy for
// hours. (The embedded engine has no timers: see its watchdog.)
// `auth.uid()` looks at the claim alone first: policies and triggers ask it some ten times for a save, and each time would
// read all claims as JSON.
const setCaller = (settings: Readonly<Record<string, number | string>>, limits: readonly string[]) =>
  `select set_config('TimeZone', 'UTC', true), set_config('statement_timeout', $4, true),
  set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $5, true),
  set_config('transaction_read_only', $3, true),
  set_config('jit', 'off', true),${Object.entries(settings)
    .map(([name, value]) => ` set_config('${name}', '${value}', true),`)
    .join('')}${limits.map((name, index) => ` set_config('${name}', $${index + 6}, true),`).join('')}
  set_config('role', $2, true)`;
const BEGIN: Statement = { text: 'begin' };

interface RowRead {
  readonly preparation: PreparedStatement;
  readonly statement: Statement;
  readonly admit: Admit | undefined;
  /** Called when the database has answered what was sent before it, and turns to this one. */
  reached(): void;
  resolve(rows: Rows<object>): void;
  reject(error: unknown): void;
}

export class PooledDatabase implements Database {
  readonly #engine: Engine;
  readonly #pool: pg.Pool;
  readonly #setCaller: string;
  readonly #callerLimits: () => readonly string[];
  readonly #admission: Admission;
  readonly #limits: StatementLimits;
  // How long what was sent may take, in the order in which it was sent.
  readonly #sent = new Set<{ readonly limitMs: number }>();
  readonly #rowReads: Batch<RowRead> | undefined;
  readonly #schemaProblem: () => Promise<string | undefined>;
  // A token's claims are one object while the verified token is cached, so they are written out once, not per
  // request.
  readonly #claimsJson = new WeakMap<Caller['claims'], string>();

  /**
   * @param engine whose pool's connections have `pipeline` on
   * @param statementTimeoutS how long a statement of a caller may take
   * @param limits that the database itself keeps for callers; the names, written in the program, are the same each time
   */
  constructor(
    engine: Engine,
    statementTimeoutS: number,
    limits: () => Readonly<Record<string, number>> = () => ({}),
  ) {
    const { pool, sharing } = engine;
    this.#engine = engine;
    this.#pool = pool;
    this.#setCaller = setCaller(engine.callerSettings, Object.keys(limits()));
    this.#callerLimits = () => Object.values(limits()).map(String);
    this.#schemaProblem = engine.isOpenToOthers ? watchSchema(pool) : async () => undefined;
    const ended = new EndedStatements(sharing.endedCountsMs);
    this.#admission = new Admission(sharing, ended);
    this.#limits = new StatementLimits(statementTimeoutS, sharing, ended);
    this.#rowReads =
      sharing.rowReads && new Batch(sharing.rowReads.together, (reads) => this.#readRows(reads));
    engine.guard(() => {
      const [first] = this.#sent;
      return first?.limitMs ?? this.#limits.longestMs;
    });
  }

  asCaller<T>(
    caller: Caller,
    options: TransactionOptions,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const kind = options.hasPattern ? 'pattern' : options.readOnly ? 'read' : 'write';
    const limitMs = this.#limits.of(kind);
    const preparation = this.#preparation(caller, options.readOnly, limitMs);
    return this.#admission.run(caller, options, (reached) =>
      this.#transaction(options, work, preparation, limitMs, reached),
    );
  }

  readRow<Row extends object>(caller: Caller, statement: Statement, admit?: Admit): Promise<Rows<Row>> {
    const batch = this.#rowReads;
    if (!batch)
      return this.asCaller(caller, { readOnly: true, ...(admit && { admit }) }, (transaction) =>
        transaction.last<Row>(statement),
      );
    return this.#admission.runRowRead(caller, (reached) => {
      const { promise, resolve, reject } = Promise.withResolvers<Rows<object>>();
      const preparation = this.#preparation(caller, true, this.#limits.of('read'));
      batch.add({ preparation, statement, admit, reached, resolve, reject });
      return promise as Promise<Rows<Row>>;
    });
  }

  asOwner<T>(work: (transaction: Transaction) => Promise<T>, options: OwnerOptions = {}): Promise<T> {
    const { inTurnOf } = options;
    const limitMs = this.#limits.longestMs;
    if (!inTurnOf) return this.#transaction(options, work, undefined, limitMs);
    return this.#admission.run(inTurnOf, options, (reached) =>
      this.#transaction(options, work, undefined, limitMs, reached),
    );
  }

  listen(channel: string, listener: Listener): Promise<void> {
    return this.#engine.channels.listen(channel, listener);
  }

  connections(): Connections {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return {
      busy: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount + this.#admission.waiting,
    };
  }

  async ping(timeoutMs: number): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new DatabaseUnavailableError('no answer in time')), timeoutMs);
    const answer = this.#pool.query('select 1').catch((error: unknown) => {
      throw new DatabaseUnavailableError(error);
    });
    await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  schemaProblem(): Promise<string | undefined> {
    return this.#schemaProblem();
  }

  openSnapshot(): Promise<Snapshot> {
    return this.#engine.openSnapshot();
  }

  async close(): Promise<void> {
    await this.#engine.channels.close();
    await this.#pool.end();
    await this.#engine.close();
  }

  async #transaction<T>(
    options: TransactionOptions,
    work: (transaction: Transaction) => Promise<T>,
    preparation: PreparedStatement | undefined,
    limitMs: number,
    reached: () => void = () => undefined,
  ): Promise<T> {
    const client = await this.#connect();
    reached();
    if (options.signal?.aborted) {
      client.release();
      throw options.signal.reason;
    }
    const sent = { limitMs };
    this.#sent.add(sent);
    try {
      return await this.#onConnection(client, options, work, preparation);
    } finally {
      this.#sent.delete(sent);
    }
  }

  async #onConnection<T>(
    client: pg.PoolClient,
    options: TransactionOptions,
    work: (transaction: Transaction) => Promise<T>,
    preparation: PreparedStatement | undefined,
  ): Promise<T> {
    const cancelling = this.#cancelOn(options.signal, client);
    const { admit } = options;
    let opening: Promise<unknown> | undefined;
    let end: Promise<unknown> | undefined;
    const open = () => {
      if (opening) return;
      // Connections pipeline: begin, role and the work's first statements travel together, in one packet.
      const statements = preparation ? [BEGIN, preparation] : [BEGIN];
      opening = Promise.all(statements.map((statement) => run(client, statement)));
      opening.catch(() => undefined);
    };
    const finish = (command: 'commit' | 'rollback') =>
      this.#engine.giveBack(
        client,
        opening ? endTransaction(client, command) : Promise.resolve(),
        cancelling,
      );
    const transaction: Transaction = {
      query: (statement) => {
        open();
        return run(client, statement, admit);
      },
      last: <Row extends object>(statement: Statement) => {
        const alone = !opening && !options.rollback;
        if (alone && (!preparation || isPrepared(client, preparation))) {
          const rows = preparation
            ? runPair<Row>(client, preparation, statement, admit)
            : run<Row>(client, statement, admit);
          end = this.#engine.giveBack(client, rows, cancelling);
          end.catch(() => undefined);
          return rows;
        }
        open();
        const rows = run<Row>(client, statement, admit);
        end = finish(options.rollback ? 'rollback' : 'commit');
        end.catch(() => undefined);
        return rows;
      },
    };
    const send = holdBack(client);
    let result: T;
    try {
      result = await startWork(transaction, work, send);
      await opening;
    } catch (error) {
      await (end ?? finish('rollback')).catch(() => undefined);
      // When the opening failed, the work's own error is only "current transaction is aborted".
      await opening;
      throw error;
    }
    end ??= finish(options.rollback ? 'rollback' : 'commit');
    if (options.readOnly) end.catch(() => undefined);
    else await end;
    return result;
  }

  /** Each is a transaction of its own: one that fails does so alone. */
  async #readRows(reads: readonly RowRead[]): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await this.#connect();
    } catch (error) {
      for (const read of reads) read.reject(error);
      return;
    }
    if (!reads.every(({ preparation }) => isPrepared(client, preparation))) {
      client.release();
      for (const { preparation, statement, admit, reached, resolve, reject } of reads) {
        const limitMs = this.#limits.of('read');
        const options = { readOnly: true, ...(admit && { admit }) };
        const alone = this.#transaction(options, (it) => it.last(statement), preparation, limitMs, reached);
        alone.then(resolve, reject);
      }
      return;
    }
    const send = holdBack(client);
    const answers = reads.map(({ preparation, statement, admit, resolve, reject }, index) => {
      const rows = runPair<object>(client, preparation, statement, admit);
      const answered = () => reads[index + 1]?.reached();
      rows.then(answered, answered);
      rows.then(resolve, reject);
      return rows;
    });
    reads[0]?.reached();
    send();
    const ends = await Promise.allSettled(answers);
    client.release(ends.some(isLost));
  }

  #preparation(caller: Caller, readOnly: boolean | undefined, limitMs: number): PreparedStatement {
    return {
      name: 'set_caller',
      text: this.#setCaller,
      values: [
        this.#writtenClaims(caller),
        caller.role,
        readOnly ? 'on' : 'off',
        `${limitMs}ms`,
        typeof caller.claims.sub === 'string' ? caller.claims.sub : '',
        ...this.#callerLimits(),
      ],
    };
  }

  #cancelOn(signal: AbortSignal | undefined, client: pg.PoolClient): Cancelling | undefined {
    const { cancel } = this.#engine;
    return signal && cancel ? new Cancelling(signal, () => cancel(client)) : undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new DatabaseUnavailableError(error);
    }
  }

  #writtenClaims({ claims }: Caller): string {
    let json = this.#claimsJson.get(claims);
    if (json === undefined) {
      json = JSON.stringify(claims);
      this.#claimsJson.set(claims, json);
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

function isLost(end: PromiseSettledResult<unknown>): boolean {
  return end.status === 'rejected' && end.reason instanceof DatabaseUnavailableError;
}
