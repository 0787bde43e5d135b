/** Whether a read is the look-up of one row by its key: whatever it asks for, it is quick, and known to be beforehand. */
import type { Relation } from '../../schema-cache/schema.ts';
import type { ConditionPlan, OutputColumn, ReadPlan } from '../plan.ts';
import { repeatsColumns } from './repeated-columns.ts';

/**
 * @returns true only for a table, its whole primary key, and what is stored in the row: a view, a function, a pattern or
 * another table can take any time
 */
export function looksUpOneRow({ isView, primaryKey }: Relation, read: ReadPlan): boolean {
  const known = new Set(read.where.map(columnThatEquals));
  return (
    !isView &&
    primaryKey.length > 0 &&
    primaryKey.every((column) => known.has(column)) &&
    !known.has(undefined) &&
    read.embeds.length === 0 &&
    read.order.length === 0 &&
    read.columns.every(isStored) &&
    !repeatsColumns(read.columns)
  );
}

/** @returns undefined for any other condition */
function columnThatEquals(condition: ConditionPlan): string | undefined {
  if (condition.kind !== 'filter') return undefined;
  const { field, comparison } = condition;
  const { operation } = comparison;
  const isEquality =
    operation.kind === 'quantified' && operation.operator === 'eq' && operation.quantifier === undefined;
  const isPlain = field.call === undefined && field.path.length === 0;
  return isEquality && isPlain && !comparison.negated ? field.column : undefined;
}

function isStored(column: OutputColumn): boolean {
  if (column.kind !== 'field') return column.kind === 'star';
  return column.field.call === undefined && column.aggregate === undefined && column.cast === undefined;
}
