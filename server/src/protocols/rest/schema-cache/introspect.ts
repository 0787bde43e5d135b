/** Reads the exposed schema out of Postgres' catalogue, in one round trip. */
import type { Database, Rows, Transaction } from '../../../database/database.ts';
import {
  type ColumnRow,
  FOREIGN_KEYS,
  type ForeignKeyRow,
  RELATIONS,
  type RelationRow,
  ROUTINES,
  type RoutineRow,
  TYPES,
  type TypeRow,
} from './introspection-queries.ts';
import { buildRelationships } from './relationships.ts';
import type { Column, Columns, Relation, Routine, Schema, TypeName } from './schema.ts';
import { nameTypes } from './type-names.ts';

/** @throws {import('../../../database/database.ts').DatabaseUnavailableError} */
export async function introspect(database: Database): Promise<Schema> {
  return database.asOwner(async (transaction) => {
    const [relationRows, foreignKeys, routineRows, types] = await Promise.all([
      rows<RelationRow>(transaction, RELATIONS),
      rows<ForeignKeyRow>(transaction, FOREIGN_KEYS),
      rows<RoutineRow>(transaction, ROUTINES),
      rows<TypeRow>(transaction, TYPES),
    ]);
    const relations = new Map(relationRows.map((row) => [row.name, relation(row)]));
    return {
      relations,
      relationships: buildRelationships(foreignKeys, relations),
      routines: Map.groupBy(routineRows.map(routine), ({ name }) => name),
      types: nameTypes(types),
    };
  });
}

async function rows<Row extends object>(transaction: Transaction, text: string): Promise<readonly Row[]> {
  const result: Rows<Row> = await transaction.query<Row>({ text });
  return result.rows;
}

function relation(row: RelationRow): Relation {
  const { name, insertable, updatable, deletable } = row;
  return {
    name,
    columns: columns(row.columns),
    primaryKey: row.primary_key,
    insertable,
    updatable,
    deletable,
  };
}

function routine(row: RoutineRow): Routine {
  return {
    name: row.name,
    parameters: row.parameters.map(({ name, required, variadic, ...type }) => ({
      name,
      type: typeName(type),
      required,
      variadic,
    })),
    volatile: row.volatile,
    returnsSet: row.returns_set,
    returns:
      row.returns === 'rows'
        ? { kind: 'rows', columns: columns(row.columns), relation: row.relation ?? undefined }
        : { kind: row.returns },
  };
}

function columns(list: readonly ColumnRow[]): Columns {
  return new Map(list.map((row) => [row.name, column(row)]));
}

function column(row: ColumnRow): Column {
  return { name: row.name, type: typeName(row), default: row.default ?? undefined };
}

function typeName(row: Pick<ColumnRow, 'type_schema' | 'type'>): TypeName {
  return { schema: row.type_schema, name: row.type };
}
