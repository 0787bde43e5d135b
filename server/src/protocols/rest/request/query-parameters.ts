/** Sorts a query string's parameters by what they mean and parses each with its own grammar. */
import { requestErrors } from '../errors.ts';
import { parseNames } from './grammar/parse-field.ts';
import { parseFilter, parseLogic, parseTreePath } from './grammar/parse-filter.ts';
import { parseOrder } from './grammar/parse-order.ts';
import { parseSelect } from './grammar/parse-select.ts';
import { parseAll } from './grammar/scanner.ts';
import type { At, Condition, OrderTerm, SelectItem } from './grammar/syntax.ts';
import { isTooDeep } from './nesting.ts';
import { checkPatterns } from './patterns.ts';

export interface QueryParameters {
  readonly select: readonly SelectItem[];
  readonly conditions: readonly At<Condition>[];
  readonly orders: readonly At<readonly OrderTerm[]>[];
  readonly limits: readonly At<number>[];
  readonly offsets: readonly At<number>[];
  readonly columns: readonly string[] | undefined;
  readonly onConflict: readonly string[] | undefined;
  /** Arguments of a function that is called with GET: parameters that are no filter. */
  readonly args: readonly (readonly [name: string, value: string])[];
  /** Whether a condition has a regular expression. */
  readonly hasPattern: boolean;
}

interface Sorted {
  select: readonly SelectItem[];
  conditions: At<Condition>[];
  orders: At<readonly OrderTerm[]>[];
  limits: At<number>[];
  offsets: At<number>[];
  columns: readonly string[] | undefined;
  onConflict: readonly string[] | undefined;
  args: [string, string][];
}

/**
 * @param search the query string without `?`
 * @param acceptsArguments whether a parameter that is no filter is a function's argument
 * @throws {RestError} PGRST100, 2201B
 */
export function parseQueryParameters(search: string, acceptsArguments: boolean): QueryParameters {
  const sorted: Sorted = {
    select: [{ kind: 'star' }],
    conditions: [],
    orders: [],
    limits: [],
    offsets: [],
    columns: undefined,
    onConflict: undefined,
    args: [],
  };
  const seen = new Set<string>();
  for (const [key, value] of new URLSearchParams(search)) {
    refuseHostile(key, value);
    if (!readReserved(sorted, key, value, seen)) readFilter(sorted, key, value, acceptsArguments);
  }
  // filter(), not some(): every pattern must be checked.
  const withPattern = sorted.conditions.filter(({ value }) => checkPatterns(value));
  return { ...sorted, hasPattern: withPattern.length > 0 };
}

/** Postgres has no null character, neither in names nor in values, and too small a stack for deep nesting. */
function refuseHostile(key: string, value: string): void {
  const message = '"failed to parse query string"';
  if (key.includes('\0') || value.includes('\0')) {
    throw requestErrors.badQuery(message, 'unexpected null character');
  }
  if (isTooDeep(value)) throw requestErrors.badQuery(message, 'brackets are nested too deeply');
}

/** When a reserved parameter comes twice, the first one counts. */
function readReserved(sorted: Sorted, key: string, value: string, seen: Set<string>): boolean {
  switch (key) {
    case 'select':
      if (!seen.has(key) && value !== '') sorted.select = parseSelect(value);
      break;
    case 'columns':
      if (!seen.has(key)) sorted.columns = parseAll('columns parameter', value, parseNames);
      break;
    case 'on_conflict':
      if (!seen.has(key)) sorted.onConflict = parseAll('on_conflict parameter', value, parseNames);
      break;
    case 'apikey':
      // The caller's key (http/caller/caller.ts).
      break;
    default:
      return readSuffixed(sorted, key, value);
  }
  seen.add(key);
  return true;
}

function readSuffixed(sorted: Sorted, key: string, value: string): boolean {
  switch (key.slice(key.lastIndexOf('.') + 1)) {
    case 'order':
      sorted.orders.push(parseOrder(key, value));
      return true;
    case 'limit':
      pushNumber(sorted.limits, key, value);
      return true;
    case 'offset':
      if (!value.startsWith('-')) pushNumber(sorted.offsets, key, value);
      return true;
    case 'and':
    case 'or':
      sorted.conditions.push(parseLogic(key, value));
      return true;
    default:
      return false;
  }
}

/** Ignores a value that is no whole number, as upstream does, and an offset before the first row. */
function pushNumber(numbers: At<number>[], key: string, value: string): void {
  if (!/^-?\d+$/.test(value)) return;
  const bounded = Math.max(-1, Math.min(Number(value), Number.MAX_SAFE_INTEGER));
  numbers.push({ path: parseTreePath(key).path, value: bounded });
}

function readFilter(sorted: Sorted, key: string, value: string, acceptsArguments: boolean): void {
  if (!acceptsArguments) {
    sorted.conditions.push(parseFilter(key, value));
    return;
  }
  try {
    sorted.conditions.push(parseFilter(key, value));
  } catch {
    // `?search=not.a.filter` is an argument, however much it looks like one.
    sorted.args.push([parseTreePath(key).value.name, value]);
  }
}
