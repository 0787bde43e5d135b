/**
 * Reads of any exposed table, view or function, made from the schema itself: mostly ones that make sense, with every
 * operator, embedding, order, page and representation, and some that are broken.
 *
 * Rows that are cut to a page are ordered down to their key, so that the same request always gives the same rows.
 */
import type fc from 'fast-check';
import type {
  Column,
  Relation,
  Relationship,
  Routine,
  Schema,
} from '../../../src/protocols/rest/schema-cache/schema.ts';
import { type Draw, drawn } from './draw.ts';
import { comparisonOf, POISON, quoted, textFor } from './values.ts';

export interface GeneratedRequest {
  readonly method: string;
  /** Below /rest/v1. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Ground {
  readonly schema: Schema;
  /** The functions that may be called. */
  readonly routines: readonly Routine[];
  /** The ids of rows, also of those that the caller may not see. */
  readonly ids: readonly string[];
}

type Parameters = [name: string, value: string][];

export function reads(ground: Ground): fc.Arbitrary<GeneratedRequest> {
  const relations = [...ground.schema.relations.values()];
  return drawn((draw) => {
    const routine = draw.chance(15) ? draw.pick(ground.routines) : undefined;
    const relation = (routine && resultOf(ground.schema, routine)) ?? draw.pick(relations);
    const parameters: Parameters = [];
    if (routine) parameters.push(...argumentsOf(draw, routine, ground.ids));
    if (!routine || resultOf(ground.schema, routine)) {
      const select = new Reader(draw, ground, parameters).read(relation, [], 0);
      if (select !== '*' || draw.chance(50)) parameters.push(['select', select]);
    }
    const path = routine ? `/rpc/${routine.name}` : `/${relation.name}`;
    return {
      method: draw.chance(90) ? 'GET' : 'HEAD',
      path: `${path}?${searchOf(draw, parameters)}`,
      headers: readHeaders(draw, parameters),
    };
  });
}

export function resultOf({ relations }: Schema, { returns }: Routine): Relation | undefined {
  return returns.kind === 'rows' && returns.relation !== undefined
    ? relations.get(returns.relation)
    : undefined;
}

export function argumentsOf(draw: Draw, { parameters }: Routine, ids: readonly string[]): Parameters {
  return parameters
    .filter(({ required }) => (required ? draw.chance(97) : draw.chance(50)))
    .map(({ name, type }) => [name, textFor(draw, type, ids)]);
}

/** Percent-encoded, now and then with a character that is not what it should be. */
export function searchOf(draw: Draw, parameters: Parameters): string {
  const search = new URLSearchParams(
    parameters.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
  ).toString();
  if (!draw.chance(2)) return search;
  const at = draw.upTo(search.length);
  const poison = draw.pick(POISON).toWellFormed();
  return (
    search.slice(0, at) +
    (draw.chance(50) ? encodeURIComponent(poison) : poison.replaceAll('#', '')) +
    search.slice(at)
  );
}

const PREFERENCES = [
  ...['count=exact', 'count=planned', 'count=estimated', 'handling=strict', 'handling=lenient'],
  ...['timezone=Asia/Tokyo', 'timezone=Nowhere', 'max-affected=2', 'tx=rollback', 'return=minimal', 'x=y'],
] as const;
const TYPES = [
  ...[
    '*/*',
    'application/json',
    'application/json',
    'application/json',
    'text/csv',
    'text/csv;q=0.5, */*;q=0.1',
  ],
  ...['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json;nulls=stripped'],
  ...['application/vnd.pgrst.array+json;nulls=stripped', 'application/vnd.pgrst.plan+json', 'image/png', 'x'],
  ...['application/vnd.pgrst.plan+text; for="text/csv"; options=analyze|verbose|x', 'application/geo+json'],
] as const;

export function readHeaders(draw: Draw, parameters: Parameters): Record<string, string> {
  const headers: Record<string, string> = {};
  const preferences = draw.chance(30) ? draw.some(PREFERENCES) : [];
  if (preferences.length > 0) headers.prefer = preferences.join(draw.pick([',', ', ']));
  if (draw.chance(25)) headers.accept = draw.pick(TYPES);
  // A page of rows in no order would not be the same twice.
  const isOrdered = parameters.some(([name, value]) => name === 'order' && /(?:^|,)id$/.test(value));
  if (isOrdered && draw.chance(20)) headers.range = draw.pick(['0-1', '1-', '2-2', '5-3', '100-', '-1', 'x']);
  if (draw.chance(2))
    headers['accept-profile'] = draw.pick(['nowhere', 'auth', 'private', 'pg_catalog', '"']);
  return headers;
}

