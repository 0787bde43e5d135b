/**
 * The computed columns that a request reads of the rows of a write or call. They must be computed where the
 * rows are still rows of their table.
 */
import type { At, Condition, OrderTerm } from '../request/grammar/syntax.ts';
import type { QueryParameters } from '../request/query-parameters.ts';
import type { Resource } from './names/resolve.ts';
import type { ReturnedColumn } from './plan.ts';

type Wanted = Pick<QueryParameters, 'select' | 'conditions' | 'orders'>;

/** @returns each once */
export function findComputed(resource: Resource, wanted: Wanted): readonly ReturnedColumn[] {
  if (!resource.computed || resource.computed.size === 0) return [];
  const names = new Set([
    ...wanted.select.flatMap((item) => (item.kind === 'field' ? [item.field.name] : [])),
    ...ofRoot(wanted.conditions).flatMap(namesOf),
    ...ofRoot<readonly OrderTerm[]>(wanted.orders).flatMap((terms) => terms.map(({ field }) => field.name)),
  ]);
  return [...names].flatMap((name) => {
    const computed = resource.columns.has(name) ? undefined : resource.computed?.get(name);
    return computed ? [{ name, call: computed.call }] : [];
  });
}

function namesOf(condition: Condition): readonly string[] {
  return condition.kind === 'filter' ? [condition.field.name] : condition.conditions.flatMap(namesOf);
}

function ofRoot<T>(entries: readonly At<T>[]): readonly T[] {
  return entries.filter(({ path }) => path.length === 0).map(({ value }) => value);
}
