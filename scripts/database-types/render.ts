/** Writes a schema as TypeScript. Text in, text out: it knows nothing of databases. */
import type { Column, DatabaseFunction, Reference, Schema, Table } from './schema.ts';

const HEADER = `// Made by \`npm run generate\` from supabase/migrations. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
`;

const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  json: 'Json',
  jsonb: 'Json',
  numeric: 'number',
  // Everything else that the Data API sends as a JSON string.
  bytea: 'string',
  citext: 'string',
  date: 'string',
  name: 'string',
  text: 'string',
  time: 'string',
  timestamp: 'string',
  timestamptz: 'string',
  uuid: 'string',
  varchar: 'string',
  void: 'undefined',
};

/** @throws {Error} on a type that has no counterpart yet */
export function renderDatabaseTypes({ tables, functions }: Schema): string {
  return `${HEADER}${section('Tables', tables.map(renderTable))}${section('Views', [])}${section(
    'Functions',
    functions.map((definition) => renderFunction(definition, new Set(tables.map(({ name }) => name)))),
  )}${section('Enums', [])}${section('CompositeTypes', [])}  };
};

export type Tables<Name extends keyof Database['public']['Tables']> = Database['public']['Tables'][Name]['Row'];
export type TablesInsert<Name extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Name]['Insert'];
export type TablesUpdate<Name extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Name]['Update'];
`;
}

function section(name: string, entries: readonly string[]): string {
  if (entries.length === 0) return `    ${name}: { [_ in never]: never };\n`;
  return `    ${name}: {\n${entries.join('')}    };\n`;
}

function renderTable({ name, columns, computed, references }: Table): string {
  const fields = (optional: (column: Column) => boolean) =>
    columns
      .map((column) => `          ${column.name}${optional(column) ? '?' : ''}: ${columnType(column)};\n`)
      .join('');
  const made = computed
    .map((column) => `          ${column.name}: ${typeOf(column.type)} | null;\n`)
    .join('');
  return `      ${name}: {
        Row: {\n${fields(() => false)}${made}        };
        Insert: {\n${fields((column) => column.optional)}        };
        Update: {\n${fields(() => true)}        };
        Relationships: [${references.map(renderReference).join('')}${references.length > 0 ? '\n        ' : ''}];
      };
`;
}

function renderReference({ name, columns, toTable, toColumns, oneToOne }: Reference): string {
  const list = (names: readonly string[]) => names.map((column) => `'${column}'`).join(', ');
  return `
          {
            foreignKeyName: '${name}';
            columns: [${list(columns)}];
            isOneToOne: ${oneToOne};
            referencedRelation: '${toTable}';
            referencedColumns: [${list(toColumns)}];
          },`;
}

function renderFunction(definition: DatabaseFunction, tables: ReadonlySet<string>): string {
  const parameters = definition.arguments.map(
    ({ name, type, optional }) => `${name}${optional ? '?' : ''}: ${typeOf(type)}`,
  );
  const row = definition.columns
    ? `{ ${definition.columns.map(({ name, type }) => `${name}: ${typeOf(type)}`).join('; ')} }`
    : tables.has(definition.returns)
      ? `Database['public']['Tables']['${definition.returns}']['Row']`
      : typeOf(definition.returns);
  return `      ${definition.name}: {
        Args: ${parameters.length > 0 ? `{ ${parameters.join('; ')} }` : 'never'};
        Returns: ${row}${definition.returnsSet ? '[]' : ''};
      };
`;
}

function columnType({ type, nullable, values }: Column): string {
  const base = values ? values.map((value) => `'${value}'`).join(' | ') : typeOf(type);
  return nullable ? `${base} | null` : base;
}

function typeOf(type: string): string {
  if (type.startsWith('_')) return `${typeOf(type.slice(1))}[]`;
  const found = TYPES[type];
  if (found === undefined) throw new Error(`The type ${type} has no counterpart in TypeScript yet.`);
  return found;
}
