/** Reads what a client asks for with `postgres_changes`: parsing only, no database. Messages are Supabase Realtime's own. */
import { type ChangeBinding, SubscriptionError } from '../../contracts.ts';

export type Action = 'INSERT' | 'UPDATE' | 'DELETE';

const OPERATORS = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const;
export type Operator = (typeof OPERATORS)[number];

export interface Filter {
  readonly column: string;
  readonly operator: Operator;
  /** For `in` a Postgres array literal. */
  readonly value: string;
  readonly negated: boolean;
}

export interface Binding {
  readonly id: number;
  readonly event: Action | '*';
  readonly schema: string;
  /** `*` for every table of the schema. */
  readonly table: string;
  /** All of them must hold. */
  readonly filters: readonly Filter[];
  /** Columns to send besides the primary key; undefined for all. */
  readonly select: readonly string[] | undefined;
}

// More than a person writes, and few enough to be tried on every change.
const MOST_FILTERS = 100;

/** @throws {SubscriptionError} */
export function parseBinding({ id, event, schema, table, filter, select }: ChangeBinding): Binding {
  const selected = select && select.length > 0 ? [...new Set(select)].sort() : undefined;
  const name = table ?? '*';
  if (selected && (schema === '*' || name === '*')) {
    throw new SubscriptionError(
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    );
  }
  return {
    id,
    event: parseEvent(event),
    schema,
    table: name,
    filters: parseFilters(filter),
    select: selected,
  };
}

/** As Supabase Realtime prints it in messages about a subscription. */
export function describeBinding({ event, schema, table, filters, select }: Binding): string {
  const written = filters.map(
    ({ column, operator, value, negated }) =>
      `{${[column, operator, value].map((text) => JSON.stringify(text)).join(', ')}, ${negated}}`,
  );
  return `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${written.join(', ')}], select: ${select ? inspect(select) : 'nil'}]`;
}

function parseEvent(event: string): Binding['event'] {
  const action = event.toUpperCase();
  return action === 'INSERT' || action === 'UPDATE' || action === 'DELETE' ? action : '*';
}

function parseFilters(filter: string | undefined): readonly Filter[] {
  const trimmed = filter?.trim() ?? '';
  if (trimmed === '') return [];
  const segments = splitAtTopLevel(trimmed);
  if (segments.length > MOST_FILTERS) throw refused(`too many filters. Maximum ${MOST_FILTERS}`);
  return segments.map((segment) => parseFilter(segment.trim()));
}

function parseFilter(segment: string): Filter {
  if (segment === '') throw refused('filter must not contain empty segments (check for extra commas)');
  const [column, condition] = splitOnce(segment, '=');
  if (condition === undefined) throw refused(inspect([column]));
  const negated = condition.startsWith('not.');
  const [name, value] = splitOnce(negated ? condition.slice('not.'.length) : condition, '.');
  if (value === undefined) throw refused(inspect([name]));
  const operator = OPERATORS.find((known) => known === name);
  if (operator === undefined) throw refused(inspect([name, value]));
  return { column, operator, value: operator === 'in' ? parseList(value) : unquote(value), negated };
}

function parseList(value: string): string {
  if (!value.startsWith('(') || !value.endsWith(')') || value.length < 2)
    throw refused('`in` filter value must be wrapped by parentheses');
  return `{${value.slice(1, -1)}}`;
}

/** A value that is not quoted as a whole stays as it is. */
function unquote(value: string): string {
  const [, quoted] = /^"((?:\\.|[^"\\])*)"$/s.exec(value) ?? [];
  return quoted === undefined ? value : quoted.replace(/\\(.)/gs, '$1');
}

/** At commas that are neither in quotes nor in parentheses. A quote opens only where a value begins. */
function splitAtTopLevel(text: string): string[] {
  const segments: string[] = [];
  let start = 0;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at++;
      else if (char === '"') quoted = false;
    } else if (char === '"' && at > start && '.(,'.includes(text[at - 1] ?? ' ')) quoted = true;
    else if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (char === ',' && depth === 0) {
      segments.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...segments, text.slice(start)];
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

function inspect(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
}

function refused(problem: string): SubscriptionError {
  return new SubscriptionError(`Error parsing \`filter\` params: ${problem}`);
}
