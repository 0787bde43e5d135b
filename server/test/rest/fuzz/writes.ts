/** Writes of any exposed table and calls of any function, each undone at its end. */
import type fc from 'fast-check';
import type { Relation } from '../../../src/protocols/rest/schema-cache/schema.ts';
import { type Draw, drawn } from './draw.ts';
import { argumentsOf, type GeneratedRequest, type Ground, readHeaders, searchOf } from './reads.ts';
import { comparisonOf, POISON, quoted, textFor } from './values.ts';

const PREFERENCES = [
  ...['return=representation', 'return=representation', 'return=representation', 'return=headers-only'],
  ...['return=minimal', 'count=exact', 'resolution=merge-duplicates', 'resolution=ignore-duplicates'],
  ...['missing=default', 'handling=strict', 'max-affected=1', 'timezone=Asia/Tokyo', 'x=y'],
] as const;

const CONTENT_TYPES = [
  ...[
    'application/json',
    'application/json',
    'application/json',
    'application/json',
    'application/json',
    'text/csv',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/octet-stream',
    'application/vnd.pgrst.array+json',
  ],
] as const;

export function writes(ground: Ground): fc.Arbitrary<GeneratedRequest> {
  const relations = [...ground.schema.relations.values()];
  return drawn((draw) => {
    const { accept } = readHeaders(draw, []);
    const headers = {
      // Every write is undone, so that no request depends on earlier ones.
      prefer: ['tx=rollback', ...draw.some(PREFERENCES)].join(','),
      'content-type': draw.pick(CONTENT_TYPES),
      ...(accept === undefined ? {} : { accept }),
      ...(draw.chance(2) ? { 'content-profile': draw.pick(['nowhere', 'auth', 'private']) } : {}),
    };
    if (draw.chance(20)) return { ...call(draw, ground), headers };
    const relation = draw.pick(relations);
    const method = draw.pick(['POST', 'POST', 'PATCH', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']);
    const hasBody = method !== 'DELETE' && method !== 'OPTIONS';
    const body = draw.chance(3) ? draw.pick(POISON) : bodyOf(draw, ground, relation, headers['content-type']);
    return {
      method,
      path: `${pathOf(draw, relation.name)}?${searchOf(draw, parametersOf(draw, ground, relation, method))}`,
      headers,
      ...(hasBody ? { body } : {}),
    };
  });
}

function call(draw: Draw, { routines, ids }: Ground): Omit<GeneratedRequest, 'headers'> {
  const routine = draw.pick(routines);
  const args = Object.fromEntries(argumentsOf(draw, routine, ids));
  const method = draw.pick(['POST', 'POST', 'POST', 'GET', 'OPTIONS', 'DELETE']);
  const path = `/rpc/${routine.name}`;
  if (method !== 'POST') return { method, path: `${path}?${searchOf(draw, Object.entries(args))}` };
  const body = draw.pick([
    JSON.stringify(args),
    JSON.stringify(args),
    JSON.stringify([args]),
    '',
    '7',
    'null',
    '{',
  ]);
  return { method, path: `${path}${draw.chance(20) ? '?select=id&limit=1&order=id' : ''}`, body };
}

/** Now and then a path that names nothing, always below the protocol's own. */
function pathOf(draw: Draw, name: string): string {
  if (!draw.chance(3)) return `/${name}`;
  const odd = draw.pick([...POISON, `${name}/`, `rpc/${name}`, `${name}/1`, 'rpc', 'rpc/', `${name}.json`]);
  const path = draw.chance(50) ? odd : encodeURIComponent(odd.toWellFormed());
  // `..` would leave it, and so would a second slash at the beginning.
  return `/${path
    .toWellFormed()
    .replaceAll('..', '')
    .replaceAll(/[?#\\\r\n\t]/g, '')}`;
}

function parametersOf(draw: Draw, { ids }: Ground, relation: Relation, method: string): [string, string][] {
  const columns = [...relation.columns.values()];
  const names = () => draw.some(columns.map(({ name }) => name)).join(',') || 'id';
  const filters = Array.from({ length: method === 'PUT' ? 0 : draw.upTo(2) }, (): [string, string] => {
    const column = draw.pick(columns);
    return [column.name, comparisonOf(draw, column.type, ids, false)];
  });
  if (method === 'PUT' || draw.chance(30)) filters.push(['id', `eq.${keyOf(draw, relation, ids)}`]);
  return [
    ...filters,
    ...(draw.chance(15) ? [['or', `(id.eq.${quoted(draw.pick(ids))},id.is.null)`] as [string, string]] : []),
    ...(draw.chance(15) ? [['columns', names()] as [string, string]] : []),
    ...(draw.chance(15) ? [['on_conflict', draw.pick(['id', names()])] as [string, string]] : []),
    ...(draw.chance(30)
      ? [
          ['select', draw.pick(['*', 'id', names(), `*,${draw.pick(['pages', 'samples'])}(*)`])] as [
            string,
            string,
          ],
        ]
      : []),
    ...(draw.chance(10) ? [['order', 'id'] as [string, string], ['limit', '1'] as [string, string]] : []),
  ];
}

function keyOf(draw: Draw, relation: Relation, ids: readonly string[]): string {
  const type = relation.columns.get('id')?.type;
  return type ? textFor(draw, type, ids) : draw.pick(ids);
}

function bodyOf(draw: Draw, { ids }: Ground, relation: Relation, contentType: string): string {
  const columns = draw.some([...relation.columns.values()]);
  const row = (): Record<string, unknown> =>
    Object.fromEntries(columns.map(({ name, type }) => [name, jsonOf(draw, textFor(draw, type, ids))]));
  if (contentType === 'text/csv') {
    const lines = Array.from({ length: draw.upTo(2) }, () =>
      Object.values(row()).map((value) => quoted(String(value))),
    );
    return [columns.map(({ name }) => name), ...lines].map((line) => line.join(',')).join('\n');
  }
  if (draw.chance(10))
    return draw.pick(['', '{', 'null', '[]', '[{}]', '{}', '[1]', '{"nothing":1}', '{"id":1}']);
  if (draw.chance(40)) return JSON.stringify(Array.from({ length: draw.upTo(3) }, row));
  return JSON.stringify(row());
}

function jsonOf(draw: Draw, value: string): unknown {
  return draw.pick([value, value, value, null, draw.upTo(9), true, [value], { kind: value }]);
}
