/** Places where this server once answered differently from PostgREST, each found by asking both the same. */
import { beforeAll, expect, test } from 'vitest';
import { ALLOW_ALL, useLibrary } from './library.ts';

const { library } = useLibrary([
  'create schema "Odd api"',
  'grant usage on schema "Odd api" to anon',
  'create table "Odd api".things (id int)',
  'insert into "Odd api".things values (7)',
  'grant select on "Odd api".things to anon',
  // Without a search path of its own.
  `create function "Odd api".count_things() returns bigint language plpgsql stable
    as 'begin return (select count(*) from things); end'`,
  `do $$ begin execute format('alter database %I set pgrst.db_schemas = ''public,Odd api''', current_database()); end $$`,
]);

const later = [
  `create view public.ring as select id, title from public.books`,
  'create or replace view public.ring as select id, title from public.ring',
  'create domain public.found as tsvector not null',
  'create domain public.found_twice as public.found',
  `create table public.texts (id int primary key, words public.found_twice)`,
  `insert into public.texts values (1, to_tsvector('english', 'wonderful machines'))`,
  'create domain public.whole_book as public.books check ((value).id > 0)',
  `create function public.the_book() returns public.whole_book language sql stable
    as 'select b::public.whole_book from public.books b where id = 1'`,
  'create table public.events (id int, day date) partition by list (id)',
  'create table public.events_one partition of public.events for values in (1)',
  'create view public.tagging as select book_id, tag_id from public.book_tags where tag_id = 1',
  'create view public.pairs as select b.id as book, t.id as tag from public.books b, public.tags t',
  "create function public.add_pair() returns trigger language plpgsql as 'begin return new; end'",
  'create trigger add_pair instead of insert on public.pairs for each row execute function public.add_pair()',
  'grant all on all tables in schema public to anon',
  // A view of a view in a schema that is not exposed.
  'create schema middle',
  'grant usage on schema middle to anon',
  'create view middle.writers as select id, name from public.authors',
  'create view public.writers as select id, name from middle.writers',
  'grant all on all tables in schema middle, public to anon',
  `do $$ begin execute format('alter database %I set pgrst.db_extra_search_path = ''public, middle''', current_database()); end $$`,
  "create function public.takes_body(a int, b int) returns int language sql as 'select a + b'",
  "create function public.takes_body(json) returns json language sql as 'select $1'",
];

