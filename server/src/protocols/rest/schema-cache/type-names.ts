/** The names by which SQL knows its types, from the catalogue's own: `integer` is `pg_catalog.int4`. */
import type { TypeName } from './schema.ts';

// https://www.postgresql.org/docs/current/datatype.html#DATATYPE-TABLE
const ALIASES: Readonly<Record<string, string>> = {
  int: 'int4',
  integer: 'int4',
  bigint: 'int8',
  smallint: 'int2',
  boolean: 'bool',
  decimal: 'numeric',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  'character varying': 'varchar',
  char: 'bpchar',
  character: 'bpchar',
  'bit varying': 'varbit',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
};

/** @param types the one that wins a name comes last */
export function nameTypes(types: readonly TypeName[]): ReadonlyMap<string, TypeName> {
  const named = new Map(types.map(({ schema, name }) => [name, { schema, name }]));
  for (const [alias, name] of Object.entries(ALIASES)) {
    const type = named.get(name);
    if (type) named.set(alias, type);
  }
  return named;
}