/** As the grammar wants a name that is no plain word. */
function nameOf(column: string): string {
  return /^\w+$/.test(column) ? column : quoted(column);
}

const AGGREGATES = ['sum', 'avg', 'count', 'max', 'min'] as const;
const CASTS = [
  'text',
  'int',
  'int8',
  'numeric',
  'float8',
  'bool',
  'date',
  'jsonb',
  '_text',
  'timestamptz',
  'regclass',
  'no',
] as const;
const STEPS = [
  '->kind',
  '->>kind',
  '->deep->list->0',
  '->0',
  '->>-1',
  '->"a b"',
  '->deep->list->1->>a',
  '->$1',
] as const;

/** Writes the parameters of one resource and of those embedded in it. */
class Reader {
  readonly #draw: Draw;
  readonly #ground: Ground;
  readonly #parameters: Parameters;

  constructor(draw: Draw, ground: Ground, parameters: Parameters) {
    this.#draw = draw;
    this.#ground = ground;
    this.#parameters = parameters;
  }

  /** @returns its part of the `select` parameter */
  read(relation: Relation, path: readonly string[], depth: number): string {
    const draw = this.#draw;
    const columns = this.#columns(relation);
    const isGrouped = draw.chance(7);
    const embeds = depth < 3 && !draw.chance(45 + depth * 15) ? this.#embeds(relation, path, depth) : [];
    const items = [
      ...(draw.chance(35) && !isGrouped ? ['*'] : []),
      ...Array.from({ length: draw.upTo(3) }, () => this.#item(columns, isGrouped)),
      ...(isGrouped && draw.chance(50) ? ['count()'] : []),
      ...embeds.map(({ text }) => text),
    ];
    this.#filters(relation, columns, path, embeds);
    if (!isGrouped) this.#pages(relation, columns, path, embeds);
    return items.length === 0 ? (path.length > 0 && draw.chance(30) ? '' : '*') : items.join(',');
  }

  #columns({ columns, computed }: Relation): readonly Column[] {
    const more = [...computed].map(([name, { type }]) => ({ name, type, default: undefined }));
    return [...columns.values(), ...more];
  }

