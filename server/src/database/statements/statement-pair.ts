/**
 * Two statements in one transaction without `begin` and `commit`: in the extended protocol everything up to a Sync
 * message is one transaction (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING), and
 * `pg` sends a Sync after each statement. This query sends another statement, prepared before, in front of its own.
 */
import type pg from 'pg';
import type { Admit, Statement } from '../database.ts';
import { type Done, isPreparedOn, type WireConnection } from '../pg-internals.ts';
import { AnswerQuery } from './answer-query.ts';

export interface PreparedStatement extends Statement {
  readonly name: string;
  readonly values: readonly (string | null)[];
}

/** Whether a statement was prepared on this connection, so that it can go first in a pair. */
export function isPrepared(client: pg.PoolClient, statement: PreparedStatement): boolean {
  return isPreparedOn(client, statement.name, statement.text);
}

export class StatementPair extends AnswerQuery {
  readonly #first: PreparedStatement;
  #firstIsDone = false;

  /** @param first its rows are nobody's; when it fails, the second does not run */
  constructor(first: PreparedStatement, second: Statement, admit: Admit | undefined, done: Done) {
    super(second, admit, done);
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
