import { expect, test } from 'vitest';
import type { RestError } from '../../errors.ts';
import { parseFilter, parseLogic } from './parse-filter.ts';
import { parseOrder } from './parse-order.ts';
import { parseSelect } from './parse-select.ts';

function problemOf(parse: () => unknown): unknown {
  try {
    parse();
  } catch (error) {
    return (error as RestError).problem;
  }
  return undefined;
}

const column = (name: string, more: object = {}) => ({
  kind: 'field',
  field: { name, path: [] },
  cast: undefined,
  alias: undefined,
  ...more,
});

test.each([
  ['id', column('id')],
  [' id ', column('id')],
  ['with spaces', column('with spaces')],
  ['with-dashes', column('with-dashes')],
  ['"quo\\"ted, (x)"', column('quo"ted, (x)')],
  ['a:id::text', column('id', { alias: 'a', cast: 'text' })],
  ['größe', column('größe')],
  ['*', { kind: 'star' }],
  [
    'data->a-b->>-1',
    column('data', {
      field: {
        name: 'data',
        path: [
          { asText: false, kind: 'key', value: 'a-b' },
          { asText: true, kind: 'index', value: '-1' },
        ],
      },
    }),
  ],
])('parses the column %s', (text, item) => {
  expect(parseSelect(text)).toEqual([item]);
});

test('parses embedded resources with alias, hint, join and spread', () => {
  const embed = { kind: 'embed', alias: undefined, hint: undefined, join: undefined, spread: false };
  expect(parseSelect('a:b!c!inner(id,d()),...e!left(*)')).toEqual([
    {
      ...embed,
      target: 'b',
      alias: 'a',
      hint: 'c',
      join: 'inner',
      select: [column('id'), { ...embed, target: 'd', select: [] }],
    },
    { ...embed, target: 'e', join: 'left', spread: true, select: [{ kind: 'star' }] },
  ]);
});

test('parses a tree of filters', () => {
  expect(parseLogic('a.not.or', '(x.eq.1,not.and(y.in.(1,"2,3"),z.not.is.null))')).toEqual({
    path: ['a'],
    value: {
      kind: 'logic',
      negated: true,
      operator: 'or',
      conditions: [
        {
          kind: 'filter',
          field: { name: 'x', path: [] },
          comparison: {
            negated: false,
            operation: { kind: 'quantified', operator: 'eq', quantifier: undefined, value: '1' },
          },
        },
        {
          kind: 'logic',
          negated: true,
          operator: 'and',
          conditions: [
            {
              kind: 'filter',
              field: { name: 'y', path: [] },
              comparison: { negated: false, operation: { kind: 'in', values: ['1', '2,3'] } },
            },
            {
              kind: 'filter',
              field: { name: 'z', path: [] },
              comparison: { negated: true, operation: { kind: 'is', value: 'null' } },
            },
          ],
        },
      ],
    },
  });
});

test('parses paths and orders', () => {
  expect(parseFilter('a.b.c->d', 'gt(any).{1}').path).toEqual(['a', 'b']);
  expect(parseOrder('a.order', 'x.desc.nullslast, y(z).nullsfirst')).toEqual({
    path: ['a'],
    value: [
      { embed: undefined, field: { name: 'x', path: [] }, direction: 'desc', nulls: 'last' },
      { embed: 'y', field: { name: 'z', path: [] }, direction: undefined, nulls: 'first' },
    ],
  });
});

test.each([
  [() => parseSelect('id)'), 3],
  [() => parseSelect('a(b'), 4],
  [() => parseSelect('id::'), 5],
  [() => parseFilter('id', 'eq'), 1],
  [() => parseFilter('id)x', 'eq.1'), 3],
  [() => parseFilter('id', 'is.nullx'), 8],
  [() => parseLogic('or', '()'), 4],
  [() => parseLogic('or', '(a.eq.1)x'), 11],
  [() => parseOrder('order', 'id.up'), 3],
  [() => parseOrder('order', 'id.desc.up'), 8],
  [() => parseSelect(`${'a('.repeat(60)}id${')'.repeat(60)}`), 13],
  [() => parseLogic('or', `(${'and('.repeat(60)}a.eq.1${')'.repeat(61)}`), 163],
])('refuses %s, naming the place', (parse, place) => {
  expect(problemOf(parse)).toMatchObject({
    code: 'PGRST100',
    status: 400,
    message: expect.stringContaining(`(line 1, column ${place})`),
  });
});

test('embeds nest five levels and no deeper, whatever stands beside them', () => {
  expect(parseSelect('id,a(b(c(d(e(id)))),f(id)),g(h(id))')).toHaveLength(3);
  expect(problemOf(() => parseSelect('id,a(b(c(d(e(f(id))))))'))).toMatchObject({ code: 'PGRST100' });
});
