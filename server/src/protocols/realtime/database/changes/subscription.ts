/** Who waits for which changes, and whether what they ask for can be had. */
import type { Caller, Database } from '../../../../database/database.ts';
import { isSqlError, type SqlError } from '../../../../database/sql-error.ts';
import { type PostgresChange, SubscriptionError } from '../../contracts.ts';
import { type Binding, describeBinding, type Filter } from './binding.ts';
import { countValues, IS_KEYWORDS, tryFilters } from './match-sql.ts';
import type { PublishedTable } from './published-table.ts';

export interface Subscription {
  readonly caller: Caller;
  /** Callers with the same key see the same rows. */
  readonly callerKey: string;
  readonly bindings: readonly Binding[];
  readonly listener: (change: PostgresChange) => void;
  isClosed: boolean;
}

const MOST_VALUES = 100;
const OPERATORS: Readonly<Record<string, string>> = {
  '~~': 'like',
  '~~*': 'ilike',
  '~': 'match',
  '~*': 'imatch',
};
const NO_OPERATOR = '42883';
const BAD_EXPRESSION = '2201B';

export function isAbout({ schema, table }: Binding, published: PublishedTable): boolean {
  return (schema === '*' || schema === published.schema) && (table === '*' || table === published.name);
}

/**
 * @returns the tables that the binding is about
 * @throws {SubscriptionError} when it is about none, or asks for what the caller cannot have
 */
export async function checkBinding(
  database: Pick<Database, 'asCaller'>,
  caller: Caller,
  binding: Binding,
  published: readonly PublishedTable[],
): Promise<readonly PublishedTable[]> {
  const tables = published.filter((table) => isAbout(binding, table));
  if (tables.length === 0) {
    throw new SubscriptionError(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${describeBinding(binding)}`,
    );
  }
  try {
    for (const table of tables) await checkTable(database, caller, binding, table);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    throw new SubscriptionError(
      `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: ${describeBinding(binding)}. Exception: ${problem}`,
    );
  }
  return tables;
}

class Problem extends Error {}

async function checkTable(
  database: Pick<Database, 'asCaller'>,
  caller: Caller,
  { filters, select = [] }: Binding,
  table: PublishedTable,
): Promise<void> {
  const readable = table.columns.filter(({ readers }) => readers.includes(caller.role));
  for (const filter of filters) {
    const column = readable.find(({ name }) => name === filter.column);
    if (!column) throw new Problem(`invalid column for filter ${filter.column}`);
    if (filter.operator === 'is') checkKeyword(filter, column.typeName);
  }
  for (const name of select) {
    if (!readable.some((column) => column.name === name))
      throw new Problem(`invalid column for select ${name}`);
  }
  if (filters.length === 0) return;
  await database.asCaller(caller, { readOnly: true, hasPattern: true }, async (transaction) => {
    await transaction.query(tryFilters(table, filters));
    for (const filter of filters.filter(({ operator }) => operator === 'in')) {
      const { rows } = await transaction.query<{ count: number }>(countValues(filter));
      if ((rows[0]?.count ?? 0) > MOST_VALUES)
        throw new Problem('too many values for `in` filter. Maximum 100');
    }
  });
}

function checkKeyword({ value }: Filter, typeName: string): void {
  if (!IS_KEYWORDS.includes(value))
    throw new Problem('invalid value for is filter: must be null, true, false, or unknown');
  if (value !== 'null' && typeName !== 'bool')
    throw new Problem(`is ${value} filter requires a boolean column, got ${typeName}`);
}

/** @returns what Supabase Realtime says of it; undefined for an error that says nothing about the binding */
function problemOf(error: unknown): string | undefined {
  if (error instanceof Problem) return `ERROR P0001 (raise_exception) ${error.message}`;
  if (!isSqlError(error) || !/^(22|42)/.test(error.code)) return undefined;
  return refusedPattern(error) ?? `ERROR ${error.code} ${error.message}`;
}

function refusedPattern({ code, message }: SqlError): string | undefined {
  const [, type, symbol = ''] = /^operator does not exist: (.+) (\S+) \S/.exec(message) ?? [];
  const operator = OPERATORS[symbol];
  if (code === NO_OPERATOR && operator)
    return `ERROR P0001 (raise_exception) operator ${operator} requires a text-compatible column type, got ${type}`;
  if (code === BAD_EXPRESSION) return `ERROR P0001 (raise_exception) ${message}`;
  return undefined;
}