  #name(columns: readonly Column[]): { readonly text: string; readonly column: Column } {
    const draw = this.#draw;
    const column = draw.pick(columns);
    const isJson = /^(?:jsonb?|_\w+|int4range)$/.test(column.type.name);
    const step = draw.chance(isJson ? 40 : 1) ? draw.pick(STEPS) : '';
    if (draw.upTo(299) === 0)
      return { text: draw.pick(['nothing', 'xmin', 'ctid', 'tableoid', '"', '""']), column };
    return { text: `${nameOf(column.name)}${step}`, column };
  }

  #item(columns: readonly Column[], isGrouped: boolean): string {
    const draw = this.#draw;
    const { text } = this.#name(columns);
    const alias = draw.chance(15) ? draw.pick(['a:', 'b:', '"c d":', 'id:', 'count:']) : '';
    const cast = draw.chance(5) ? `::${draw.pick(CASTS)}` : '';
    const aggregate = isGrouped && draw.chance(50) ? `.${draw.pick(AGGREGATES)}()` : '';
    const after = aggregate && draw.chance(20) ? `::${draw.pick(CASTS)}` : '';
    return `${alias}${text}${cast}${aggregate}${after}`;
  }

  #embeds(
    relation: Relation,
    path: readonly string[],
    depth: number,
  ): readonly { name: string; text: string }[] {
    const draw = this.#draw;
    const known = this.#ground.schema.relationships.get(relation.name) ?? [];
    if (known.length === 0) return [];
    return Array.from({ length: draw.chance(25) ? 2 : 1 }, () => {
      const one = draw.pick(known);
      const target = this.#ground.schema.relations.get(one.target);
      const { name, hint } = this.#way(one);
      const alias = draw.chance(35) ? draw.pick(['x', 'y', 'z']) : undefined;
      const join = draw.chance(30) ? draw.pick(['!inner', '!inner', '!left']) : '';
      const isSpread = draw.chance(15);
      const below = target ? this.read(target, [...path, alias && !isSpread ? alias : name], depth + 1) : '*';
      const prefix = isSpread ? '...' : alias === undefined ? '' : `${alias}:`;
      return { name: alias && !isSpread ? alias : name, text: `${prefix}${name}${hint}${join}(${below})` };
    });
  }

  /** How a relationship is named, mostly so that no other can be meant. */
  #way(one: Relationship): { readonly name: string; readonly hint: string } {
    if (one.kind === 'computed') return { name: one.call.name, hint: '' };
    if (this.#draw.chance(10)) return { name: one.target, hint: '' };
    if (one.kind === 'many-to-many') return { name: one.target, hint: `!${one.junction}` };
    const isUpwards = one.origin === one.target && one.kind === 'many-to-one';
    return isUpwards ? { name: one.constraint, hint: '' } : { name: one.target, hint: `!${one.constraint}` };
  }

  #filters(
    relation: Relation,
    columns: readonly Column[],
    path: readonly string[],
    embeds: readonly { readonly name: string }[],
  ): void {
    const draw = this.#draw;
    const { ids } = this.#ground;
    const at = (name: string) => [...path, name].join('.');
    for (let left = draw.pick([0, 0, 0, 1, 1, 2]); left > 0; left--) {
      const { text, column } = this.#name(columns);
      this.#parameters.push([at(text), comparisonOf(draw, column.type, ids, false)]);
    }
    if (draw.chance(8))
      this.#parameters.push([at(draw.pick(['or', 'and', 'not.or', 'not.and'])), this.#tree(columns, 0)]);
    for (const { name } of embeds) {
      if (draw.chance(8))
        this.#parameters.push([
          at(name),
          draw.pick(['is.null', 'not.is.null', 'not.is.null', 'is.not_null', 'eq.1']),
        ]);
    }
    if (draw.chance(1)) this.#parameters.push([`${relation.name}.nothing.id`, 'eq.1']);
  }

  #tree(columns: readonly Column[], depth: number): string {
    const draw = this.#draw;
    const parts = Array.from({ length: 1 + draw.upTo(2) }, (): string => {
      if (depth < 2 && draw.chance(25))
        return draw.pick(['or', 'and', 'not.or', 'not.and']) + this.#tree(columns, depth + 1);
      const { text, column } = this.#name(columns);
      return `${text}.${comparisonOf(draw, column.type, this.#ground.ids, true)}`;
    });
    return `(${parts.join(',')})`;
  }

  #pages(
    relation: Relation,
    columns: readonly Column[],
    path: readonly string[],
    embeds: readonly { readonly name: string }[],
  ): void {
    const draw = this.#draw;
    const at = (name: string) => [...path, name].join('.');
    const isCut = relation.columns.has('id') && draw.chance(25);
    const terms = draw.chance(40)
      ? Array.from({ length: 1 + draw.upTo(1) }, () => this.#term(columns, embeds))
      : [];
    if (isCut) terms.push('id');
    if (terms.length > 0) this.#parameters.push([at('order'), terms.join(',')]);
    if (!isCut) return;
    if (draw.chance(80))
      this.#parameters.push([at('limit'), draw.pick(['0', '1', '2', '3', '100', '-1', 'x', '9'.repeat(20)])]);
    if (draw.chance(50)) this.#parameters.push([at('offset'), draw.pick(['0', '1', '2', '50', '-1', 'x'])]);
  }

  #term(columns: readonly Column[], embeds: readonly { readonly name: string }[]): string {
    const draw = this.#draw;
    const direction = draw.pick([
      '',
      '',
      '.asc',
      '.desc',
      '.nullsfirst',
      '.desc.nullslast',
      '.asc.nullsfirst',
    ]);
    const [first] = embeds;
    const text = first && draw.chance(30) ? `${first.name}(id)` : this.#name(columns).text;
    return text + (draw.chance(1) ? '.up' : direction);
  }
}
