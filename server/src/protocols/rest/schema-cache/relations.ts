/** Turns the catalogue's rows about tables and views into what the protocol knows of them. */
import type { Appearance } from './appearances.ts';
import type { ColumnRow, PrimaryKeyRow, RelationRow } from './introspection-queries.ts';
import type { RoutineRow } from './routine-queries.ts';
import type { Column, Columns, ComputedColumn, ComputedRelationship, Relation, TypeName } from './schema.ts';

/** @param routines of all exposed schemas: some of them take a row of this relation */
export function buildRelation(
  row: RelationRow,
  primaryKeys: readonly PrimaryKeyRow[],
  appearances: ReadonlyMap<number, readonly Appearance[]>,
  routines: readonly RoutineRow[],
): Relation {
  const { schema, name, insertable, updatable, deletable } = row;
  const ofRow = routines.filter((routine) => routine.row_of === row.oid);
  return {
    schema,
    name,
    columns: buildColumns(row.columns),
    computed: new Map(ofRow.flatMap(computedColumn)),
    relationships: ofRow.flatMap((routine) => computedRelationship(row, routine)),
    isView: row.is_view,
    primaryKey: primaryKeyOf(row, primaryKeys, appearances),
    insertable,
    updatable,
    deletable,
  };
}

/** A view has the keys of the tables of which it shows the whole key. */
function primaryKeyOf(
  { schema, name, columns: all }: RelationRow,
  primaryKeys: readonly PrimaryKeyRow[],
  appearances: ReadonlyMap<number, readonly Appearance[]>,
): readonly string[] {
  const names = primaryKeys.flatMap(({ table, columns }) => {
    const here = appearances.get(table)?.find((one) => one.schema === schema && one.name === name);
    const shown = columns.flatMap((number) => here?.columns.get(number) ?? []);
    return shown.length === columns.length ? shown : [];
  });
  return all.map((column) => column.name).filter((column) => names.includes(column));
}

function computedColumn(routine: RoutineRow): [string, ComputedColumn][] {
  const { schema, name, returns, returns_set: returnsSet } = routine;
  if (returns !== 'scalar' || returnsSet) return [];
  return [[name, { call: { schema, name }, type: typeName(routine) }]];
}

function computedRelationship({ schema, name }: RelationRow, routine: RoutineRow): ComputedRelationship[] {
  if (routine.relation === null || routine.relation_schema !== schema) return [];
  const call = { schema: routine.schema, name: routine.name };
  return [{ kind: 'computed', origin: name, target: routine.relation, call, toOne: routine.single }];
}

export function buildColumns(list: readonly ColumnRow[]): Columns {
  return new Map(list.map((row) => [row.name, buildColumn(row)]));
}

function buildColumn(row: ColumnRow): Column {
  return {
    name: row.name,
    type: typeName(row),
    base: row.base ?? undefined,
    default: row.default ?? undefined,
  };
}

export function typeName(row: { readonly type_schema: string; readonly type: string }): TypeName {
  return { schema: row.type_schema, name: row.type };
}