beforeAll(async () => {
  for (const text of [ALLOW_ALL, ...later]) await library().sql(text);
  await library().sql("notify pgrst, 'reload config'");
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await library().ask(path, { headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
};

const send = async (method: string, path: string, body: string, headers: Record<string, string> = {}) => {
  const response = await library().ask(path, {
    method,
    headers: { 'content-type': 'application/json', prefer: 'tx=rollback', ...headers },
    body,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : (JSON.parse(text) as unknown),
  };
};

test('answers other requests when two views depend on each other', async () => {
  expect((await get('/books?select=id&limit=1')).status).toBe(200);
  expect(await get('/ring')).toMatchObject({ status: 500, body: { code: '42P17' } });
});

test('tells a page behind the last one how many rows there are', async () => {
  const { status, headers, body } = await get('/books?offset=10', { prefer: 'count=exact' });
  expect([status, headers.get('content-range')]).toEqual([416, '*/4']);
  expect(body).toMatchObject({ code: 'PGRST103' });
  expect((await get('/books?offset=10')).status).toBe(200);
});

test('takes a negative offset for none', async () => {
  expect(await get('/books?select=id&offset=-2&order=id&limit=1')).toMatchObject({
    status: 200,
    body: [{ id: 1 }],
  });
});

test('spreads the spread resources of a spread list', async () => {
  expect(
    (await get('/tags?select=label,...books(title,...authors(name))&id=eq.2&books.order=id')).body,
  ).toMatchObject({
    code: 'PGRST201',
  });
  const path =
    '/tags?select=label,...books(title,...authors!books_author_id_fkey(by:name))&id=eq.2&books.order=id';
  expect((await get(path)).body).toEqual([
    { label: 'machines', title: ['Notes', 'Compilers'], by: ['Ada', 'Grace'] },
  ]);
  const all = '/tags?select=...book_tags(...tags(*),book_id)&id=eq.1';
  expect((await get(all)).body).toEqual([{ id: [1], label: ['maths'], book_id: [1] }]);
});

test('orders by an alias of an embedded resource', async () => {
  const path =
    '/books?select=id,...authors!books_author_id_fkey(who:name)&order=authors(who).desc.nullslast&limit=2';
  expect((await get(path)).body).toEqual([
    { id: 2, who: 'Grace' },
    { id: 3, who: 'Edsger' },
  ]);
});

test('groups by a resource embedded in a spread one', async () => {
  const path = '/reviews?select=...books(authors!books_author_id_fkey(name)),stars.max()&order=max';
  expect((await get(path)).body).toMatchObject({ code: '42703' });
  expect((await get(path.replace('&order=max', ''))).body).toEqual(
    expect.arrayContaining([
      { authors: { name: 'Ada' }, max: 5 },
      { authors: { name: 'Grace' }, max: 4 },
    ]),
  );
});

test('filters by a column with the name of an embedded resource', async () => {
  const path = '/books?select=id,author_id(name)';
  expect((await get(`${path}&author_id=eq.2`)).body).toEqual([{ id: 2, author_id: { name: 'Grace' } }]);
  expect((await get(`${path}&author_id=is.null`)).body).toEqual([{ id: 4, author_id: null }]);
  expect((await get('/books?select=id,reviews(*)&reviews=eq.2')).body).toMatchObject({ code: 'PGRST120' });
});

test('goes through a view of a junction where that is named', async () => {
  const path = (hint: string) => `/books?select=id,tags${hint}(label)&tags.order=id&id=eq.1`;
  expect((await get(path(''))).body).toEqual([{ id: 1, tags: [{ label: 'maths' }, { label: 'machines' }] }]);
  expect((await get(path('!tagging'))).body).toEqual([{ id: 1, tags: [{ label: 'maths' }] }]);
});

test('searches domains of search vectors as they are', async () => {
  expect((await get('/texts?select=id&words=fts(english).machine')).body).toEqual([{ id: 1 }]);
});

test('hides the partitions of a table', async () => {
  expect((await get('/events')).status).toBe(200);
  expect((await get('/events_one')).body).toMatchObject({ code: 'PGRST205' });
});

test('calls functions with a list of arguments, a form, and gives a domain of rows as rows', async () => {
  expect((await send('POST', '/rpc/add', '[{"a":1,"b":2},{"a":10,"b":20}]')).body).toBe(3);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await send('POST', '/rpc/total', 'numbers=1&numbers=2', form)).body).toBe(3);
  expect((await send('POST', '/rpc/add', 'a=1', form)).body).toBe(11);
  expect((await get('/rpc/the_book?select=title,author_id(name)')).body).toEqual({
    title: 'Notes',
    author_id: { name: 'Ada' },
  });
});

test('tells PUT from its filters before it looks for their columns', async () => {
  expect(await send('PUT', '/tags?nothing=not.eq.1', '{"id":1,"label":"x"}')).toMatchObject({
    status: 405,
    body: { code: 'PGRST105' },
  });
});

test('creates nothing by merging no rows', async () => {
  const prefer = 'resolution=merge-duplicates,return=representation,tx=rollback';
  expect(await send('POST', '/tags', '[]', { prefer })).toMatchObject({ status: 200, body: [] });
  expect((await send('POST', '/tags', '[{"id":1,"label":"x"}]', { prefer })).status).toBe(200);
  expect((await send('POST', '/tags', '[{"id":9,"label":"x"}]', { prefer })).status).toBe(201);
});

test('leads to a new row by all keys of a view', async () => {
  const { headers } = await send('POST', '/pairs', '{"book":1,"tag":null}', {
    prefer: 'return=headers-only,tx=rollback',
  });
  expect(headers.get('location')).toBe('/pairs?book=eq.1&tag=is.null');
});

test('finds unqualified names of functions in the schema of the request', async () => {
  expect((await get('/rpc/count_things', { 'accept-profile': 'Odd api' })).body).toBe(1);
  expect((await get('/rpc/count_things')).body).toMatchObject({ code: 'PGRST202' });
});

test('says the length of an empty answer to an insert', async () => {
  const { status, headers, body } = await send('POST', '/books', '{"id":4711,"title":"New"}', {
    prefer: 'return=minimal, tx=rollback',
  });
  expect([status, headers.get('content-length'), headers.get('content-type'), body]).toEqual([
    201,
    '0',
    null,
    null,
  ]);
});

test('embeds through a view of the extra search path', async () => {
  const { status, body } = await get(
    '/writers?select=name,books!books_author_id_fkey(title)&limit=1&order=id',
  );
  expect([status, body]).toEqual([200, [{ name: expect.any(String), books: expect.any(Array) }]]);
});

test('gives no CSV to a function that takes the whole body', async () => {
  const csv = await send('POST', '/rpc/takes_body', 'x,y\n1,2', { 'content-type': 'text/csv' });
  expect([csv.status, csv.body]).toEqual([
    404,
    {
      code: 'PGRST202',
      message: 'Could not find the function public.takes_body(x, y) in the schema cache',
      details:
        'Searched for the function public.takes_body with parameters x, y, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function public.takes_body(a, b)',
    },
  ]);
  expect((await send('POST', '/rpc/takes_body', '{"x":1}')).body).toEqual({ x: 1 });
});
