/**
 * Third stage: a plan becomes one SQL statement. Pure, so that snapshots can show the SQL of each plan
 * (build-query.test.ts). Every statement gives one row: body, rows, total, inserted, location, and the status and
 * headers that the database set. Each value is a bind parameter and each name is quoted, so that no value becomes
 * SQL.
 */
import type { DatabasePlan, ReadPlan } from '../plan/plan.ts';
import type { Explain } from '../request/media-type.ts';
import { Bindings } from './bindings.ts';
import { boundSql } from './bound-sql.ts';
import { callSql } from './call-sql.ts';
import { SOURCE } from './names.ts';
import { ONE_ROW_SQL } from './one-row-sql.ts';
import { outputSql, responseSql } from './output-sql.ts';
import { allRowsSql, rowsSql } from './read-sql.ts';
import { type Statement, sessionSql } from './session-sql.ts';
import { countsInserted, INSERTED, writeSql } from './write-sql.ts';

export interface Query extends Statement {
  /** Statements that run first. */
  readonly before: readonly Statement[];
}

const PAGE = 'page';

/** @param mostBytes that the statement may write before it fails; undefined for as many as it likes */
export function buildQuery(plan: DatabasePlan, mostBytes?: number): Query {
  // A single stored row is as large as it is, and several callers' share a transaction.
  const isBounded = !(plan.kind === 'read' && plan.oneRow) && plan.output.shape !== 'nothing';
  const bindings = new Bindings(isBounded ? mostBytes : undefined);
  const statement = statementSql(plan, bindings);
  const text = plan.explain ? explainSql(plan.explain, statement) : statement;
  return { text, values: bindings.values, before: sessionSql(plan.session) };
}

function statementSql(plan: DatabasePlan, bindings: Bindings): string {
  switch (plan.kind) {
    case 'read':
      return readStatement(plan, bindings);
    case 'write':
      return writeStatement(plan, bindings);
    case 'call':
      return callStatement(plan, bindings);
  }
}

function explainSql({ format, options }: Explain, statement: string): string {
  return `explain (${[`format ${format}`, ...options].join(', ')}) ${statement}`;
}

type PlanOf<K extends DatabasePlan['kind']> = Extract<DatabasePlan, { kind: K }>;

function readStatement({ read, output, count, setsResponse }: PlanOf<'read'>, bindings: Bindings): string {
  const rows = rowsSql(read, bindings);
  const [before, from] =
    output.shape === 'csv' ? [`with ${PAGE} as (${rows}) `, `${PAGE} as r`] : ['', `(${rows}) as r`];
  const total = count ? `, ${totalSql(read, bindings)} as total` : '';
  return `${before}select ${outputSql(output, PAGE, boundSql(read.large, bindings.mostBytes))} as body, count(*) as rows${total}${responseSql(setsResponse)} from ${from}`;
}

function writeStatement(plan: PlanOf<'write'>, bindings: Bindings): string {
  const { write, read, output } = plan;
  const response = `${responseSql(plan.setsResponse)}${demandsOneRow(plan) ? ONE_ROW_SQL : ''}`;
  const source = `with ${SOURCE} as (${writeSql(write, bindings)})`;
  const inserted = countsInserted(write) ? `, coalesce(${INSERTED}, 0) as inserted` : '';
  if (output.shape === 'nothing') {
    const location =
      write.kind === 'insert' && write.location
        ? `, case when count(*) = 1 then (select row_to_json(s.*)::text from ${SOURCE} as s limit 1) end as location`
        : '';
    return `${source} select null::text as body, count(*) as rows${inserted}${location}${response} from ${SOURCE}`;
  }
  const page = `${PAGE} as (${rowsSql(read, bindings)})`;
  return `${source}, ${page} select ${outputSql(output, PAGE, boundSql(read.large, bindings.mostBytes))} as body, count(*) as rows${inserted}${response} from ${PAGE} as r`;
}

/** Whether the statement itself demands one row. A read leaves nothing to undo; PUT has its own demand. */
function demandsOneRow(plan: DatabasePlan): boolean {
  if (!plan.singular || plan.kind === 'read') return false;
  return plan.kind === 'write' ? plan.write.kind !== 'put' : !plan.readOnly;
}

function callStatement(plan: PlanOf<'call'>, bindings: Bindings): string {
  const { call, read, output, count } = plan;
  const response = `${responseSql(plan.setsResponse)}${demandsOneRow(plan) ? ONE_ROW_SQL : ''}`;
  // Called for its effect only: nothing may be optimised away.
  const materialized = output.shape === 'nothing' ? ' materialized' : '';
  const source = `with ${SOURCE} as${materialized} (${callSql(call, bindings)})`;
  const page = `${PAGE} as (${rowsSql(read, bindings)})`;
  const total = count ? `, ${totalSql(read, bindings)} as total` : '';
  return `${source}, ${page} select ${outputSql(output, PAGE, boundSql(read.large, bindings.mostBytes), call)} as body, count(*) as rows${total}${response} from ${PAGE} as r`;
}

function totalSql(read: ReadPlan, bindings: Bindings): string {
  const whole = read.page.offset === 0 && read.page.limit === undefined;
  return whole ? 'count(*)' : `(select count(*) from (${allRowsSql(read, bindings)}) as a)`;
}
