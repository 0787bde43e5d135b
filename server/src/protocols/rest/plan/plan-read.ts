/** Plans the reading of a resource and, recursively, of the resources embedded in it. */
import { requestErrors, schemaErrors } from '../errors.ts';
import type { At, Page, SelectItem } from '../request/grammar/syntax.ts';
import type { QueryParameters } from '../request/query-parameters.ts';
import type { QualifiedName } from '../schema-cache/qualified-name.ts';
import type { Relationship, Schema } from '../schema-cache/schema.ts';
import type { Settings } from '../schema-cache/settings.ts';
import { findComputed } from './computed.ts';
import { largeOutputs } from './cost/large-outputs.ts';
import { findRelationship } from './names/find-relationship.ts';
import { type Resource, resolveRelation } from './names/resolve.ts';
import type { EmbedPlan, JoinPair, ReadPlan, RowCall } from './plan.ts';
import { hasAggregates, isAggregated, planColumns, visibleColumns } from './plan-columns.ts';
import { planCondition, planOrder } from './plan-conditions.ts';
import { ALL, hoist, spreadLists } from './spread.ts';

/** A resource that rows are read from. Foreign keys are looked up by its name. */
export interface Origin extends Resource {
  /** The type of its rows; undefined when they have no exposed type. */
  readonly type: QualifiedName | undefined;
  /** Its rows are those of the write or call that the statement begins with. */
  readonly isSource: boolean;
}

/** The part of a request that concerns a resource and those embedded in it. */
type Wanted = Pick<QueryParameters, 'select' | 'conditions' | 'orders' | 'limits' | 'offsets'>;

export type ReadSettings = Pick<Settings, 'aggregates' | 'maxRows'>;

interface Context {
  readonly schema: Schema;
  readonly settings: ReadSettings;
  /** The request aggregates somewhere. */
  readonly aggregates: boolean;
  nextId: number;
}

type EmbedItem = Extract<SelectItem, { kind: 'embed' }>;

/**
 * @param page the root's page, which depends on the Range header, too
 * @throws {RestError} PGRST108, PGRST118, PGRST120, PGRST123, PGRST127, PGRST200, PGRST201, 42703, 42704, 42712
 */
export function planRead(
  schema: Schema,
  settings: ReadSettings,
  origin: Origin,
  wanted: Wanted,
  page: Page,
): ReadPlan {
  const aggregates = hasAggregates(wanted.select);
  if (aggregates && !settings.aggregates) throw requestErrors.noAggregates();
  const context = { schema, settings, aggregates, nextId: 0 };
  const computed = origin.isSource ? findComputed(origin, wanted) : [];
  // A computed column becomes one more column of the rows, which `*` must not include.
  const expands = aggregates || computed.length > 0;
  return planNode(context, origin, wanted, page, { depth: 0, expands, isOneRow: false });
}

/** How a node stands in the request. */
interface Place {
  readonly depth: number;
  /** Whether `*` is written out as columns. */
  readonly expands: boolean;
  /** Whether it has one row at most. A limit would keep Postgres from joining it as it likes. */
  readonly isOneRow: boolean;
}

function planNode(context: Context, origin: Origin, wanted: Wanted, page: Page, place: Place): ReadPlan {
  const id = context.nextId++;
  const items = wanted.select.filter((item) => item.kind === 'embed');
  refuseUnknownPaths(wanted, items);
  const depth = place.depth + 1;
  const embeds = items.map((item, index) =>
    planEmbed(context, origin, item, wantedBelow(wanted, items, index), { ...place, depth }),
  );
  refuseSameNames(origin, embeds, depth);
  const columns = planColumns(context.schema, origin, wanted.select, place.expands);
  return {
    id,
    relation: origin.isSource ? undefined : origin.type,
    columns,
    embeds,
    where: here(wanted.conditions).map((condition) => planCondition(origin, embeds, condition)),
    order: (here(wanted.orders)[0] ?? []).map((term) => planOrder(origin, embeds, term)),
    page: place.isOneRow ? page : restrict(page, context.settings.maxRows),
    grouped: columns.some(isAggregated) || embeds.some(({ spread }) => spread.some((one) => one.aggregate)),
    large: largeOutputs(origin, columns, embeds),
  };
}

