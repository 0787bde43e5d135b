import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { RestError } from '../../../src/protocols/rest/errors.ts';
import { planRequest } from '../../../src/protocols/rest/plan/plan-request.ts';
import { buildQuery } from '../../../src/protocols/rest/query/build-query.ts';
import { parseSelect } from '../../../src/protocols/rest/request/grammar/parse-select.ts';
import type { SelectItem } from '../../../src/protocols/rest/request/grammar/syntax.ts';
import { parseRequest } from '../../../src/protocols/rest/request/rest-request.ts';
import { introspect } from '../../../src/protocols/rest/schema-cache/introspect.ts';
import type { Catalog } from '../../../src/protocols/rest/schema-cache/schema.ts';
import { ALLOW_ALL, useLibrary } from '../library.ts';
import { strangersIn } from './sql-shape.ts';

const { server, library } = useLibrary([ALLOW_ALL]);

let catalog: Catalog;
beforeAll(async () => {
  for (const text of COMPUTED) await library().sql(text);
  catalog = await introspect(server().database);
});

const COMPUTED = [
  `create function public.initial(authors) returns text language sql stable as 'select left($1.name, 1)'`,
  `create function public.written(authors) returns setof books language sql stable
    as 'select * from public.books where author_id = $1.id'`,
];

interface Hostile {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly prefer: string;
  readonly accept: string;
  readonly body: string;
}

const poison = fc.constantFrom(
  ...[
    '"',
    "'",
    '\\',
    '--',
    '/*',
    ';',
    '$1',
    '$$',
    '%00',
    '\u0000',
    ')',
    '(',
    '::',
    '->',
    '->>',
    '{',
    '}',
    '[',
    ']',
  ],
  ...[
    "'; drop table books; --",
    '" or true --',
    '\ud800',
    '🙂',
    '*',
    '%',
    '1e999',
    '-0',
    'NaN',
    'null',
    ',',
    '.',
    '!',
  ],
);
const word = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'id',
      'title',
      'data',
      'labels',
      'pages',
      'added',
      'author_id',
      'name',
      'stars',
      'select',
      'initial',
      'count',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'authors',
      'books',
      'reviews',
      'tags',
      'book_tags',
      'author_details',
      'written',
      'nothing',
      'pg_sleep',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  { weight: 1, arbitrary: poison },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }).map((text) => JSON.stringify(text)) },
);
const value = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom(
    'x',
    '{1,2}',
    '{}',
    '[1,2)',
    '{"a":1}',
    'null',
    'true',
    '2026-01-01',
    '(1,2)',
    '("a,b",2)',
    '()',
    '*a*',
    '^a',
    '{a*}',
  ),
  poison,
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const operator = fc.constantFrom(
  ...[
    'eq',
    'neq',
    'gt',
    'gte',
    'lt',
    'lte',
    'like',
    'ilike',
    'match',
    'imatch',
    'is',
    'isdistinct',
    'in',
    'cs',
    'cd',
  ],
  ...[
    'ov',
    'sl',
    'sr',
    'nxr',
    'nxl',
    'adj',
    'fts',
    'plfts',
    'phfts',
    'wfts',
    'fts(english)',
    'wfts(nothing)',
  ],
  ...['eq(any)', 'like(all)', 'not.eq', 'not.in', 'not.is', 'noop', ''],
);
const field = fc
  .tuple(
    word,
    fc.array(fc.tuple(fc.constantFrom('->', '->>'), fc.oneof(word, fc.integer().map(String))), {
      maxLength: 2,
    }),
  )
  .map(([name, path]) => name + path.map((step) => step.join('')).join(''));
const filter = fc.tuple(field, operator, value).map(([name, op, text]) => `${name}.${op}.${text}`);
const tree: fc.Arbitrary<string> = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    filter,
    fc
      .tuple(fc.constantFrom('and', 'or', 'not.and', 'not.or'), fc.array(tie('tree'), { maxLength: 3 }))
      .map(([op, parts]) => `${op}(${parts.join(',')})`),
  ),
})).tree;
const select: fc.Arbitrary<string> = fc.letrec<{ list: string; item: string }>((tie) => ({
  list: fc.array(tie('item'), { maxLength: 4 }).map((items) => items.join(',')),
  item: fc.oneof(
    { maxDepth: 3 },
    fc.constant('*'),
    field,
    fc.tuple(word, field).map(([alias, name]) => `${alias}:${name}`),
    fc
      .tuple(field, fc.constantFrom('text', 'int', 'jsonb', 'nothing', 'regclass', 'text)', '_text'))
      .map((parts) => parts.join('::')),
    fc
      .tuple(field, fc.constantFrom('.sum()', '.max()', '.count()', '.avg()::text', '.min()::nothing'))
      .map((parts) => parts.join('')),
    fc.constantFrom('count()', 'a:count()::text', 'count'),
    fc
      .tuple(
        fc.constantFrom('', '...', 'a:'),
        word,
        fc.constantFrom('', '!inner', '!left', '!author_id', '!books_author_id_fkey'),
        tie('list'),
      )
      .map(([prefix, name, suffix, list]) => `${prefix}${name}${suffix}(${list})`),
  ),
})).list;
const order = fc
  .tuple(field, fc.constantFrom('', '.asc', '.desc', '.nullsfirst', '.desc.nullslast', '.up'), fc.boolean())
  .map(([name, suffix, related]) => (related ? `authors(${name})${suffix}` : `${name}${suffix}`));
