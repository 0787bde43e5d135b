/**
 * A read plan as a SELECT. Each embedded resource is a lateral join, so that its own filters, order and limit hold
 * per row of its parent; row-level security holds in every one of them.
 */
import type { EmbedPlan, ReadPlan, RowCall } from '../plan/plan.ts';
import type { Bindings } from './bindings.ts';
import { boundSql, computedOnceSql } from './bound-sql.ts';
import { columnOutput, embedOutputs, type Output } from './column-sql.ts';
import { conditionSql, orderSql } from './condition-sql.ts';
import { embedName, junctionName, nodeName, qualified, quoteName, SOURCE } from './names.ts';

/** The rows that the plan asks for. */
export function rowsSql(read: ReadPlan, bindings: Bindings): string {
  return selectSql(read, bindings);
}

/** An empty row for each row that there would be without limit and offset. */
export function allRowsSql(read: ReadPlan, bindings: Bindings): string {
  const node = nodeName(read.id);
  const embeds = read.embeds.filter((embed) => embed.inner || isAskedFor(read, embed));
  const joins = embeds.map((embed) => embedSql({ parent: node, embed, grouped: false }, bindings));
  return `select from ${tableSql(read)}${joins.join('')}${whereSql(read, [], bindings)}`;
}

function isAskedFor({ where }: ReadPlan, embed: EmbedPlan): boolean {
  const asks = (condition: ReadPlan['where'][number]): boolean =>
    condition.kind === 'logic'
      ? condition.conditions.some(asks)
      : condition.kind === 'embed-exists' && condition.embed === embed.read.id;
  return where.some(asks);
}

/** The place of a node in the statement. */
interface Via {
  readonly parent: string;
  readonly embed: EmbedPlan;
  /** The parent's rows are grouped by what it takes of the node's. */
  readonly grouped: boolean;
}

/** @param via the embedding that the node stands in; undefined for the root */
function selectSql(read: ReadPlan, bindings: Bindings, via?: Via): string {
  const node = nodeName(read.id);
  const grouped = read.grouped || (via?.grouped === true && via.embed.output === 'spread');
  const outputs = [
    ...read.columns.map((column) => columnOutput(node, column, bindings)),
    ...read.embeds.flatMap((embed) => embedOutputs(embed, grouped)),
  ];
  const table = via ? embeddedTableSql(read, via) : tableSql(read);
  const joins = read.embeds.map((embed) => embedSql({ parent: node, embed, grouped }, bindings));
  const on = via ? joinConditions(read, via.parent, via.embed) : [];
  const list = outputs.map(({ sql }) => sql).join(', ');
  const group = read.grouped ? groupSql(outputs) : '';
  return `select ${list} from ${table}${joins.join('')}${whereSql(read, on, bindings)}${group}${orderSql(
    node,
    read.order,
    bindings,
  )}${pageSql(read, bindings)}`;
}

/** By position: the expression of a JSON path has parameters in it, and would not be known again. */
function groupSql(outputs: readonly Output[]): string {
  const keys = outputs.flatMap(({ aggregated }, index) => (aggregated ? [] : [index + 1]));
  return keys.length === 0 ? '' : ` group by ${keys.join(', ')}`;
}

function embedSql(via: Via, bindings: Bindings): string {
  const { embed } = via;
  const name = embedName(embed.read.id);
  const rows = selectSql(embed.read, bindings, via);
  const join = embed.inner ? ' inner join lateral' : ' left join lateral';
  if (embed.toOne) return `${join} (${rows}) as ${name} on true`;
  return `${join} (select ${listsSql(embed, bindings)} from (${rows}) as r) as ${name} on ${
    embed.inner ? `${name}.j is not null` : 'true'
  }`;
}

/** The rows of a to-many resource as JSON: one list of them, or one per column. */
function listsSql({ output, spread, read }: EmbedPlan, { mostBytes }: Bindings): string {
  if (output !== 'spread-lists') return `json_agg(r.*)${boundSql(read.large, mostBytes)} as j`;
  const lists = spread.map(
    ({ name = '' }, index) => `coalesce(json_agg(r.${quoteName(name)}), '[]') as c${index}, `,
  );
  return `${lists.join('')}nullif(count(*), 0) as j`;
}

function tableSql({ id, relation }: ReadPlan): string {
  return `${relation === undefined ? SOURCE : qualified(relation)} as ${nodeName(id)}`;
}

function embeddedTableSql(read: ReadPlan, { parent, embed }: Via): string {
  const { junction, from: source } = embed;
  if (source) return `${rowCallSql(source, parent)} as ${nodeName(read.id)}`;
  if (!junction) return tableSql(read);
  const [from, to] = [junctionName(read.id), nodeName(read.id)];
  const on = junction.on.map(
    ({ parent, child }) => `${from}.${quoteName(parent)} = ${to}.${quoteName(child)}`,
  );
  return `${qualified(junction.relation)} as ${from} inner join ${tableSql(read)} on ${on.join(' and ')}`;
}

function rowCallSql({ call, row }: RowCall, parent: string): string {
  if (!row) return `${qualified(call)}(${parent}.*)`;
  const columns = row.columns.map((name) => `${parent}.${quoteName(name)}`);
  return `${qualified(call)}(row(${columns.join(', ')})::${qualified(row.type)})`;
}

function joinConditions(read: ReadPlan, parent: string, embed: EmbedPlan): string[] {
  const near = embed.junction ? junctionName(read.id) : nodeName(read.id);
  return embed.on.map((pair) => `${near}.${quoteName(pair.child)} = ${parent}.${quoteName(pair.parent)}`);
}

function whereSql(read: ReadPlan, on: readonly string[], bindings: Bindings): string {
  const node = nodeName(read.id);
  const conditions = [...on, ...read.where.map((condition) => conditionSql(node, condition, bindings))];
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

function pageSql({ page: { offset, limit }, large }: ReadPlan, bindings: Bindings): string {
  const limitSql = limit === undefined ? '' : ` limit ${bindings.bind(limit)}`;
  if (offset === 0 && limit === undefined) return computedOnceSql(large, bindings.mostBytes);
  return offset === 0 ? limitSql : `${limitSql} offset ${bindings.bind(offset)}`;
}
