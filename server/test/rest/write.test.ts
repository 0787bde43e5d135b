import { beforeEach, expect, test } from 'vitest';
import { ALLOW_ALL, signToken, useLibrary } from './library.ts';

const { server, library } = useLibrary([ALLOW_ALL]);

beforeEach(() => library().reset());

function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return library().ask(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

const titles = async () =>
  (await library().sql<{ title: string }>('select title from public.books order by id')).map(
    ({ title }) => title,
  );

const REPRESENTATION = { prefer: 'return=representation' };

test('inserts one row without giving it back', async () => {
  const response = await send('POST', '/tags', { id: 9, label: 'new' });
  expect([response.status, await response.text()]).toEqual([201, '']);
  expect(response.headers.get('content-range')).toBe('*/*');
  expect(response.headers.get('content-type')).toBeNull();
  expect(await library().sql('select label from public.tags where id = 9')).toEqual([{ label: 'new' }]);
});

test('inserts rows and gives back the selected columns', async () => {
  const { data, error, status } = await library()
    .anon.from('books')
    .insert({ id: 9, title: 'New', author_id: 2 })
    .select('title, pages, author:author_id(name)')
    .single();
  expect([error, status]).toEqual([null, 201]);
  expect(data).toEqual({ title: 'New', pages: 100, author: { name: 'Grace' } });
});

test('inserts many rows, with null for a key that one of them lacks', async () => {
  const { data, error } = await library()
    .anon.from('books')
    .insert([
      { id: 8, title: 'Eight', pages: 8 },
      { id: 9, title: 'Nine' },
    ])
    .select('id,pages')
    .order('id', { ascending: false });
  expect(error).toBeNull();
  expect(data).toEqual([
    { id: 9, pages: null },
    { id: 8, pages: 8 },
  ]);
});

test('inserts many rows, with the default for a key that one of them lacks', async () => {
  const { data, error } = await library()
    .anon.from('books')
    .insert(
      [
        { id: 8, title: 'Eight', pages: 8 },
        { id: 9, title: 'Nine' },
      ],
      { defaultToNull: false },
    )
    .select('id,pages');
  expect(error).toBeNull();
  expect(data).toEqual([
    { id: 8, pages: 8 },
    { id: 9, pages: 100 },
  ]);
  const one = await send(
    'POST',
    '/authors?columns=id,name',
    { name: 'Barbara' },
    {
      prefer: 'missing=default,return=representation',
    },
  );
  expect(one.status).toBe(201);
  expect(one.headers.get('preference-applied')).toBe('missing=default, return=representation');
});

test('inserts rows of defaults from objects without keys', async () => {
  await library().sql('create table if not exists public.counters (id int generated always as identity)');
  await expect.poll(async () => (await library().ask('/counters')).status).toBe(200);
  expect((await send('POST', '/counters', {})).status).toBe(201);
  const two = await send('POST', '/counters', [{}, {}], REPRESENTATION);
  expect(await two.json()).toHaveLength(2);
  expect(await (await send('POST', '/counters', [], REPRESENTATION)).json()).toEqual([]);
  expect(await library().sql('select count(*)::int as n from public.counters')).toEqual([{ n: 3 }]);
});

test('keeps what JSON says: digits, nested values, arrays, timestamps', async () => {
  const response = await send(
    'POST',
    '/books?select=price,data,labels,added',
    '{"id":9,"title":"x","price":12345678.10,"data":{"n":12345678901234567890},"labels":["a,b","\\"c\\""],' +
      '"added":"2026-01-02T03:04:05.678901+02:00"}',
    REPRESENTATION,
  );
  expect(await response.text()).toBe(
    '[{"price":12345678.10,"data":{"n": 12345678901234567890},"labels":["a,b","\\"c\\""],' +
      '"added":"2026-01-02T01:04:05.678901+00:00"}]',
  );
});

test('names the new row with return=headers-only', async () => {
  const response = await send(
    'POST',
    '/authors',
    { id: 77, name: 'Barbara' },
    { prefer: 'return=headers-only' },
  );
  expect([response.status, await response.text()]).toEqual([201, '']);
  expect(response.headers.get('location')).toBe('/authors?id=eq.77');
  expect(response.headers.get('preference-applied')).toBe('return=headers-only');
});

test('upserts on the primary key, and says 200 when no row is new', async () => {
  const merge = { prefer: 'resolution=merge-duplicates,return=representation' };
  const mixed = await send(
    'POST',
    '/tags',
    [
      { id: 1, label: 'changed' },
      { id: 9, label: 'new' },
    ],
    merge,
  );
  expect([mixed.status, await mixed.json()]).toEqual([
    201,
    [
      { id: 1, label: 'changed' },
      { id: 9, label: 'new' },
    ],
  ]);
  expect(mixed.headers.get('preference-applied')).toBe('resolution=merge-duplicates, return=representation');
  expect((await send('POST', '/tags', { id: 9, label: 'newer' }, merge)).status).toBe(200);
});

test('upserts on other columns, or leaves existing rows alone', async () => {
  const { data } = await library()
    .anon.from('authors')
    .upsert({ id: 3, name: 'Edsger', born: '1930-05-12T00:00:00Z' }, { onConflict: 'name' })
    .select('id,born')
    .single();
  expect(data).toEqual({ id: 3, born: '1930-05-12T00:00:00+00:00' });
  const ignored = await library()
    .anon.from('tags')
    .upsert(
      [
        { id: 1, label: 'ignored' },
        { id: 9, label: 'new' },
      ],
      { ignoreDuplicates: true },
    )
    .select();
  expect(ignored.data).toEqual([{ id: 9, label: 'new' }]);
});

test('updates the filtered rows', async () => {
  const quiet = await send('PATCH', '/books?id=eq.1', { title: 'Changed' });
  expect([quiet.status, await quiet.text()]).toEqual([204, '']);
  expect(quiet.headers.get('content-range')).toBe('0-0/*');
  expect(await titles()).toEqual(['Changed', 'Compilers', 'Structured (programming), vol. 1', 'Anonymous']);
  const { data } = await library()
    .anon.from('books')
    .update({ title: 'Again' })
    .or('id.eq.1,pages.gt.250')
    .select('id,reviews(stars)')
    .order('id', { ascending: false });
  expect(data).toEqual([
    { id: 3, reviews: [] },
    { id: 1, reviews: [{ stars: 5 }, { stars: 3 }] },
  ]);
  const none = await send('PATCH', '/books?id=eq.99', { title: 'x' }, REPRESENTATION);
  expect([none.status, await none.json(), none.headers.get('content-range')]).toEqual([200, [], '*/*']);
});

test('filters the returned rows below the root without choosing rows by it', async () => {
  const response = await send(
    'PATCH',
    '/books?id=lt.3&select=id,reviews(stars)&reviews.stars=eq.5&order=id',
    { title: 'x' },
    REPRESENTATION,
  );
  expect(await response.json()).toEqual([
    { id: 1, reviews: [{ stars: 5 }] },
    { id: 2, reviews: [] },
  ]);
});

test('changes nothing when there is nothing to set', async () => {
  const response = await send('PATCH', '/books?id=eq.1&select=id', {}, REPRESENTATION);
  expect([response.status, await response.json()]).toEqual([200, []]);
});

test('deletes the filtered rows', async () => {
  const { data, count } = await library()
    .anon.from('reviews')
    .delete({ count: 'exact' })
    .eq('book_id', 1)
    .select('id')
    .order('id');
  expect([data, count]).toEqual([[{ id: 1 }, { id: 2 }], 2]);
  expect((await send('DELETE', '/reviews?id=eq.3')).status).toBe(204);
  expect(await library().sql('select from public.reviews')).toEqual([]);
});

test('undoes a write when one object was asked for and there are more or none', async () => {
  const { error } = await library().anon.from('books').update({ title: 'x' }).lt('id', 3).select().single();
  expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' });
  await library().anon.from('reviews').delete().gt('id', 0).select().single();
  await library()
    .anon.from('tags')
    .insert([
      { id: 8, label: 'a' },
      { id: 9, label: 'b' },
    ])
    .select()
    .single();
  expect(await titles()).toContain('Notes');
  expect(
    await library().sql(
      'select (select count(*)::int from public.reviews) as r, (select count(*)::int from public.tags) as t',
    ),
  ).toEqual([{ r: 3, t: 3 }]);
});

test('undoes the work of triggers when one object was asked for and none was written', async () => {
  await library().sql(`create function public.refuse_quietly() returns trigger language plpgsql as $$ begin
    insert into public.tags values (77, 'written on the way'); return null; end $$`);
  await library().sql(
    'create trigger books_refuse before insert on public.books for each row execute function public.refuse_quietly()',
  );
  const { error } = await library().anon.from('books').insert({ id: 50, title: 'x' }).select('id').single();
  await library().sql('drop trigger books_refuse on public.books');
  expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 0 rows' });
  expect(await library().sql('select from public.tags where id = 77')).toEqual([]);
  const one = await library().anon.from('books').insert({ id: 50, title: 'x' }).select('id').single();
  expect([one.status, one.data]).toEqual([201, { id: 50 }]);
});

test('undoes a write that affects more rows than allowed', async () => {
  const prefer = 'handling=strict, max-affected=1';
  const response = await send('DELETE', '/reviews?id=gt.0', undefined, { prefer });
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      code: 'PGRST124',
      details: 'The query affects 3 rows',
      hint: null,
      message: 'Query result exceeds max-affected preference constraint',
    },
  ]);
  expect(await library().sql('select from public.reviews')).toHaveLength(3);
  const one = await send('DELETE', '/reviews?id=eq.1', undefined, { prefer });
  expect([one.status, one.headers.get('preference-applied')]).toEqual([
    204,
    'handling=strict, max-affected=1',
  ]);
});

