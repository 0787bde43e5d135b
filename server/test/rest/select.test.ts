import { expect, test } from 'vitest';
import { useLibrary } from './library.ts';

const { server, library } = useLibrary();

async function rows(path: string): Promise<unknown> {
  const response = await library().ask(path);
  const body = await response.text();
  expect(response.status, body).toBe(200);
  return JSON.parse(body);
}

test('writes JSON as Postgres does, timestamps and numbers included', async () => {
  const response = await library().ask('/books?select=id,price,added,data,labels&id=eq.1');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('content-range')).toBe('0-0/*');
  expect(await response.text()).toBe(
    '[{"id":1,"price":1.50,"added":"2026-11-20T22:56:17.230715+00:00",' +
      '"data":{"at": {"shelf": [7, 8]}, "isbn": "a-1"},"labels":["old","short"]}]',
  );
});

test('selects columns with aliases, casts and JSON paths', async () => {
  expect(
    await rows(
      '/books?select=name:title,id::text,data->>isbn,shelf:data->at->shelf->-1,data->at->shelf->0&id=eq.1',
    ),
  ).toEqual([{ name: 'Notes', id: '1', isbn: 'a-1', shelf: 7 }].map((row) => ({ ...row, shelf: 7 })));
});

test('names a value inside JSON by the last key of its path', async () => {
  expect(await rows('/books?select=data->at->shelf->1,price::int&id=eq.1')).toEqual([{ shelf: 8, price: 2 }]);
});

test('reaches into other columns by making them JSON', async () => {
  expect(await rows('/books?select=first:labels->0&id=eq.1')).toEqual([{ first: 'old' }]);
});

test.each([
  ['id=eq.2', [2]],
  ['id=neq.2', [1, 3, 4]],
  ['id=gt.2', [3, 4]],
  ['id=gte.2', [2, 3, 4]],
  ['id=lt.2', [1]],
  ['id=lte.2', [1, 2]],
  ['title=like.*o*es', [1]],
  ['title=ilike.NOTES', [1]],
  ['title=match.^[NC]', [1, 2]],
  ['title=imatch.^a', [4]],
  ['title=like(any).{N*,C*}', [1, 2]],
  ['title=like(all).{*o*,*s}', [1, 2, 4]],
  ['id=eq(any).{1,3}', [1, 3]],
  ['id=not.eq.2', [1, 3, 4]],
  ['pages=is.null', [4]],
  ['pages=not.is.null', [1, 2, 3]],
  ['pages=is.not_null', [1, 2, 3]],
  ['pages=isdistinct.60', [2, 3, 4]],
  ['id=in.(1,3)', [1, 3]],
  ['id=not.in.(1,3)', [2, 4]],
  ['id=in.()', []],
  ['title=in.("Structured (programming), vol. 1",Notes)', [1, 3]],
  ['labels=cs.{old}', [1]],
  ['labels=cd.{old,short,new}', [1, 2, 3]],
  ['labels=ov.{new,old}', [1, 2]],
  ['data=cs.{"isbn":"b-2"}', [2]],
  ['data->>isbn=eq.b-2', [2]],
  ['data->at->shelf->>0=eq.7', [1]],
  ['title=fts.notes', [1]],
  ['title=plfts(english).structured programming', [3]],
  ['title=phfts.structured programming', [3]],
  ['title=wfts(simple).compilers or notes', [1, 2]],
  ['title=not.fts.notes', [2, 3, 4]],
  ['or=(id.eq.1,title.eq.Compilers)', [1, 2]],
  ['or=(id.eq.1,and(pages.gt.100,pages.lt.250))', [1, 2]],
  ['not.or=(id.eq.1,id.eq.2)', [3, 4]],
  ['and=(id.gt.1,not.or(id.eq.3,id.eq.4))', [2]],
  ['or=(title.eq."Structured (programming), vol. 1",labels.cs.{old,short})', [1, 3]],
  ['or=(id.in.(1,2),pages.is.null)', [1, 2, 4]],
  ['id=gt.1&id=lt.4', [2, 3]],
])('filters by %s', async (filter, ids) => {
  const query = filter
    .split('&')
    .map((part) => part.replace(/=(.*)/s, (_, value) => `=${encodeURIComponent(value)}`));
  expect(await rows(`/books?select=id&order=id&${query.join('&')}`)).toEqual(ids.map((id) => ({ id })));
});

test.each([
  ['order=pages', [1, 2, 3, 4]],
  ['order=pages.desc', [4, 3, 2, 1]],
  ['order=pages.desc.nullslast', [3, 2, 1, 4]],
  ['order=pages.nullsfirst', [4, 1, 2, 3]],
  ['order=data->>isbn.nullsfirst,id.desc', [4, 3, 1, 2]],
  ['order=id&limit=2', [1, 2]],
  ['order=id&limit=2&offset=1', [2, 3]],
  ['order=id&offset=3', [4]],
  ['order=id&limit=0', []],
])('orders and pages by %s', async (query, ids) => {
  expect(await rows(`/books?select=id&${query}`)).toEqual(ids.map((id) => ({ id })));
});

test('orders by a column of an embedded to-one resource', async () => {
  const found = await rows(
    '/books?select=id,authors!books_author_id_fkey(name)&order=authors(name).desc.nullslast',
  );
  expect((found as { id: number }[]).map(({ id }) => id)).toEqual([2, 3, 1, 4]);
});

