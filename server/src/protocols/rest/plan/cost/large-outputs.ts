/**
 * Which outputs of a resource may be large, so that the statement can add up how much it writes before it does
 * (query/bound-sql.ts). A name that several outputs have is left out: SQL could not tell which one is meant.
 */

import type { Resource } from '../names/resolve.ts';
import type { EmbedPlan, LargeOutput, OutputColumn } from '../plan.ts';
import { outputName } from '../plan-columns.ts';

const TEXTS: ReadonlySet<string> = new Set(['text', 'varchar', 'bpchar', 'bytea', 'citext']);
const OTHERS: ReadonlySet<string> = new Set(['json', 'jsonb', 'xml', 'hstore', 'tsvector', 'unknown']);

export function largeOutputs(
  resource: Resource,
  columns: readonly OutputColumn[],
  embeds: readonly EmbedPlan[],
): readonly LargeOutput[] {
  const outputs = [...columns.flatMap((column) => ofColumn(resource, column)), ...embeds.flatMap(ofEmbed)];
  const times = new Map<string, number>();
  for (const { name } of outputs) times.set(name, (times.get(name) ?? 0) + 1);
  return outputs.flatMap(({ name, size, isComputed }) =>
    size !== undefined && times.get(name) === 1 ? [{ name, size, isComputed }] : [],
  );
}

/** Any output; without a size where it is small. */
interface NamedOutput extends Omit<LargeOutput, 'size'> {
  readonly size: LargeOutput['size'] | undefined;
}

function ofColumn(resource: Resource, column: OutputColumn): readonly NamedOutput[] {
  if (column.kind === 'star')
    return [...resource.columns.keys()].map((name) => ({
      name,
      size: sizeOf(resource, name),
      isComputed: false,
    }));
  const name = outputName(column) as string;
  if (column.kind !== 'field' || column.aggregate) return [{ name, size: undefined, isComputed: false }];
  const { field, cast } = column;
  const isComputed = field.call !== undefined || field.path.length > 0 || cast !== undefined;
  const isWhole = field.path.length === 0 && cast === undefined;
  return [{ name, size: isWhole ? sizeOf(resource, field.column) : 'stored', isComputed }];
}

function sizeOf({ columns, computed }: Resource, name: string): LargeOutput['size'] | undefined {
  const column = columns.get(name);
  const type = column?.base ?? column?.type.name ?? computed?.get(name)?.type.name ?? '';
  if (TEXTS.has(type)) return 'whole';
  return OTHERS.has(type) || type.startsWith('_') ? 'stored' : undefined;
}

function ofEmbed({ name, output, spread, read, visible }: EmbedPlan): readonly NamedOutput[] {
  switch (output) {
    case 'array':
      return [{ name, size: 'stored', isComputed: false }];
    case 'object':
      return [{ name, size: read.large.length > 0 ? 'stored' : undefined, isComputed: true }];
    case 'nothing':
      return [];
    default:
      return spread.flatMap((column) => {
        if (column.name !== undefined)
          return [{ name: column.as ?? column.name, size: 'stored' as const, isComputed: true }];
        const large = new Map(read.large.map((one) => [one.name, one]));
        return [...visible.columns.keys()].map(
          (one) => large.get(one) ?? { name: one, size: undefined, isComputed: false },
        );
      });
  }
}
