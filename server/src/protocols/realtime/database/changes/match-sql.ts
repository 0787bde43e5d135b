/**
 * SQL that tells which changed rows a caller sees and which filters they pass. Values are bound; names and types come
 * from the catalogue. Filters with the same operator on the same column share a condition, whatever their values.
 */
import type { Statement } from '../../../../database/database.ts';
import type { Filter, Operator } from './binding.ts';
import type { Column, PublishedTable } from './published-table.ts';

const SYMBOLS: Readonly<Record<Exclude<Operator, 'in' | 'is' | 'isdistinct'>, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
};
export const IS_KEYWORDS: readonly string[] = ['null', 'true', 'false', 'unknown'];

export interface Match {
  /** Undefined for a row that the caller sees. */
  readonly filter: Filter | undefined;
  /** Counted from 0. */
  readonly row: number;
}

export interface MatchQuery {
  readonly statement: Statement;
  read(rows: readonly MatchRow[]): readonly Match[];
}

export interface MatchRow {
  readonly part: number;
  readonly row: number;
  readonly filter: number;
}

/**
 * @param rows JSON objects of the columns that filters and keys need
 * @param needsSight also asks which of the rows the role that runs it sees in the table
 */
export function matchQuery(
  table: PublishedTable,
  rows: readonly string[],
  filters: readonly Filter[],
  needsSight: boolean,
): MatchQuery {
  const values: unknown[] = [`[${rows.join(',')}]`];
  const groups = [...Map.groupBy(filters, groupKey).values()];
  const parts = groups.flatMap((group, index) => {
    const [first] = group;
    const column = first && table.columns.find(({ name }) => name === first.column);
    if (!first || !column) return [];
    values.push(
      group.map(({ value }) => value),
      column.name,
    );
    const condition = conditionSql(first, column, `(item.content).${quote(column.name)}`, 'wanted.value');
    // A row without the column, as the old one of a deletion may be, passes no filter on it.
    return `select ${index} as part, item.n::integer as row, wanted.n::integer as filter
      from item, unnest($${values.length - 1}::text[]) with ordinality as wanted (value, n)
      where item.value ? $${values.length} and ${condition}`;
  });
  if (needsSight) parts.push(sightSql(table));
  return {
    statement: {
      text: `with item as materialized (
        select n, value, jsonb_populate_record(null::${nameOf(table)}, value) as content
        from jsonb_array_elements($1::text::jsonb) with ordinality as entry (value, n)
      ) ${parts.join(' union all ')}`,
      values,
    },
    read: (found) =>
      found.map(({ part, row, filter }) => ({ filter: groups[part]?.[filter - 1], row: row - 1 })),
  };
}

/** A statement that fails, before there is any row, if a filter cannot be used on its column. */
export function tryFilters(table: PublishedTable, filters: readonly Filter[]): Statement {
  const values = filters.map(({ value }) => value);
  const tries = filters.flatMap((filter, index) => {
    const column = table.columns.find(({ name }) => name === filter.column);
    if (!column) return [];
    const value = `$${index + 1}::text`;
    const condition = conditionSql(filter, column, `null::${column.type}`, value);
    // An operator that finds null on its left does not look at its pattern.
    const pattern = filter.operator === 'match' || filter.operator === 'imatch' ? `, '' ~ ${value}` : '';
    // The parameter is used even by `is`, whose keyword is part of the statement.
    return `(${value} is null), (${condition}) is null${pattern}`;
  });
  return { text: `select ${tries.join(', ')}`, values };
}

/** The number of values of an `in`. */
export function countValues(filter: Filter): Statement {
  return { text: 'select coalesce(array_length($1::text[], 1), 0) as count', values: [filter.value] };
}

function sightSql(table: PublishedTable): string {
  const keys = table.columns.filter(({ isKey }) => isKey).map(({ name }) => quote(name));
  const same = keys.map((key) => `seen.${key} = (item.content).${key}`).join(' and ');
  return `select -1 as part, item.n::integer as row, 0 as filter from item
    where exists (select from ${nameOf(table)} as seen where ${same})`;
}

function conditionSql(
  { operator, value, negated }: Filter,
  column: Column,
  left: string,
  right: string,
): string {
  const not = negated ? 'not ' : '';
  switch (operator) {
    case 'is':
      return `${left} is ${not}${IS_KEYWORDS.includes(value) ? value : 'null'}`;
    case 'isdistinct':
      return `${left} is ${not}distinct from ${right}::${column.type}`;
    case 'in':
      return `${not}(${left} = any (${right}::${column.arrayType ?? column.type}))`;
    default:
      return `${not}(${left} ${SYMBOLS[operator]} ${right}::${column.type})`;
  }
}

function groupKey({ column, operator, value, negated }: Filter): string {
  return JSON.stringify([column, operator, negated, operator === 'is' ? value : '']);
}

function nameOf({ schema, name }: PublishedTable): string {
  return `${quote(schema)}.${quote(name)}`;
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
