/**
 * Fourth stage, and the only one that sees a connection: runs a query in one transaction as the caller, and undoes it
 * when its result is not what the request demands.
 */
import type { Caller, Database } from '../../../database/database.ts';
import { requestErrors } from '../errors.ts';
import type { DatabasePlan } from '../plan/plan.ts';
import type { Query } from '../query/build-query.ts';
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
}

interface ResultRow {
  readonly body: string | null;
  // Postgres' bigint comes as text.
  readonly rows: string;
  readonly total?: string | null;
  readonly inserted?: number | null;
  readonly location?: string | null;
}

/**
 * @throws {RestError} PGRST116, PGRST124, after everything was undone
 * @throws {import('../../../database/sql-error.ts').SqlError} what Postgres refused
 */
export async function execute(
  database: Database,
  names: StatementNames,
  caller: Caller,
  plan: DatabasePlan,
  query: Query,
): Promise<Result> {
  const readOnly = plan.kind === 'read' || (plan.kind === 'call' && plan.readOnly);
  const name = names.nameOf(query.text);
  const statement = name === undefined ? query : { ...query, name };
  return database.asCaller(caller, { readOnly, rollback: plan.rollback }, async (transaction) => {
    const mayUndo = !readOnly && (plan.singular || plan.maxAffected !== undefined);
    const { rows } = await transaction[mayUndo ? 'query' : 'last']<ResultRow>(statement);
    const result = resultOf(rows[0]);
    if (plan.singular && result.rows !== 1) throw requestErrors.notSingular(result.rows);
    if (plan.maxAffected !== undefined && result.rows > plan.maxAffected) {
      throw requestErrors.tooManyAffected(result.rows);
    }
    return result;
  });
}

function resultOf(row: ResultRow | undefined): Result {
  return {
    body: row?.body ?? undefined,
    rows: Number(row?.rows ?? 0),
    total: row?.total == null ? undefined : Number(row.total),
    inserted: row?.inserted ?? undefined,
    location: row?.location ?? undefined,
  };
}
