/**
 * How names are written in SQL. Names of the schema and names that a client gave to a column (`alias:column`) are
 * always quoted; the statement's own names are short and need no quotes.
 */
import type { QualifiedName } from '../schema-cache/qualified-name.ts';

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteNames(names: Iterable<string>): string {
  return [...names].map(quoteName).join(', ');
}

/** A table, view, function or type. */
export function qualified({ schema, name }: QualifiedName): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}

/** The rows of a write or call that the statement begins with. */
export const SOURCE = 'source';

/** The table of a node of the read plan. */
export function nodeName(id: number): string {
  return `t${id}`;
}

/** The table alias of an embedded resource's result in its parent. */
export function embedName(id: number): string {
  return `e${id}`;
}

export function junctionName(id: number): string {
  return `j${id}`;
}
