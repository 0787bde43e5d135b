/** Plans the reading of a resource and, recursively, of what is embedded in it. */
import { requestErrors } from '../errors.ts';
import type { At, Page, SelectItem } from '../request/grammar/syntax.ts';
import type { QueryParameters } from '../request/query-parameters.ts';
import type { Relationship, Schema } from '../schema-cache/schema.ts';
import { findRelationship } from './find-relationship.ts';
import type { EmbedPlan, JoinPair, OutputColumn, ReadPlan } from './plan.ts';
import { planCondition, planOrder } from './plan-conditions.ts';
import { pathAlias, type Resource, resolveCast, resolveField, resolveRelation } from './resolve.ts';

/** A resource that rows are read from. */
export interface Origin extends Resource {
  /** Undefined: the rows of the write or call that the statement begins with. */
  readonly relation: string | undefined;
}

/** What a request asks of one resource and of those below it. */
type Wanted = Pick<QueryParameters, 'select' | 'conditions' | 'orders' | 'limits' | 'offsets'>;

interface Context {
  readonly schema: Schema;
  nextId: number;
}

type EmbedItem = Extract<SelectItem, { kind: 'embed' }>;

/**
 * @param origin its name is the one that foreign keys are looked up by
 * @param page the root's page, which the Range header has a say in
 * @throws {RestError} PGRST108, PGRST118, PGRST120, PGRST127, PGRST200, PGRST201, 42703, 42704
 */
export function planRead(schema: Schema, origin: Origin, wanted: Wanted, page: Page): ReadPlan {
  return planNode({ schema, nextId: 0 }, origin, wanted, page);
}

function planNode(context: Context, origin: Origin, wanted: Wanted, page: Page): ReadPlan {
  const id = context.nextId++;
  const items = wanted.select.filter((item) => item.kind === 'embed');
  refuseUnknownPaths(wanted, items);
  const embeds = items.map((item, index) =>
    planEmbed(context, origin, item, wantedBelow(wanted, items, index)),
  );
  return {
    id,
    relation: origin.relation,
    columns: wanted.select.flatMap((item) => planColumn(context.schema, origin, item)),
    embeds,
    where: here(wanted.conditions).map((condition) => planCondition(origin, embeds, condition)),
    order: (here(wanted.orders)[0] ?? []).map((term) => planOrder(origin, embeds, term)),
    page,
  };
}

function planColumn(schema: Schema, resource: Resource, item: SelectItem): OutputColumn[] {
  if (item.kind === 'star') return [{ kind: 'star' }];
  if (item.kind === 'embed') return [];
  const field = resolveField(resource, item.field);
  const cast = item.cast === undefined ? undefined : resolveCast(schema, field, item.cast);
  return [{ kind: 'field', field, cast, as: item.alias ?? pathAlias(field.column, field.path) }];
}

function planEmbed(context: Context, parent: Origin, item: EmbedItem, wanted: Wanted): EmbedPlan {
  const relationship = findRelationship(context.schema, parent.name, item.target, item.hint);
  const toOne = relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one';
  if (item.spread && !toOne) throw requestErrors.notImplemented('Only to-one resources can be spread.');
  const { name, columns } = resolveRelation(context.schema, relationship.target);
  const page = { offset: here(wanted.offsets)[0] ?? 0, limit: here(wanted.limits)[0] };
  const read = planNode(context, { name, columns, relation: name }, wanted, page);
  const isEmpty = read.columns.length === 0 && read.embeds.every(({ output }) => output === 'nothing');
  return {
    read,
    name: item.alias ?? item.target,
    output: isEmpty ? 'nothing' : item.spread ? 'spread' : toOne ? 'object' : 'array',
    toOne,
    visible: { name, columns: new Map([...columns].filter(([column]) => shows(read, column))) },
    inner: item.join === 'inner',
    ...joins(relationship),
  };
}

/** Whether a column is among those that the embedded resource gives to the outside, under its own name. */
function shows(read: ReadPlan, column: string): boolean {
  return read.columns.some(
    (output) =>
      output.kind === 'star' ||
      (output.as === undefined ? output.field.column === column : output.as === column),
  );
}

function joins(relationship: Relationship): Pick<EmbedPlan, 'on' | 'junction'> {
  const pair = ([parent, child]: readonly [string, string]): JoinPair => ({ parent, child });
  if (relationship.kind !== 'many-to-many') {
    return { on: relationship.pairs.map(pair), junction: undefined };
  }
  const { junction, toJunction, toTarget } = relationship;
  return { on: toJunction.map(pair), junction: { relation: junction, on: toTarget.map(pair) } };
}

function here<T>(entries: readonly At<T>[]): readonly T[] {
  return entries.filter(({ path }) => path.length === 0).map(({ value }) => value);
}

/** A path may begin with an embedded resource's alias or with its name; of several the first one is meant. */
function ownerOf(items: readonly EmbedItem[], name: string): number {
  return items.findIndex(({ alias, target }) => alias === name || target === name);
}

function refuseUnknownPaths(wanted: Wanted, items: readonly EmbedItem[]): void {
  const { conditions, orders, limits, offsets } = wanted;
  for (const { path } of [...conditions, ...orders, ...limits, ...offsets]) {
    const [first] = path;
    if (first !== undefined && ownerOf(items, first) === -1) throw requestErrors.notEmbedded(first);
  }
}

function wantedBelow(wanted: Wanted, items: readonly EmbedItem[], index: number): Wanted {
  const below = <T>(entries: readonly At<T>[]): At<T>[] =>
    entries.flatMap(({ path: [first, ...path], value }) =>
      first !== undefined && ownerOf(items, first) === index ? [{ path, value }] : [],
    );
  return {
    select: items[index]?.select ?? [],
    conditions: below(wanted.conditions),
    orders: below(wanted.orders),
    limits: below(wanted.limits),
    offsets: below(wanted.offsets),
  };
}
