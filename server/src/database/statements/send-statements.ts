/**
 * Sends statements over a connection, and says what became of them in this server's terms. A request that loses its
 * connection is answered 503 and not repeated, and the connection is thrown away.
 */
import type pg from 'pg';
import {
  type Admit,
  DatabaseUnavailableError,
  RowRefusedError,
  type Rows,
  type Statement,
} from '../database.ts';
import type { Done } from '../pg-internals.ts';
import { isSqlError } from '../sql-error.ts';
import { AnswerQuery } from './answer-query.ts';
import { type PreparedStatement, StatementPair } from './statement-pair.ts';

/** @throws {Error} when the transaction had failed: Postgres answers its COMMIT with ROLLBACK and no error */
export async function endTransaction(client: pg.PoolClient, command: 'commit' | 'rollback'): Promise<void> {
  const answer = await ask(client, (done) => new AnswerQuery({ text: command }, undefined, done));
  if (command === 'commit' && answer.command !== 'COMMIT')
    throw new Error('The transaction had failed before its commit.');
}

export async function run<Row extends object>(
  client: pg.PoolClient,
  statement: Statement,
  admit?: Admit,
): Promise<Rows<Row>> {
  return rowsOf(await ask(client, (done) => new AnswerQuery(statement, admit, done)));
}

export async function runPair<Row extends object>(
  client: pg.PoolClient,
  first: PreparedStatement,
  second: Statement,
  admit?: Admit,
): Promise<Rows<Row>> {
  return rowsOf(await ask(client, (done) => new StatementPair(first, second, admit, done)));
}

/** @throws {DatabaseUnavailableError}, {SqlError}, {RowRefusedError} */
function ask(client: pg.PoolClient, query: (done: Done) => AnswerQuery): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(
      query((error, result) => {
        if (error) reject(isConnectionLoss(error) ? new DatabaseUnavailableError(error) : error);
        else resolve(result);
      }),
    );
  });
}

function rowsOf<Row extends object>({ rows, rowCount }: pg.QueryResult): Rows<Row> {
  return { rows: rows as Row[], rowCount: rowCount ?? 0 };
}

/** SQLSTATE class 08 and 57P01 to 57P03: connection exception, shutdown, crash, starting up. */
function isConnectionLoss(error: unknown): boolean {
  if (error instanceof RowRefusedError) return false;
  return !isSqlError(error) || /^(08|57P0[123])/.test(error.code);
}