test('counts without limit and offset, and says which rows it gives', async () => {
  const some = await library().ask('/books?select=id&order=id&limit=2&offset=1', {
    headers: { prefer: 'count=exact' },
  });
  expect(some.status).toBe(206);
  expect(some.headers.get('content-range')).toBe('1-2/4');
  expect(some.headers.get('preference-applied')).toBe('count=exact');
  const all = await library().ask('/books?select=id', { headers: { prefer: 'count=exact' } });
  expect([all.status, all.headers.get('content-range')]).toEqual([200, '0-3/4']);
  const none = await library().ask('/books?id=eq.99', { headers: { prefer: 'count=planned' } });
  expect([none.status, none.headers.get('content-range')]).toEqual([200, '*/0']);
  const beyond = await library().ask('/books?offset=9', { headers: { prefer: 'count=exact' } });
  expect(beyond.status).toBe(416);
  expect(await beyond.json()).toEqual({
    code: 'PGRST103',
    details: 'An offset of 9 was requested, but there are only 4 rows.',
    hint: null,
    message: 'Requested range not satisfiable',
  });
});

test('takes the Range header on GET, together with limit and offset', async () => {
  const range = (value: string, query = '') =>
    library().ask(`/books?select=id&order=id${query}`, { headers: { range: value } });
  expect(await (await range('1-2')).json()).toEqual([{ id: 2 }, { id: 3 }]);
  expect(await (await range('2-')).json()).toEqual([{ id: 3 }, { id: 4 }]);
  expect(await (await range('0-9', '&limit=2&offset=1')).json()).toEqual([{ id: 2 }, { id: 3 }]);
  expect((await range('3-1')).status).toBe(416);
  expect((await range('nonsense')).status).toBe(200);
});

test('gives one row as an object, and refuses any other number of rows', async () => {
  const accept = 'application/vnd.pgrst.object+json';
  const one = await library().ask('/books?select=id&id=eq.1', { headers: { accept } });
  expect(one.headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
  expect(await one.json()).toEqual({ id: 1 });
  const many = await library().ask('/books?select=id', { headers: { accept } });
  expect(many.status).toBe(406);
  expect(await many.json()).toEqual({
    code: 'PGRST116',
    details: 'The result contains 4 rows',
    hint: null,
    message: 'Cannot coerce the result to a single JSON object',
  });
  const none = await library().anon.from('books').select().eq('id', 99).single();
  expect(none.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 0 rows' });
  expect((await library().anon.from('books').select().eq('id', 99).maybeSingle()).data).toBeNull();
});

test('leaves out nulls on demand', async () => {
  const accept = 'application/vnd.pgrst.array+json;nulls=stripped';
  const response = await library().ask('/books?select=id,pages&id=gte.3&order=id', { headers: { accept } });
  expect(await response.json()).toEqual([{ id: 3, pages: 300 }, { id: 4 }]);
});

test('writes CSV', async () => {
  const { data, error } = await library()
    .anon.from('books')
    .select('id,title')
    .gte('id', 3)
    .order('id')
    .csv();
  expect(error).toBeNull();
  expect(data).toBe('id,title\n3,"Structured (programming), vol. 1"\n4,Anonymous');
});

test('answers HEAD with headers alone', async () => {
  const { count, data } = await library().anon.from('books').select('*', { count: 'exact', head: true });
  expect([count, data]).toEqual([4, null]);
  expect(await (await library().ask('/books', { method: 'HEAD' })).text()).toBe('');
});

test('reads views, and names that need quotes', async () => {
  expect(await rows('/long_books?order=id')).toEqual([
    { id: 2, title: 'Compilers' },
    { id: 3, title: 'Structured (programming), vol. 1' },
  ]);
  const table = encodeURIComponent('odd "name"');
  const column = encodeURIComponent(String.raw`"a \"column\""`);
  expect(await rows(`/${table}?select=${column},select&${column}=eq.1&order=${column}`)).toEqual([
    { 'a "column"': 1, select: 'x' },
  ]);
});

test('finds a table that was made after the schema was read', async () => {
  const status = async (query = '') => (await library().ask(`/latecomers${query}`)).status;
  expect(await status()).toBe(404);
  await library().sql('create table public.latecomers (id int)');
  // The schema is read again at most once a second.
  await expect.poll(() => status()).toBe(200);
  expect(await status('?select=name')).toBe(400);
  await library().sql('alter table public.latecomers add column name text');
  await expect.poll(() => status('?select=name')).toBe(200);
  await library().sql('drop table public.latecomers');
  await expect.poll(() => status()).toBe(404);
});

test('answers browsers of any origin', async () => {
  const preflight = await fetch(`${server().url}/rest/v1/books`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'apikey,prefer',
    },
  });
  expect(preflight.ok).toBe(true);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,prefer');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  const read = await library().ask('/books?limit=0', { headers: { origin: 'https://elsewhere.example' } });
  expect(read.headers.get('access-control-expose-headers')).toContain('Content-Range');
});

test('lists the methods of a resource', async () => {
  const allow = async (path: string) =>
    (await library().ask(path, { method: 'OPTIONS' })).headers.get('allow');
  expect(await allow('/books')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE');
  expect(await allow('/rpc/numbers')).toBe('OPTIONS,GET,HEAD,POST');
  expect((await library().ask('/nothing', { method: 'OPTIONS' })).status).toBe(404);
});
