/**
 * The database as the protocols see it. Contracts only: engines and pools are in the files beside it, and no
 * protocol imports those.
 */

import type { Snapshot } from './snapshot.ts';

/** The database roles that a request can run as; row-level security decides the rest. */
export type ApiRole = 'anon' | 'authenticated' | 'service_role';

/** The caller that work is done for, as `auth.uid()`, `auth.jwt()` and `auth.role()` tell the transaction. */
export interface Caller {
  readonly role: ApiRole;
  /** The access token's claims; `{ role }` when there is no token. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The network of an anonymous caller; empty if unknown. */
  readonly network?: string;
}

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /**
   * Prepares the statement once per connection under this name, at most 63 characters. Same name, same text.
   */
  readonly name?: string;
}

export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly rowCount: number;
}

export interface Transaction {
  /** @throws {import('./sql-error.ts').SqlError} when Postgres refuses; the transaction can then only end */
  query<Row extends object = Record<string, unknown>>(statement: Statement): Promise<Rows<Row>>;

  /**
   * Sends the end of the transaction right after the statement, which saves a round trip. The statement's result can no
   * longer cause a rollback, and later statements fail.
   */
  last<Row extends object = Record<string, unknown>>(statement: Statement): Promise<Rows<Row>>;
}

/**
 * Called before a large row is read into memory.
 * @param bytes the row's size
 * @returns the error that the statement then fails with, if the row is refused; none of the row is kept
 */
export type Admit = (bytes: number) => RowRefusedError | undefined;

export interface TransactionOptions {
  /** Aborted when the client disconnects: work that has not begun is dropped, a running statement cancelled. */
  readonly signal?: AbortSignal;
  /** Postgres itself refuses writes. The answer does not wait for the end of the transaction. */
  readonly readOnly?: boolean;
  /** Undo everything at the end, as PostgREST's `Prefer: tx=rollback` asks, and as a question to policies needs. */
  readonly rollback?: boolean;
  /** The work reads or writes much, so it leaves places to others. */
  readonly mayTakeLong?: boolean;
  /** The work matches a regular expression. The cost is unknown beforehand, so it gets less time. */
  readonly hasPattern?: boolean;
  /** For the rows of every statement. */
  readonly admit?: Admit;
}

export interface OwnerOptions extends Pick<TransactionOptions, 'rollback'> {
  /** The caller whose turn the work waits for. Without one it waits for nobody. */
  readonly inTurnOf?: Caller;
}

/** Receives the messages of a channel (Postgres' LISTEN). */
export interface Listener {
  onMessage(payload: string): void;
  /** While it is false, and when it has just become true, messages may have been missed. */
  onConnection(connected: boolean): void;
}

export interface Connections {
  readonly busy: number;
  readonly idle: number;
  /** Pieces of work. */
  readonly waiting: number;
}

export interface Database {
  /**
   * Runs work in one transaction as the caller's role with the caller's claims, when it is the caller's turn.
   * Statements that the work sends without awaiting each other share a round trip.
   * @throws what the work throws, after a rollback; {@link DatabaseUnavailableError} when no connection can be
   * had; {@link CallerMustWaitError}; {@link RowRefusedError}
   */
  asCaller<T>(
    caller: Caller,
    options: TransactionOptions,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T>;

  /**
   * Reads one row by its key as the caller. Reads of one turn of the event loop share a round trip, a
   * transaction each, because the round trip costs more than the look-up. A read waits for those before it and
   * cannot be cancelled, so use it for nothing that may take long.
   * @throws {import('./sql-error.ts').SqlError} when Postgres refuses; {@link DatabaseUnavailableError};
   * {@link RowRefusedError}
   */
  readRow<Row extends object>(caller: Caller, statement: Statement, admit?: Admit): Promise<Rows<Row>>;

  /**
   * Runs work in one transaction as the owner of the schemas, bypassing row-level security. For the server's
   * own tables (accounts, sessions) and never with a value that names a table.
   */
  asOwner<T>(work: (transaction: Transaction) => Promise<T>, options?: OwnerOptions): Promise<T>;

  /**
   * Gets the messages of a channel, from all processes, until the database is closed.
   * @param channel a name in lower case, written in the program
   */
  listen(channel: string, listener: Listener): Promise<void>;

  /** How many connections this process has, and how much of its work waits for one. */
  connections(): Connections;

  /** @throws {DatabaseUnavailableError} when the database does not answer within the time */
  ping(timeoutMs: number): Promise<void>;

  /**
   * @returns a sentence for the operator where the schema is not what the migrations made
   * @throws {Error} when the database does not answer
   */
  schemaProblem(): Promise<string | undefined>;

  /**
   * For backups: the owner's view of everything.
   * @throws {Error} when there is no room for it, or the database was started again meanwhile
   */
  openSnapshot(): Promise<Snapshot>;

  /** Waits for running transactions, then closes. */
  close(): Promise<void>;
}

/** No connection could be had, or it broke: the request may be tried again. Protocols answer it with 503. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

/** Only this caller is refused and the database is fine, so the request's own log line is enough. */
export class CallerMustWaitError extends DatabaseUnavailableError {
  readonly seconds: number;
  /** A sentence for the caller. */
  readonly reason: string;

  /** @param seconds how long */
  constructor(seconds: number, reason: string) {
    super(reason);
    this.name = 'CallerMustWaitError';
    this.seconds = seconds;
    this.reason = reason;
  }
}

/** A large row was refused; the cause says why. The changes of the statement stand. */
export class RowRefusedError extends Error {
  /** Whether it is larger than an answer may be, and not only than there is room for now. */
  readonly isTooLarge: boolean;

  constructor(cause: unknown, isTooLarge = false) {
    super('The answer of the database was not taken in.', { cause });
    this.name = 'RowRefusedError';
    this.isTooLarge = isTooLarge;
  }
}
