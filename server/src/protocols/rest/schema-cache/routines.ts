/** Turns the catalogue's rows about functions into routines that the protocol can call. */
import { buildColumns, typeName } from './relations.ts';
import type { RoutineRow } from './routine-queries.ts';
import type { Routine } from './schema.ts';

export function buildRoutines(rows: readonly RoutineRow[]): ReadonlyMap<string, readonly Routine[]> {
  return Map.groupBy(rows.filter(isCallable).map(buildRoutine), ({ name }) => name);
}

// The types that a whole request body can be passed as.
const BODY_TYPES = new Set(['json', 'jsonb', 'text']);

/** Arguments are passed by name; an unnamed one can only take the whole body. */
function isCallable({ parameters }: RoutineRow): boolean {
  const unnamed = parameters.filter(({ name }) => name === '');
  const [only] = parameters;
  if (unnamed.length === 0) return true;
  return parameters.length === 1 && only?.type_schema === 'pg_catalog' && BODY_TYPES.has(only.type);
}

function buildRoutine(row: RoutineRow): Routine {
  return {
    schema: row.schema,
    name: row.name,
    parameters: row.parameters.map(({ name, required, variadic, label, ...type }) => ({
      name,
      type: typeName(type),
      typeLabel: label,
      required,
      variadic,
    })),
    volatile: row.volatile,
    returnsSet: row.returns_set,
    returns:
      row.returns === 'rows'
        ? {
            kind: 'rows',
            columns: buildColumns(row.columns),
            relation: row.relation_schema === row.schema ? (row.relation ?? undefined) : undefined,
          }
        : { kind: row.returns },
  };
}
