/** Plans inserts, updates and deletes, and which columns they must return for what is read of them afterwards. */
import { schemaErrors } from '../errors.ts';
import type { RestRequest } from '../request/rest-request.ts';
import type { Column, Relation } from '../schema-cache/schema.ts';
import type { ConditionPlan, ReadPlan, Returning, RowsPlan, WritePlan } from './plan.ts';
import { planCondition } from './plan-conditions.ts';
import { resolveField } from './resolve.ts';

/**
 * @param read what is given back of the written rows
 * @throws {RestError} PGRST204, 42703
 */
export function planWrite(
  kind: WritePlan['kind'],
  relation: Relation,
  request: RestRequest,
  read: ReadPlan,
): WritePlan {
  const { name } = relation;
  const returning = planReturning(relation, request, read);
  if (kind === 'delete') return { kind, relation: name, where: rootConditions(relation, request), returning };
  const rows = planRows(relation, request);
  if (kind === 'update') {
    return { kind, relation: name, rows, where: rootConditions(relation, request), returning };
  }
  const location = request.preferences.representation === 'headers-only' && relation.primaryKey.length > 0;
  return { kind, relation: name, rows, conflict: planConflict(relation, request), returning, location };
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
    return relation.primaryKey.length > 0 ? relation.primaryKey : 'nothing';
  }
  if (preferences.representation !== 'representation') return 'nothing';
  if (read.columns.some(({ kind }) => kind === 'star')) return 'all';
  return [
    ...new Set([
      ...read.columns.flatMap((output) => (output.kind === 'field' ? [output.field.column] : [])),
      ...read.order.flatMap((term) => (term.embed === undefined ? [term.field.column] : [])),
      ...read.embeds.flatMap(({ on }) => on.map(({ parent }) => parent)),
    ]),
  ];
}
