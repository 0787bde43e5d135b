/** A SELECT's output list: columns, aggregates of them, and embedded resources. */
import type { AggregatePlan, EmbedPlan, OutputColumn, SpreadColumn } from '../plan/plan.ts';
import type { Bindings } from './bindings.ts';
import { fieldSql } from './condition-sql.ts';
import { embedName, qualified, quoteName } from './names.ts';

/** An item of a SELECT's list. */
export interface Output {
  readonly sql: string;
  /** Computed over many rows, so not part of GROUP BY. */
  readonly aggregated: boolean;
}

export function columnOutput(node: string, column: OutputColumn, bindings: Bindings): Output {
  switch (column.kind) {
    case 'star':
      return { sql: `${node}.*`, aggregated: false };
    case 'one':
      return { sql: `1 as ${quoteName(column.as)}`, aggregated: false };
    case 'count':
      return {
        sql: `${castSql('count(*)', column.cast)} as ${quoteName(column.as)}`,
        aggregated: column.grouped,
      };
    case 'field':
      return { sql: fieldOutput(node, column, bindings), aggregated: column.aggregate !== undefined };
  }
}

function fieldOutput(
  node: string,
  { field, cast, as, aggregate }: Extract<OutputColumn, { kind: 'field' }>,
  bindings: Bindings,
): string {
  const value = castSql(fieldSql(node, field, bindings), cast);
  if (aggregate) return `${aggregateSql(aggregate, value)} as ${quoteName(as ?? aggregate.name)}`;
  const name = as ?? (cast || field.call ? field.column : undefined);
  return name === undefined ? value : `${value} as ${quoteName(name)}`;
}

/** @param grouped whether rows are grouped by the embedded value: Postgres compares `jsonb`, but not `json` */
export function embedOutputs({ read, name, output, spread }: EmbedPlan, grouped: boolean): readonly Output[] {
  const embed = embedName(read.id);
  const as = `${grouped ? '::jsonb' : ''} as ${quoteName(name)}`;
  switch (output) {
    case 'object':
      return [{ sql: `row_to_json(${embed}.*)${as}`, aggregated: false }];
    case 'array':
      return [{ sql: `coalesce(${embed}.j, '[]')${as}`, aggregated: false }];
    case 'spread':
      return spread.map((column) => spreadOutput(embed, column));
    case 'spread-lists':
      return spread.map(({ name: column = '' }, index) => ({
        sql: `${embed}.c${index}${grouped ? '::jsonb' : ''} as ${quoteName(column)}`,
        aggregated: false,
      }));
    case 'nothing':
      return [];
  }
}

function spreadOutput(embed: string, { name, as, aggregate }: SpreadColumn): Output {
  if (name === undefined) return { sql: `${embed}.*`, aggregated: false };
  const column = `${embed}.${quoteName(name)}`;
  const value = aggregate ? aggregateSql(aggregate, column) : column;
  return {
    sql: as === undefined ? value : `${value} as ${quoteName(as)}`,
    aggregated: aggregate !== undefined,
  };
}

function aggregateSql({ name, cast }: AggregatePlan, value: string): string {
  return castSql(`${name}(${value})`, cast);
}

function castSql(value: string, cast: AggregatePlan['cast']): string {
  return cast ? `cast(${value} as ${qualified(cast)})` : value;
}
