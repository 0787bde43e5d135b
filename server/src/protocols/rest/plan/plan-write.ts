/**
 * Plans inserts, updates, upserts of one row (PUT) and deletes, and which columns they must return for what is
 * read of them afterwards.
 */
import { requestErrors, schemaErrors } from '../errors.ts';
import type { RestRequest, WriteKind } from '../request/rest-request.ts';
import type { Column, Relation } from '../schema-cache/schema.ts';
import { resolveField } from './names/resolve.ts';
import type { ConditionPlan, ReadPlan, ReturnedColumn, Returning, RowsPlan, WritePlan } from './plan.ts';
import { planCondition } from './plan-conditions.ts';

/**
 * @param read what is given back of the written rows
 * @throws {RestError} PGRST204, 42703
 */
export function planWrite(
  kind: WriteKind,
  relation: Relation,
  request: RestRequest,
  read: ReadPlan,
): WritePlan {
  const name = { schema: relation.schema, name: relation.name };
  const returning = planReturning(relation, request, read);
  if (kind === 'put') requireKeyFilters(relation, request);
  const where = kind === 'insert' ? [] : rootConditions(relation, request);
  switch (kind) {
    case 'delete':
      return { kind, relation: name, where, returning };
    case 'update':
      return { kind, relation: name, rows: planRows(relation, request), where, returning };
    case 'put': {
      const conflict = { resolution: 'merge', columns: relation.primaryKey } as const;
      const rows = planRows(relation, request);
      return { kind, relation: name, rows, conflict, where, returning, location: false };
    }
    case 'insert': {
      const location =
        request.preferences.representation === 'headers-only' && relation.primaryKey.length > 0;
      const conflict = planConflict(relation, request);
      return {
        kind,
        relation: name,
        rows: planRows(relation, request),
        conflict,
        where,
        returning,
        location,
      };
    }
  }
}

/** PUT names its one row by the whole key and nothing else. */
function requireKeyFilters({ primaryKey }: Relation, { query }: RestRequest): void {
  const atRoot = query.conditions.filter(({ path }) => path.length === 0);
  const names = atRoot.map(({ value: condition }) => {
    if (condition.kind !== 'filter' || condition.field.path.length > 0) return undefined;
    const { negated, operation } = condition.comparison;
    const isPlain = operation.kind === 'quantified' && operation.quantifier === undefined && !negated;
    return isPlain && operation.operator === 'eq' ? condition.field.name : undefined;
  });
  const isKey = primaryKey.every((column) => names.includes(column));
  if (primaryKey.length === 0 || names.length !== primaryKey.length || !isKey) {
    throw requestErrors.badPutFilters();
  }
}

function rootConditions(relation: Relation, { query }: RestRequest): readonly ConditionPlan[] {
  return query.conditions
    .filter(({ path }) => path.length === 0)
    .map(({ value }) => planCondition(relation, [], value));
}

function planRows(relation: Relation, { payload, preferences }: RestRequest): RowsPlan {
  if (payload?.kind !== 'json') throw new Error('A write without JSON rows left the parser.');
  return {
    json: payload.text,
    isArray: payload.isArray,
    columns: payload.keys.map((key) => bodyColumn(relation, key)),
    defaults: preferences.missing === 'default',
  };
}

function bodyColumn(relation: Relation, name: string): Column {
  const column = relation.columns.get(name);
  if (!column) throw schemaErrors.noBodyColumn(relation.name, name);
  return column;
}

function planConflict(relation: Relation, { preferences, query }: RestRequest) {
  if (preferences.resolution === undefined) return undefined;
  const columns = query.onConflict ?? relation.primaryKey;
  if (columns.length === 0) return undefined;
  for (const name of columns) resolveField(relation, { name, path: [] });
  const resolution = preferences.resolution === 'merge-duplicates' ? 'merge' : 'ignore';
  return { resolution, columns } as const;
}

function planReturning(relation: Relation, { preferences }: RestRequest, read: ReadPlan): Returning {
  if (preferences.representation === 'headers-only') {
    return relation.primaryKey.length > 0 ? relation.primaryKey.map(ownColumn) : 'nothing';
  }
  if (preferences.representation !== 'representation') return 'nothing';
  if (read.columns.some(({ kind }) => kind === 'star')) return 'all';
  const names = new Set([
    ...read.columns.flatMap((output) => (output.kind === 'field' ? [output.field.column] : [])),
    ...read.order.flatMap((term) => (term.embed === undefined ? [term.field.column] : [])),
    ...read.embeds.flatMap(({ on, from }) => [
      ...on.map(({ parent }) => parent),
      ...(from?.row ? from.row.columns : []),
    ]),
  ]);
  return [...names].map((name) => ({
    name,
    call: relation.columns.has(name) ? undefined : relation.computed.get(name)?.call,
  }));
}

function ownColumn(name: string): ReturnedColumn {
  return { name, call: undefined };
}
