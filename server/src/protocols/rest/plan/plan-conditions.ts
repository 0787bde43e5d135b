/** Plans filters and orders: each column is looked up, each embedded resource found among those of the request. */
import { requestErrors } from '../errors.ts';
import type { Condition, OrderTerm } from '../request/grammar/syntax.ts';
import { type Resource, resolveField } from './names/resolve.ts';
import type { ConditionPlan, EmbedPlan, OrderPlan } from './plan.ts';

/**
 * @param embeds what is embedded in the resource: `authors=is.null` asks whether one of these has rows
 * @throws {RestError} PGRST120, 42703
 */
export function planCondition(
  resource: Resource,
  embeds: readonly EmbedPlan[],
  condition: Condition,
): ConditionPlan {
  if (condition.kind === 'logic') {
    const conditions = condition.conditions.map((inner) => planCondition(resource, embeds, inner));
    return { ...condition, conditions };
  }
  const { field } = condition;
  const embed = field.path.length === 0 && embeds.find(({ name }) => name === field.name);
  if (embed) {
    const existence = planExistence(embed, condition);
    if (existence) return existence;
    // A column may have the same name.
    if (!resource.columns.has(field.name)) throw requestErrors.badEmbedFilter(embed.name);
  }
  return { ...condition, field: resolveField(resource, field) };
}

/** @returns undefined when the filter asks for anything but that */
function planExistence(
  { read, toOne }: EmbedPlan,
  { comparison: { negated, operation } }: Extract<Condition, { kind: 'filter' }>,
): ConditionPlan | undefined {
  const isNull = operation.kind === 'is' && operation.value === 'null';
  const isNotNull = operation.kind === 'is' && operation.value === 'not_null';
  if (!isNull && !isNotNull) return undefined;
  return { kind: 'embed-exists', embed: read.id, toOne, negated: isNull !== negated };
}

/** @throws {RestError} PGRST108, PGRST118, 42703 */
export function planOrder(
  resource: Resource,
  embeds: readonly EmbedPlan[],
  { embed: name, field, direction, nulls }: OrderTerm,
): OrderPlan {
  if (name === undefined) {
    return { field: resolveField(resource, field), embed: undefined, direction, nulls };
  }
  const embed = embeds.find((candidate) => candidate.name === name);
  if (!embed) throw requestErrors.notEmbedded(name);
  if (!embed.toOne) throw requestErrors.badRelatedOrder(resource.name, name);
  return { field: resolveField(embed.visible, field), embed: embed.read.id, direction, nulls };
}
