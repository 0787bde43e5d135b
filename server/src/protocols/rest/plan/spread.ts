/**
 * Plans what a spread resource (`...author(name)`) gives to its parent: of a to-one resource its columns, of a to-many
 * one a list per column. Aggregates of a to-one resource are the parent's to make, over the parent's rows.
 */
import { requestErrors } from '../errors.ts';
import type { EmbedPlan, OutputColumn, ReadPlan, SpreadColumn } from './plan.ts';
import { isAggregated, outputName } from './plan-columns.ts';

/** Everything that a to-one resource gives, when nothing is aggregated. */
export const ALL: readonly SpreadColumn[] = [{ name: undefined, as: undefined, aggregate: undefined }];

/** @throws {RestError} PGRST127 for aggregates */
export function spreadLists(read: ReadPlan): readonly SpreadColumn[] {
  if (read.grouped || read.columns.some(({ kind }) => kind === 'count')) {
    throw requestErrors.notImplemented(
      'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    );
  }
  return [...read.columns.map(ofColumn), ...read.embeds.flatMap(ofEmbed)];
}

export interface Hoisted {
  readonly read: ReadPlan;
  readonly columns: readonly SpreadColumn[];
}

/** Takes the aggregates out of a to-one resource: it gives what they are of under names that no client can guess. */
export function hoist(read: ReadPlan): Hoisted {
  const columns = read.columns.map((column, index) => hoistColumn(column, `~${read.id}.${index}`));
  const embeds = read.embeds.map(hoistEmbed);
  return {
    read: {
      ...read,
      columns: columns.map(({ column }) => column),
      embeds: embeds.map(({ embed }) => embed),
      grouped: false,
    },
    columns: [...columns.map(({ given }) => given), ...embeds.flatMap(({ given }) => given)],
  };
}

function hoistColumn(column: OutputColumn, name: string): { column: OutputColumn; given: SpreadColumn } {
  if (!isAggregated(column)) return { column, given: ofColumn(column) };
  const as = outputName(column);
  if (column.kind === 'field') {
    return {
      column: { ...column, as: name, aggregate: undefined },
      given: { name, as, aggregate: column.aggregate },
    };
  }
  // Rows are counted by what they hold of this: null where the parent has no such resource.
  const cast = column.kind === 'count' ? column.cast : undefined;
  return { column: { kind: 'one', as: name }, given: { name, as, aggregate: { name: 'count', cast } } };
}

function hoistEmbed(embed: EmbedPlan): { embed: EmbedPlan; given: readonly SpreadColumn[] } {
  if (embed.output !== 'spread') return { embed, given: ofEmbed(embed) };
  const passed = embed.spread.map((column, index) => {
    const as = `~${embed.read.id}/${index}`;
    return column.aggregate
      ? { inner: { ...column, as, aggregate: undefined }, given: { ...column, name: as } }
      : { inner: column, given: renamed(column) };
  });
  return {
    embed: { ...embed, spread: passed.map(({ inner }) => inner) },
    given: passed.map(({ given }) => given),
  };
}

function ofColumn(column: OutputColumn): SpreadColumn {
  return { name: outputName(column), as: undefined, aggregate: undefined };
}

function ofEmbed({ name, output, spread }: EmbedPlan): readonly SpreadColumn[] {
  if (output === 'nothing') return [];
  if (output === 'object' || output === 'array') return [{ name, as: undefined, aggregate: undefined }];
  return spread.map(renamed);
}

function renamed({ name, as }: SpreadColumn): SpreadColumn {
  return { name: as ?? name, as: undefined, aggregate: undefined };
}
