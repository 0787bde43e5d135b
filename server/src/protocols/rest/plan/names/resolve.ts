/** Turns a claimed name into a known one, or refuses it as Postgres or PostgREST would. */
import { schemaErrors } from '../../errors.ts';
import type { Field, JsonStep } from '../../request/grammar/syntax.ts';
import type { Columns, ComputedColumns, Relation, Schema, TypeName } from '../../schema-cache/schema.ts';
import type { FieldPlan } from '../plan.ts';
import { closestName } from './closest-name.ts';

/** A resource that columns are looked up in; its name is for messages. */
export interface Resource {
  readonly name: string;
  /** Its name in messages, where that differs. */
  readonly label?: string;
  readonly columns: Columns;
  readonly computed?: ComputedColumns;
  /** The rows are those of a write or call, where a computed column is already a column. */
  readonly isComputed?: boolean;
}

/** @throws {RestError} PGRST205 */
export function resolveRelation(schema: Schema, name: string): Relation {
  const relation = schema.relations.get(name);
  if (relation) return relation;
  const closest = closestName(name, schema.relations.keys());
  throw schemaErrors.noTable(
    schema.name,
    name,
    closest && `Perhaps you meant the table '${schema.name}.${closest}'`,
  );
}

/** @throws {RestError} 42703 */
export function resolveField(resource: Resource, { name, path }: Field): FieldPlan {
  const computed = resource.columns.has(name) ? undefined : resource.computed?.get(name);
  const column = resource.columns.get(name);
  const type = computed?.type ?? column?.type;
  if (!type) throw schemaErrors.noColumn(resource.label ?? resource.name, name);
  return {
    column: name,
    call: resource.isComputed ? undefined : computed?.call,
    isJson: isCatalogType(type, 'json') || isCatalogType(type, 'jsonb'),
    isVector: isCatalogType(type, 'tsvector') || column?.base === 'tsvector',
    path,
  };
}

/**
 * The type that a column is cast to. Text is not made JSON: a stored text nested deep enough hangs the embedded engine
 * (request/nesting.ts).
 * @throws {RestError} 42704, 42846
 */
export function resolveCast(schema: Schema, field: FieldPlan, name: string): TypeName {
  const type = resolveType(schema, name);
  const holdsJson = field.isJson && field.path.at(-1)?.asText !== true;
  if (/^_?jsonb?$/.test(type.name) && !holdsJson) throw schemaErrors.noCast(field.column, name);
  return type;
}

/** @throws {RestError} 42704 */
export function resolveType(schema: Schema, name: string): TypeName {
  const type = schema.types.get(name) ?? schema.types.get(name.toLowerCase());
  if (!type) throw schemaErrors.noType(name);
  return type;
}

/** A JSON path's output is named after its last key. */
export function pathAlias(column: string, path: readonly JsonStep[]): string | undefined {
  if (path.length === 0) return undefined;
  return path.findLast(({ kind }) => kind === 'key')?.value ?? column;
}

function isCatalogType(type: TypeName, name: string): boolean {
  return type.name === name && type.schema === 'pg_catalog';
}
