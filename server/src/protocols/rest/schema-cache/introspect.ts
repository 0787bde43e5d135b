/** Reads the exposed schemas out of Postgres' catalogue. */
import type { Database, Transaction } from '../../../database/database.ts';
import { type Appearance, findAppearances } from './appearances.ts';
import {
  FOREIGN_KEYS,
  type ForeignKeyRow,
  PRIMARY_KEYS,
  type PrimaryKeyRow,
  RELATIONS,
  type RelationRow,
  TYPES,
  type TypeRow,
  USAGE,
  type UsageRow,
} from './introspection-queries.ts';
import { buildRelation } from './relations.ts';
import { buildRelationships, visibleKeys } from './relationships.ts';
import { ROUTINES, type RoutineRow } from './routine-queries.ts';
import { buildRoutines } from './routines.ts';
import type { Catalog, Schema } from './schema.ts';
import { buildSettings, SETTINGS, type SettingRow } from './settings.ts';
import { nameTypes } from './type-names.ts';

interface CatalogRows {
  readonly relations: readonly RelationRow[];
  readonly primaryKeys: readonly PrimaryKeyRow[];
  readonly foreignKeys: readonly ForeignKeyRow[];
  readonly routines: readonly RoutineRow[];
  readonly types: readonly TypeRow[];
}

/**
 * @param maxRows the rows of an answer when the database does not say itself
 * @throws {import('../../../database/database.ts').DatabaseUnavailableError}
 */
export async function introspect(database: Database, maxRows?: number): Promise<Catalog> {
  return database.asOwner(async (transaction) => {
    // Compiling one of these queries was seen to take 2.4 seconds, running it takes 8 milliseconds.
    await transaction.query({ text: "select set_config('jit', 'off', true)" });
    const settings = buildSettings(await rows<SettingRow>(transaction, SETTINGS), maxRows);
    const exposed = [settings.schemas];
    // A view may show a table through another view there.
    const found = [...new Set([...settings.schemas, ...settings.extraSearchPath])];
    const [relations, primaryKeys, foreignKeys, routines, types, [usage]] = await Promise.all([
      rows<RelationRow>(transaction, RELATIONS, [found]),
      rows<PrimaryKeyRow>(transaction, PRIMARY_KEYS),
      rows<ForeignKeyRow>(transaction, FOREIGN_KEYS),
      rows<RoutineRow>(transaction, ROUTINES, exposed),
      rows<TypeRow>(transaction, TYPES, exposed),
      rows<UsageRow>(transaction, USAGE),
    ]);
    const appearances = findAppearances(relations);
    const all = { relations, primaryKeys, foreignKeys, routines, types };
    return {
      schemas: new Map(settings.schemas.map((name) => [name, buildSchema(name, all, appearances)])),
      settings,
      readsRequest: usage?.reads_request ?? true,
      setsResponse: usage?.sets_response ?? true,
    };
  });
}

async function rows<Row extends object>(
  transaction: Transaction,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return (await transaction.query<Row>({ text, values })).rows;
}

function buildSchema(
  name: string,
  all: CatalogRows,
  appearances: ReadonlyMap<number, readonly Appearance[]>,
): Schema {
  const relations = new Map(
    all.relations
      .filter(({ schema }) => schema === name)
      .map((row) => [row.name, buildRelation(row, all.primaryKeys, appearances, all.routines)]),
  );
  return {
    name,
    relations,
    relationships: buildRelationships(visibleKeys(name, all.foreignKeys, appearances), relations),
    routines: buildRoutines(all.routines.filter(({ schema }) => schema === name)),
    types: nameTypes(all.types),
  };
}
