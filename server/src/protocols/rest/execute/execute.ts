/**
 * Fourth stage, and the only one that sees a connection: runs a query in one transaction as the caller, and undoes it
 * when its result is not what the request demands.
 */
import type { Admit, Caller, Database } from '../../../database/database.ts';
import { isSqlError } from '../../../database/sql-error.ts';
import { answerErrors, requestErrors } from '../errors.ts';
import { mayTakeLong } from '../plan/cost/may-take-long.ts';
import type { DatabasePlan } from '../plan/plan.ts';
import { isAnswerTooLarge } from '../query/bound-sql.ts';
import type { Query } from '../query/build-query.ts';
import { rowsInsteadOfOne } from '../query/one-row-sql.ts';
import type { StatementNames } from './statement-names.ts';

export interface Result {
  /** Undefined when none was asked for. */
  readonly body: string | undefined;
  /** How many rows were read or written. */
  readonly rows: number;
  /** How many there are without limit and offset, when that was asked. */
  readonly total: number | undefined;
  /** How many rows of an upsert were new; undefined for anything else. */
  readonly inserted: number | undefined;
  /** The key of a new row, as a JSON object. */
  readonly location: string | undefined;
  /** The status and headers that the database set for the answer, unchecked. */
  readonly response: { readonly status: string | undefined; readonly headers: string | undefined };
}

interface ResultRow {
  readonly body: string | null;
  // Postgres' bigint comes as text.
  readonly rows: string;
  readonly total?: string | null;
  readonly inserted?: number | null;
  readonly location?: string | null;
  readonly response_status?: string | null;
  readonly response_headers?: string | null;
}

/** The caller that waits for the answer. */
export interface Listener {
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal;
  readonly admit: Admit;
}

/**
 * @param listener undefined where there is no connection, as in a test
 * @throws {RestError} PGRST115, PGRST116, PGRST124, after everything was undone
 * @throws {import('../../../database/sql-error.ts').SqlError} when Postgres refuses
 * @throws {import('../../../database/database.ts').RowRefusedError} when the listener does not admit a row
 */
export async function execute(
  database: Database,
  names: StatementNames,
  caller: Caller,
  plan: DatabasePlan,
  query: Query,
  listener: Listener | undefined,
): Promise<Result> {
  const readOnly = plan.kind === 'read' || (plan.kind === 'call' && plan.readOnly);
  const name = names.nameOf(query.text);
  const { text, values } = query;
  const statement = name === undefined ? { text, values } : { text, values, name };
  if (plan.kind === 'read' && plan.oneRow) {
    if (listener?.gone.aborted) throw listener.gone.reason;
    const { rows } = await database.readRow<ResultRow>(caller, statement, listener?.admit);
    return checked(plan, resultOf(rows[0]));
  }
  // A write always finishes: a person who closes a page right after saving it expects it to be saved.
  const signal = readOnly && listener ? { signal: listener.gone } : {};
  const done = database.asCaller(
    caller,
    {
      readOnly,
      rollback: plan.rollback,
      hasPattern: plan.hasPattern,
      mayTakeLong: mayTakeLong(plan),
      ...signal,
      ...(listener && { admit: listener.admit }),
    },
    async (transaction) => {
      const isPut = plan.kind === 'write' && plan.write.kind === 'put';
      const mayUndo = !readOnly && (plan.maxAffected !== undefined || isPut);
      // The statements share a round trip. After one fails, the rest fail, too; the first error counts.
      const before = query.before.map((one) => transaction.query(one));
      const main = transaction[mayUndo ? 'query' : 'last']<ResultRow>(statement);
      if (before.length > 0) {
        main.catch(() => undefined);
        await Promise.all(before);
      }
      const { rows } = await main;
      if (plan.explain) return explanation(rows);
      const result = resultOf(rows[0]);
      if (isPut && result.rows !== 1) throw requestErrors.badPutPayload();
      return checked(plan, result);
    },
  );
  return done.catch((error: unknown) => {
    if (isSqlError(error) && isAnswerTooLarge(error.message)) throw answerErrors.tooLarge();
    const instead = isSqlError(error) ? rowsInsteadOfOne(error.message) : undefined;
    throw instead === undefined ? error : requestErrors.notSingular(instead);
  });
}

/** @throws {RestError} PGRST116, PGRST124 */
function checked({ singular, maxAffected }: DatabasePlan, result: Result): Result {
  if (singular && result.rows !== 1) throw requestErrors.notSingular(result.rows);
  if (maxAffected !== undefined && result.rows > maxAffected)
    throw requestErrors.tooManyAffected(result.rows);
  return result;
}

/** EXPLAIN gives one row per line of text, or one of JSON. */
function explanation(rows: readonly object[]): Result {
  const lines = rows
    .flatMap((row) => Object.values(row))
    .map((line: unknown) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return { ...resultOf(undefined), body: lines.join('\n'), rows: lines.length };
}

function resultOf(row: ResultRow | undefined): Result {
  return {
    body: row?.body ?? undefined,
    rows: Number(row?.rows ?? 0),
    total: row?.total == null ? undefined : Number(row.total),
    inserted: row?.inserted ?? undefined,
    location: row?.location ?? undefined,
    response: { status: row?.response_status ?? undefined, headers: row?.response_headers ?? undefined },
  };
}
