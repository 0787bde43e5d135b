/** Plans a resource's output for each row: its columns, computed columns, and aggregates of both. */
import type { SelectItem } from '../request/grammar/syntax.ts';
import type { Column, Columns, Schema } from '../schema-cache/schema.ts';
import { pathAlias, type Resource, resolveCast, resolveField, resolveType } from './names/resolve.ts';
import type { OutputColumn, ReadPlan } from './plan.ts';

type FieldItem = Extract<SelectItem, { kind: 'field' }>;

/**
 * @param expands whether `*` is written out as the columns that it means
 * @throws {RestError} 42703, 42704, 42846
 */
export function planColumns(
  schema: Schema,
  resource: Resource,
  select: readonly SelectItem[],
  expands: boolean,
): readonly OutputColumn[] {
  return select.flatMap((item) => planItem(schema, resource, item, expands));
}

function planItem(
  schema: Schema,
  resource: Resource,
  item: SelectItem,
  expands: boolean,
): readonly OutputColumn[] {
  switch (item.kind) {
    case 'star':
      return expands ? allColumns(resource) : [{ kind: 'star' }];
    case 'embed':
      return [];
    case 'count': {
      const cast = item.cast === undefined ? undefined : resolveType(schema, item.cast);
      return [{ kind: 'count', cast, as: item.alias ?? 'count', grouped: true }];
    }
    case 'field':
      return [planField(schema, resource, item)];
  }
}

function allColumns(resource: Resource): readonly OutputColumn[] {
  return [...resource.columns.keys()].map((name) => ({
    kind: 'field',
    field: resolveField(resource, { name, path: [] }),
    cast: undefined,
    as: undefined,
    aggregate: undefined,
  }));
}

function planField(schema: Schema, resource: Resource, item: FieldItem): OutputColumn {
  if (isRowCount(resource, item)) {
    return { kind: 'count', cast: undefined, as: item.alias ?? 'count', grouped: false };
  }
  const field = resolveField(resource, item.field);
  const cast = item.cast === undefined ? undefined : resolveCast(schema, field, item.cast);
  if (item.aggregate) {
    const { name, cast: type } = item.aggregate;
    const aggregate = { name, cast: type === undefined ? undefined : resolveType(schema, type) };
    return { kind: 'field', field, cast, as: item.alias ?? name, aggregate };
  }
  const as = item.alias ?? pathAlias(field.column, field.path);
  return { kind: 'field', field, cast, as, aggregate: undefined };
}

/**
 * `messages(count)`: without such a column, Postgres itself takes `messages.count` for a call of count(), so
 * upstream has always allowed it, also where aggregates are off. It does not group.
 */
function isRowCount({ columns, computed }: Resource, { field, cast, aggregate }: FieldItem): boolean {
  const isNamed = columns.has('count') || computed?.has('count') === true;
  return field.name === 'count' && field.path.length === 0 && !cast && !aggregate && !isNamed;
}

/** Whether a request aggregates anywhere. */
export function hasAggregates(select: readonly SelectItem[]): boolean {
  return select.some((item) => {
    if (item.kind === 'embed') return hasAggregates(item.select);
    return item.kind === 'count' || (item.kind === 'field' && item.aggregate !== undefined);
  });
}

export function isAggregated(column: OutputColumn): boolean {
  return column.kind === 'count' ? column.grouped : column.kind === 'field' && column.aggregate !== undefined;
}

/** The name under which a column is given; none for `*`. */
export function outputName(column: OutputColumn): string | undefined {
  switch (column.kind) {
    case 'star':
      return undefined;
    case 'count':
    case 'one':
      return column.as;
    case 'field':
      return column.as ?? column.field.column;
  }
}

/** The columns of a read by their output names: its parent may order by these. */
export function visibleColumns({ columns, computed }: Resource, read: ReadPlan): Columns {
  const named = read.columns.flatMap((output): [string, Column][] => {
    if (output.kind !== 'field' || output.aggregate) return [];
    const { column } = output.field;
    const type = output.cast ?? columns.get(column)?.type ?? computed?.get(column)?.type;
    const name = output.as ?? column;
    return type ? [[name, { name, type, default: undefined }]] : [];
  });
  const isWhole = read.columns.some(({ kind }) => kind === 'star');
  return new Map([...(isWhole ? columns : []), ...named]);
}