test('rolls back on demand, and still shows the result', async () => {
  const response = await send(
    'PATCH',
    '/books?id=eq.1&select=title',
    { title: 'Tried' },
    {
      prefer: 'tx=rollback,return=representation',
    },
  );
  expect(await response.json()).toEqual([{ title: 'Tried' }]);
  expect(await titles()).toContain('Notes');
});

test('writes through views and to names that need quotes', async () => {
  expect((await send('PATCH', '/long_books?id=eq.2', { title: 'Via view' })).status).toBe(204);
  expect(await titles()).toContain('Via view');
  const path = `/${encodeURIComponent('odd "name"')}`;
  const response = await send('POST', path, { 'a "column"': 2, select: 'y' }, REPRESENTATION);
  expect(await response.json()).toEqual([{ 'a "column"': 2, select: 'y' }]);
});

test.each([
  ['no JSON', 'POST', '/tags', '{', 400, 'PGRST102'],
  ['nothing', 'POST', '/tags', '', 400, 'PGRST102'],
  ['a scalar', 'POST', '/tags', '1', 400, 'PGRST102'],
  ['an array of scalars', 'POST', '/tags', '[1]', 400, 'PGRST102'],
  ['rows of different keys', 'POST', '/tags', '[{"id":9,"label":"a"},{"id":8}]', 400, 'PGRST102'],
  ['an unknown column', 'POST', '/tags', '{"id":9,"nothing":1}', 400, 'PGRST204'],
  ['an unknown column in an update', 'PATCH', '/tags', '{"nothing":1}', 400, 'PGRST204'],
  [
    'an unknown column in on_conflict',
    'POST',
    '/tags?on_conflict=nothing',
    '{"id":9,"label":"a"}',
    201,
    undefined,
  ],
  ['an unknown column in a filter', 'DELETE', '/tags?nothing=eq.1', undefined, 400, '42703'],
  ['a wrong type', 'POST', '/tags', '{"id":"x","label":"a"}', 400, '22P02'],
  ['a wrong type in a filter', 'PATCH', '/tags?id=eq.x', '{"label":"a"}', 400, '22P02'],
  ['a missing value', 'POST', '/tags', '{"id":9}', 400, '23502'],
  ['a double key', 'POST', '/tags', '{"id":1,"label":"a"}', 409, '23505'],
  ['a dangling reference', 'POST', '/reviews', '{"id":9,"book_id":99,"stars":1}', 409, '23503'],
  ['a broken rule', 'POST', '/reviews', '{"id":9,"book_id":1,"stars":9}', 400, '23514'],
  ['a forbidden table', 'POST', '/secrets', '{"id":1}', 401, '42501'],
  ['an unknown table', 'POST', '/nothing', '{"id":1}', 404, 'PGRST205'],
  ['a null character', 'POST', '/tags', '{"id":9,"label":"a\\u0000"}', 400, '22P05'],
  ['half of a surrogate pair', 'POST', '/tags', '{"id":9,"label":"\\ud800"}', 400, '22P02'],
])('refuses %s and changes nothing', async (_, method, path, body, status, code) => {
  const response = await send(method, path, body);
  const text = await response.text();
  expect([response.status, text === '' ? undefined : JSON.parse(text).code], text).toEqual([status, code]);
  if (status >= 400) {
    expect(await library().sql('select id, label from public.tags order by id')).toEqual([
      { id: 1, label: 'maths' },
      { id: 2, label: 'machines' },
      { id: 3, label: 'unused' },
    ]);
    expect(await library().sql('select from public.reviews')).toHaveLength(3);
  }
});

