/**
 * Requests that may keep the database busy for long, as far as their form tells. The time of a function or of a single
 * row is unknown beforehand; it counts against the caller's next requests.
 */
import type { ConditionPlan, DatabasePlan, EmbedPlan, ReadPlan } from '../plan.ts';
import { repeatsColumns } from './repeated-columns.ts';

// In characters: some dozens of rows.
const LARGE_WRITE = 8 * 1024;
// Screens ask for one list per row; a list in each row of a list multiplies its rows.
const MOST_LISTS_IN_LISTS = 1;
const MOST_EMBEDS = 20;
const LOOKS_THROUGH_TEXT: ReadonlySet<string> = new Set(['like', 'ilike', 'match', 'imatch']);

export function mayTakeLong(plan: DatabasePlan): boolean {
  if (plan.kind === 'write' && 'rows' in plan.write) {
    const { isArray, json } = plan.write.rows;
    if (isArray && json.length > LARGE_WRITE) return true;
  }
  const conditions = plan.kind === 'write' && 'where' in plan.write ? plan.write.where : [];
  return conditions.some(looksThroughText) || readsMuch(plan.read);
}

function readsMuch(read: ReadPlan): boolean {
  const reads = [read, ...embedded(read)];
  return (
    reads.length - 1 > MOST_EMBEDS ||
    listsInLists(read) > MOST_LISTS_IN_LISTS ||
    reads.some(({ where, columns }) => where.some(looksThroughText) || repeatsColumns(columns))
  );
}

function embedded({ embeds }: ReadPlan): readonly ReadPlan[] {
  return embeds.flatMap(({ read }) => [read, ...embedded(read)]);
}

function listsInLists({ embeds }: ReadPlan): number {
  const depth = ({ toOne, read }: EmbedPlan) => (toOne ? 0 : 1) + listsInLists(read);
  return Math.max(0, ...embeds.map(depth));
}

function looksThroughText(condition: ConditionPlan): boolean {
  if (condition.kind === 'logic') return condition.conditions.some(looksThroughText);
  if (condition.kind !== 'filter') return false;
  const { operation } = condition.comparison;
  if (operation.kind === 'text-search') return true;
  return operation.kind === 'quantified' && LOOKS_THROUGH_TEXT.has(operation.operator);
}
