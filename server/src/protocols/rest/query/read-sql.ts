/**
 * A read plan as a SELECT. Each embedded resource is a lateral join, so that its own filters, order and limit hold
 * per row of its parent; row-level security holds in every one of them.
 */
import type { EmbedPlan, OutputColumn, ReadPlan } from '../plan/plan.ts';
import type { Page } from '../request/grammar/syntax.ts';
import type { Bindings } from './bindings.ts';
import { conditionSql, fieldSql, orderSql } from './condition-sql.ts';
import { embedName, exposed, junctionName, nodeName, quoteName, SOURCE, typeSql } from './names.ts';

/** The rows that the plan asks for. */
export function rowsSql(read: ReadPlan, bindings: Bindings): string {
  return selectSql(read, bindings);
}

/** One empty row for each row that there would be without limit and offset. */
export function allRowsSql(read: ReadPlan, bindings: Bindings): string {
  const node = nodeName(read.id);
  const embeds = read.embeds.filter((embed) => embed.inner || isAskedFor(read, embed));
  const joins = embeds.map((embed) => embedSql(node, embed, bindings));
  return `select from ${tableSql(read)}${joins.join('')}${whereSql(read, [], bindings)}`;
}

function isAskedFor({ where }: ReadPlan, embed: EmbedPlan): boolean {
  const asks = (condition: ReadPlan['where'][number]): boolean =>
    condition.kind === 'logic'
      ? condition.conditions.some(asks)
      : condition.kind === 'embed-exists' && condition.embed === embed.read.id;
  return where.some(asks);
}

/** @param via the embedding that the node stands in; undefined for the root */
function selectSql(read: ReadPlan, bindings: Bindings, via?: { parent: string; embed: EmbedPlan }): string {
  const node = nodeName(read.id);
  const outputs = [
    ...read.columns.map((column) => columnSql(node, column, bindings)),
    ...read.embeds.flatMap(embedOutputSql),
  ];
  const table = via ? embeddedTableSql(read, via.embed) : tableSql(read);
  const joins = read.embeds.map((embed) => embedSql(node, embed, bindings));
  const on = via ? joinConditions(read, via.parent, via.embed) : [];
  return `select ${outputs.join(', ')} from ${table}${joins.join('')}${whereSql(read, on, bindings)}${orderSql(
    node,
    read.order,
    bindings,
  )}${pageSql(read.page, bindings)}`;
}

function columnSql(node: string, column: OutputColumn, bindings: Bindings): string {
  if (column.kind === 'star') return `${node}.*`;
  const field = fieldSql(node, column.field, bindings);
  const value = column.cast ? `cast(${field} as ${typeSql(column.cast)})` : field;
  const name = column.as ?? (column.cast ? column.field.column : undefined);
  return name === undefined ? value : `${value} as ${quoteName(name)}`;
}

function embedOutputSql({ read, name, output }: EmbedPlan): string[] {
  const embed = embedName(read.id);
  switch (output) {
    case 'object':
      return [`row_to_json(${embed}) as ${quoteName(name)}`];
    case 'array':
      return [`coalesce(${embed}.j, '[]') as ${quoteName(name)}`];
    case 'spread':
      return [`${embed}.*`];
    case 'nothing':
      return [];
  }
}

function embedSql(parent: string, embed: EmbedPlan, bindings: Bindings): string {
  const name = embedName(embed.read.id);
  const rows = selectSql(embed.read, bindings, { parent, embed });
  const join = embed.inner ? ' inner join lateral' : ' left join lateral';
  if (embed.toOne) return `${join} (${rows}) as ${name} on true`;
  return `${join} (select json_agg(r) as j from (${rows}) as r) as ${name} on ${
    embed.inner ? `${name}.j is not null` : 'true'
  }`;
}

function tableSql({ id, relation }: ReadPlan): string {
  return `${relation === undefined ? SOURCE : exposed(relation)} as ${nodeName(id)}`;
}

function embeddedTableSql(read: ReadPlan, { junction }: EmbedPlan): string {
  if (!junction) return tableSql(read);
  const [from, to] = [junctionName(read.id), nodeName(read.id)];
  const on = junction.on.map(
    ({ parent, child }) => `${from}.${quoteName(parent)} = ${to}.${quoteName(child)}`,
  );
  return `${exposed(junction.relation)} as ${from} inner join ${tableSql(read)} on ${on.join(' and ')}`;
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

function pageSql({ offset, limit }: Page, bindings: Bindings): string {
  const limitSql = limit === undefined ? '' : ` limit ${bindings.bind(limit)}`;
  return offset === 0 ? limitSql : `${limitSql} offset ${bindings.bind(offset)}`;
}