test.each([
  ['a column', '/tags', '{"id":9,"label":"a\\u0000"}', 'application/json', '22P05'],
  ['a list in CSV', '/tags', 'id,label\n9,a\0', 'text/csv', '22P05'],
])('says that a NUL in %s cannot be kept', async (_, path, body, type, code) => {
  const response = await send('POST', path, body, { 'content-type': type });
  const problem = await response.json();
  expect([response.status, problem.code]).toEqual([400, code]);
  expect(problem.message).toContain('has a NUL character');
});

test('refuses an upsert that names one row twice, or columns without a key', async () => {
  const prefer = 'resolution=merge-duplicates';
  const twice = await send(
    'POST',
    '/tags',
    [
      { id: 1, label: 'a' },
      { id: 1, label: 'b' },
    ],
    { prefer },
  );
  expect([twice.status, ((await twice.json()) as { code: string }).code]).toEqual([400, '21000']);
  const keyless = await send('POST', '/tags?on_conflict=label', { id: 9, label: 'a' }, { prefer });
  expect([keyless.status, ((await keyless.json()) as { code: string }).code]).toEqual([400, '42P10']);
  const unknown = await send('POST', '/tags?on_conflict=nothing', { id: 9, label: 'a' }, { prefer });
  expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([400, '42703']);
});

