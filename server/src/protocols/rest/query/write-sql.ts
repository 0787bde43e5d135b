/** Inserts, updates and deletes as SQL. The body is one JSON parameter that Postgres itself takes apart. */
import type { ReturnedColumn, Returning, RowsPlan, WritePlan } from '../plan/plan.ts';
import type { Column } from '../schema-cache/schema.ts';
import type { Bindings } from './bindings.ts';
import { conditionSql } from './condition-sql.ts';
import { nodeName, qualified, quoteName, quoteNames } from './names.ts';

const TARGET = nodeName(0);

/**
 * A setting of the transaction that counts the rows which an upsert really inserted: up for each row that it tries,
 * down for each that was there.
 */
export const INSERTED = "nullif(current_setting('rest.inserted', true), '')::int4";
const COUNT_TRY = `set_config('rest.inserted', (coalesce(${INSERTED}, 0) + 1)::text, true) <> '0'`;
const COUNT_MATCH = `set_config('rest.inserted', (coalesce(${INSERTED}, 0) - 1)::text, true) <> '-1'`;

export function writeSql(write: WritePlan, bindings: Bindings): string {
  switch (write.kind) {
    case 'insert':
    case 'put':
      return insertSql(write, bindings);
    case 'update':
      return updateSql(write, bindings);
    case 'delete':
      return `delete from ${target(write)}${whereSql(write.where, bindings)}${returningSql(write.returning)}`;
  }
}

export function countsInserted(write: WritePlan): boolean {
  return 'conflict' in write && write.conflict?.resolution === 'merge';
}

type Insert = Extract<WritePlan, { kind: 'insert' | 'put' }>;

function insertSql(write: Insert, bindings: Bindings): string {
  const conditions = countsInserted(write) ? [COUNT_TRY] : [];
  const rows = newRowsSql(
    write.rows,
    (body) => {
      // The count comes last: it is of the rows that all else lets through.
      const all = [...write.where.map((condition) => conditionSql(body, condition, bindings)), ...conditions];
      return all.length === 0 ? '' : ` where ${all.join(' and ')}`;
    },
    bindings,
  );
  return `insert into ${target(write)} ${rows}${conflictSql(write)}${returningSql(write.returning)}`;
}

/** @param where the conditions on the body's rows, by the name of these */
function newRowsSql(rows: RowsPlan, where: (body: string) => string, bindings: Bindings): string {
  if (rows.columns.length === 0) {
    // An object without keys is a row of defaults, an array of them as many rows.
    const source = rows.isArray ? ` from json_array_elements(${bindings.bind(rows.json)}::json) as b` : '';
    return `select${source}${where('b')}`;
  }
  const names = rows.columns.map(({ name }) => name);
  const values = names.map((name) => `b.${quoteName(name)}`).join(', ');
  return `(${quoteNames(names)}) select ${values} from ${bodySql(rows, bindings)}${where('b')}`;
}

function conflictSql({ conflict, rows }: Insert): string {
  if (!conflict) return '';
  const on = ` on conflict (${quoteNames(conflict.columns)})`;
  if (conflict.resolution === 'ignore' || rows.columns.length === 0) return `${on} do nothing`;
  const assignments = rows.columns.map(({ name }) => `${quoteName(name)} = excluded.${quoteName(name)}`);
  return `${on} do update set ${assignments.join(', ')} where ${COUNT_MATCH}`;
}

function updateSql(write: Extract<WritePlan, { kind: 'update' }>, bindings: Bindings): string {
  const { rows, where, returning } = write;
  // Nothing to set: no row is touched, and the columns are there for what is read afterwards.
  if (rows.columns.length === 0) {
    return `select ${typeof returning === 'string' ? `${TARGET}.*` : returning.map(returnedSql).join(', ')} from ${target(write)} where false`;
  }
  const assignments = rows.columns.map(({ name }) => `${quoteName(name)} = b.${quoteName(name)}`);
  const body = bodySql(rows, bindings);
  const from = rows.isArray ? `(select b.* from ${body} limit 1) as b` : body;
  return `update ${target(write)} set ${assignments.join(', ')} from ${from}${whereSql(
    where,
    bindings,
  )}${returningSql(returning)}`;
}

/** The body's rows as the table b with the given columns. */
function bodySql({ json, isArray, columns, defaults }: RowsPlan, bindings: Bindings): string {
  const definitions = columns.map(({ name, type }) => `${quoteName(name)} ${qualified(type)}`).join(', ');
  const body = bindings.bind(json);
  if (!defaults) {
    return `${isArray ? 'json_to_recordset' : 'json_to_record'}(${body}::json) as b(${definitions})`;
  }
  const base = defaultsSql(columns, bindings);
  return isArray
    ? `jsonb_to_recordset((select jsonb_agg(${base} || d) from jsonb_array_elements(${body}::jsonb) as d)) as b(${definitions})`
    : `jsonb_to_record(${base} || ${body}::jsonb) as b(${definitions})`;
}

/** Default expressions are Postgres' own, read from the catalogue. */
function defaultsSql(columns: readonly Column[], bindings: Bindings): string {
  const entries = columns.flatMap(({ name, default: expression }) =>
    expression === undefined ? [] : [`${bindings.bind(name)}::text, ${expression}`],
  );
  return entries.length === 0 ? "'{}'::jsonb" : `jsonb_build_object(${entries.join(', ')})`;
}

function target({ relation }: Pick<WritePlan, 'relation'>): string {
  return `${qualified(relation)} as ${TARGET}`;
}

function whereSql(where: Extract<WritePlan, { kind: 'delete' }>['where'], bindings: Bindings): string {
  if (where.length === 0) return '';
  return ` where ${where.map((condition) => conditionSql(TARGET, condition, bindings)).join(' and ')}`;
}

function returningSql(returning: Returning): string {
  if (returning === 'nothing') return ' returning 1';
  if (returning === 'all') return ` returning ${TARGET}.*`;
  if (returning.length === 0) return ' returning 1';
  return ` returning ${returning.map(returnedSql).join(', ')}`;
}

function returnedSql({ name, call }: ReturnedColumn): string {
  return call ? `${qualified(call)}(${TARGET}.*) as ${quoteName(name)}` : `${TARGET}.${quoteName(name)}`;
}