const parameter = fc.oneof(
  fc.tuple(fc.constant('select'), select),
  fc.tuple(
    field,
    fc.tuple(operator, value).map((parts) => parts.join('.')),
  ),
  fc.tuple(
    fc.tuple(word, field).map((parts) => parts.join('.')),
    fc.tuple(operator, value).map((parts) => parts.join('.')),
  ),
  fc.tuple(
    fc.constantFrom('and', 'or', 'not.or', 'reviews.or'),
    fc.array(tree, { maxLength: 3 }).map((parts) => `(${parts.join(',')})`),
  ),
  fc.tuple(fc.constantFrom('order', 'reviews.order'), order),
  fc.tuple(
    fc.constantFrom('limit', 'offset', 'reviews.limit', 'authors.offset'),
    fc.oneof(fc.integer().map(String), value),
  ),
  fc.tuple(
    fc.constantFrom('columns', 'on_conflict'),
    fc.array(word, { maxLength: 3 }).map((names) => names.join(',')),
  ),
  fc.tuple(fc.constantFrom('a', 'b', 'author', 'numbers', 'who', 'code'), value),
  fc.tuple(fc.string({ unit: 'grapheme', maxLength: 10 }), fc.string({ unit: 'grapheme', maxLength: 20 })),
);
const search = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .array(parameter, { maxLength: 5 })
      .map((list) => new URLSearchParams(list as [string, string][]).toString()),
  },
  { weight: 1, arbitrary: fc.webQueryParameters() },
);
function staysInside(path: string): boolean {
  return new URL(`http://host/rest/v1${path}`).pathname.startsWith('/rest/v1/');
}

const path = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      '/books',
      '/authors',
      '/reviews',
      '/tags',
      '/long_books',
      `/${encodeURIComponent('odd "name"')}`,
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(
        'add',
        'books_by',
        'first_book',
        'counts',
        'numbers',
        'echo',
        'total',
        'twice',
        'my_notes',
      )
      .map((name) => `/rpc/${name}`),
  },
  // `/..` would leave the protocol.
  { weight: 1, arbitrary: fc.webPath().filter(staysInside) },
  { weight: 1, arbitrary: word.map((name) => `/${encodeURIComponent(name.toWellFormed())}`) },
);
const body = fc.oneof(
  fc.json(),
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '[{}]',
    '{}',
    '{"id":1,"label":"x"}',
    '[{"id":1},{"title":"x"}]',
    '{"a":1}',
    '{"author":1}',
  ),
  fc.dictionary(word, fc.jsonValue(), { maxKeys: 3 }).map((row) => JSON.stringify(row)),
);
const hostile: fc.Arbitrary<Hostile> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'),
  path,
  search,
  // Every write is undone, so that no request depends on earlier ones.
  prefer: fc
    .subarray([
      'return=representation',
      'return=headers-only',
      'count=exact',
      'resolution=merge-duplicates',
      'missing=default',
      'max-affected=1',
      'timezone=Asia/Tokyo',
    ])
    .map((list) => ['tx=rollback', ...list].join(',')),
  accept: fc.constantFrom(
    '*/*',
    'application/json',
    'text/csv',
    'application/vnd.pgrst.object+json',
    'application/vnd.pgrst.array+json;nulls=stripped',
    'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose|x',
    'x',
  ),
  body,
});

test('answers every request with a result or a protocol error, never with a failure of its own', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async ({ method, path, search, prefer, accept, body }) => {
      const hasBody = method === 'POST' || method === 'PATCH' || method === 'PUT';
      const response = await library().ask(`${path}?${search}`, {
        method,
        headers: { prefer, accept, 'content-type': 'application/json' },
        ...(hasBody ? { body } : {}),
      });
      const text = await response.text();
      expect(response.status, text).toBeLessThan(500);
      if (response.status >= 400 && method !== 'HEAD') expect(JSON.parse(text)).toHaveProperty('message');
    }),
    { numRuns: 600 },
  );
  expect((await library().ask('/books?select=id')).status).toBe(200);
});

test('makes no SQL outside its grammar', () => {
  let statements = 0;
  fc.assert(
    fc.property(hostile, ({ search, ...request }) => {
      const query = sqlOf({ ...request, search });
      if (query === undefined) return;
      statements += 1;
      const aliases = namesIn(new URLSearchParams(search).get('select') ?? '');
      expect(strangersIn(query, catalog, aliases), query).toEqual([]);
    }),
    { numRuns: 20_000 },
  );
  // Else the generator has lost its aim and the property says nothing.
  expect(statements).toBeGreaterThan(1000);
});

/** The same stages that a request goes through before Postgres sees it. */
function sqlOf({ method, path, search, prefer, accept, body }: Hostile): string | undefined {
  const headers: Record<string, string> = { prefer, accept };
  try {
    const request = parseRequest({
      method,
      path,
      search,
      body,
      header: (name) => headers[name],
      headers: () => [],
    });
    const plan = planRequest(request, catalog);
    return plan.kind === 'describe' || plan.kind === 'options' ? undefined : buildQuery(plan).text;
  } catch (error) {
    if (error instanceof RestError) return undefined;
    throw error;
  }
}

/** Names that a request itself gives to columns: aliases, embedded resources, the keys of JSON paths. */
function namesIn(select: string): ReadonlySet<string> {
  const namesOf = (items: readonly SelectItem[]): string[] =>
    items.flatMap((item) => {
      if (item.kind === 'star') return [];
      const alias = item.alias === undefined ? [] : [item.alias];
      if (item.kind === 'count') return alias;
      if (item.kind === 'field') return [...alias, ...item.field.path.map(({ value }) => value)];
      return [...alias, item.target, ...namesOf(item.select)];
    });
  return new Set(namesOf(parseSelect(select)));
}