test('refuses other content types, bodies that are no UTF-8, and bodies above 8 MiB', async () => {
  const text = await send('POST', '/tags', 'id=9', { 'content-type': 'text/html' });
  expect([text.status, await text.json()]).toMatchObject([
    400,
    { code: 'PGRST102', message: 'Content-Type not acceptable: text/html' },
  ]);
  const binary = await library().ask('/tags', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"id":9,"label":"\xff"}', 'latin1'),
  });
  expect(binary.status).toBe(400);
  // Anonymous callers may send far less: limits.test.ts.
  const signedIn = { authorization: `Bearer ${await signToken(server(), {})}` };
  const large = await send('POST', '/tags', { id: 9, label: 'x'.repeat(8 * 1024 * 1024) }, signedIn);
  expect([large.status, await large.json()]).toMatchObject([413, { code: 'PGRST102' }]);
  const label = 'x'.repeat(7 * 1024 * 1024);
  expect((await send('POST', '/tags', { id: 10, label }, signedIn)).status).toBe(201);
});

test('refuses deeply nested bodies and filters, and survives them', async () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const signedIn = { authorization: `Bearer ${await signToken(server(), {})}` };
  const book = (data: string) => `{"id":9,"title":"x","data":${data}}`;
  for (const levels of [7_500, 100_000]) {
    const refused = await send('POST', '/books', book(nested(levels)), signedIn);
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'PGRST102' }]);
  }
  expect((await send('GET', `/books?data=cs.${nested(7_000)}`)).status).toBe(400);
  expect((await send('GET', `/books?title=fts.${'!'.repeat(1000)}x`)).status).toBe(400);
  await send('POST', '/books', JSON.stringify({ id: 9, title: nested(20_000) }));
  const cast = await send('GET', '/books?select=title::json');
  expect([cast.status, await cast.json()]).toMatchObject([400, { code: '42846' }]);
  expect((await send('POST', '/books', book(nested(150)).replace('9', '10'))).status).toBe(201);
});
