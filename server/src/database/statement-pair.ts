/**
 * Two statements in one transaction without `begin` and `commit`: in the extended protocol everything up to a Sync
 * message is one transaction (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING), and
 * `pg` sends a Sync after each statement. This query sends another statement, prepared before, in front of its own.
 */
import pg from 'pg';
import type { Statement } from './database.ts';

/** What `pg` has beyond its types: lib/query.js and lib/connection.js. */
interface WireConnection {
  readonly parsedStatements: Readonly<Record<string, string>>;
  bind(config: { portal: string; statement: string; values: readonly unknown[] }): void;
  execute(config: { portal: string }): void;
}
interface WireQuery {
  prepare(connection: WireConnection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
}
type Done = (error: Error | undefined, result: pg.QueryResult) => void;
type QueryConstructor = new (
  text: string,
  values: readonly unknown[] | undefined,
  callback: Done,
) => pg.Query & WireQuery & { name?: string; queryMode?: 'extended' };
const Query = pg.Query as unknown as QueryConstructor;

export interface PreparedStatement extends Statement {
  readonly name: string;
  readonly values: readonly (string | null)[];
}

/** Whether a statement was prepared on this connection, so that it can go first in a pair. */
export function isPrepared(client: pg.PoolClient, statement: PreparedStatement): boolean {
  const { connection } = client as unknown as { connection: WireConnection };
  return connection.parsedStatements[statement.name] === statement.text;
}

export class StatementPair extends Query {
  readonly #first: PreparedStatement;
  #firstIsDone = false;

  /** @param first its rows are nobody's; when it fails, the second does not run */
  constructor(first: PreparedStatement, second: Statement, done: Done) {
    // By its parts: of a statement as a whole `pg` would make a copy, property by property, which costs as much as
    // writing it to the connection.
    super(second.text, second.values, done);
    if (second.name !== undefined) this.name = second.name;
    // A simple query would end the transaction that has begun.
    this.queryMode = 'extended';
    this.#first = first;
  }

  override prepare(connection: WireConnection): void {
    connection.bind({ portal: '', statement: this.#first.name, values: this.#first.values });
    connection.execute({ portal: '' });
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#firstIsDone) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.#firstIsDone) super.handleCommandComplete(message, connection);
    else this.#firstIsDone = true;
  }
}