function restrict(page: Page, maxRows: number | undefined): Page {
  return maxRows === undefined ? page : { ...page, limit: Math.min(page.limit ?? maxRows, maxRows) };
}

function planEmbed(
  context: Context,
  parent: Origin,
  item: EmbedItem,
  wanted: Wanted,
  { depth, expands: isExpanded }: Place,
): EmbedPlan {
  const relationship = findRelationship(context.schema, parent.name, item.target, item.hint);
  const toOne = isToOne(relationship);
  const origin = targetOf(context.schema, relationship, depth);
  const page = { offset: here(wanted.offsets)[0] ?? 0, limit: here(wanted.limits)[0] };
  // In a parent whose columns are written out, a spread resource is written out, too.
  const expands = context.aggregates || (item.spread && (!toOne || isExpanded));
  const isOneRow = toOne && relationship.kind !== 'computed';
  const read = planNode(context, origin, wanted, page, { depth, expands, isOneRow });
  return {
    ...planOutput(item, toOne, read, expands),
    name: item.alias ?? item.target,
    toOne,
    visible: { name: origin.name, columns: visibleColumns(origin, read) },
    inner: item.join === 'inner',
    ...joins(context.schema, parent, relationship),
  };
}

function targetOf(schema: Schema, relationship: Relationship, depth: number): Origin {
  const target = resolveRelation(schema, relationship.target);
  return {
    ...target,
    // Postgres' messages name a table as upstream's SQL does.
    label: relationship.kind === 'many-to-many' ? target.name : `${target.name}_${depth}`,
    type: { schema: target.schema, name: target.name },
    isSource: false,
  };
}

type Output = Pick<EmbedPlan, 'read' | 'output' | 'spread'>;

function planOutput(item: EmbedItem, toOne: boolean, read: ReadPlan, expands: boolean): Output {
  const isEmpty = read.columns.length === 0 && read.embeds.every(({ output }) => output === 'nothing');
  if (isEmpty) return { read, output: 'nothing', spread: [] };
  if (!item.spread) return { read, output: toOne ? 'object' : 'array', spread: [] };
  if (!toOne) return { read, output: 'spread-lists', spread: spreadLists(read) };
  if (!expands) return { read, output: 'spread', spread: ALL };
  const hoisted = hoist(read);
  return { read: hoisted.read, output: 'spread', spread: hoisted.columns };
}

function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.toOne;
  return relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one';
}

function joins(
  { name: schema }: Schema,
  parent: Origin,
  relationship: Relationship,
): Pick<EmbedPlan, 'on' | 'junction' | 'from'> {
  const pair = ([near, far]: readonly [string, string]): JoinPair => ({ parent: near, child: far });
  switch (relationship.kind) {
    case 'computed':
      return { on: [], junction: undefined, from: { call: relationship.call, row: rowOf(parent) } };
    case 'many-to-many': {
      const { junction, toJunction, toTarget } = relationship;
      const relation = { schema, name: junction };
      return { on: toJunction.map(pair), junction: { relation, on: toTarget.map(pair) }, from: undefined };
    }
    default:
      return { on: relationship.pairs.map(pair), junction: undefined, from: undefined };
  }
}

/** The result of a write or call is no row of the table any more, but holds all of its columns. */
function rowOf({ type, isSource, columns }: Origin): RowCall['row'] {
  return type && isSource ? { type, columns: [...columns.keys()] } : undefined;
}

/** Refuses as Postgres would: upstream makes the name of each embedded resource from these three. */
function refuseSameNames(origin: Origin, embeds: readonly EmbedPlan[], depth: number): void {
  const names = new Set<string>();
  for (const { name } of embeds) {
    if (names.has(name)) throw schemaErrors.nameTwice(`${origin.name}_${name}_${depth}`);
    names.add(name);
  }
}

function here<T>(entries: readonly At<T>[]): readonly T[] {
  return entries.filter(({ path }) => path.length === 0).map(({ value }) => value);
}

/** A path begins with an embedded resource's alias or its name; the first match counts. */
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
