import { beforeEach, expect, test } from 'vitest';
import { useLibrary } from './library.ts';

const { library } = useLibrary();

beforeEach(() => library().reset());

const call = (name: string, args?: object, options?: object) => library().anon.rpc(name, args, options);

test('calls with named arguments, leaving out those with a default', async () => {
  expect((await call('add', { a: 1 })).data).toBe(11);
  expect((await call('add', { a: 1, b: 2 })).data).toBe(3);
  expect((await call('add', { a: 1, b: 2 }, { get: true })).data).toBe(3);
  expect((await call('total', { numbers: [1, 2, 3] })).data).toBe(6);
  const several = await library().ask('/rpc/total?numbers=1&numbers=2');
  expect(await several.json()).toBe(3);
});

test('gives rows, to be selected from, filtered, ordered, paged, counted and embedded in', async () => {
  const { data, error } = await library()
    .anon.rpc('books_by', { author: 1 })
    .select('title, reviews(stars)')
    .gt('pages', 10)
    .order('id')
    .limit(1);
  expect(error).toBeNull();
  expect(data).toEqual([{ title: 'Notes', reviews: [{ stars: 5 }, { stars: 3 }] }]);
  const counted = await library().ask('/rpc/numbers?limit=2', { headers: { prefer: 'count=exact' } });
  expect([counted.status, counted.headers.get('content-range'), await counted.json()]).toEqual([
    206,
    '0-1/3',
    [1, 2],
  ]);
});

test('gives a table of its own, one row, plain values, or nothing', async () => {
  expect((await call('counts')).data).toEqual([
    { label: 'authors', number: 3 },
    { label: 'books', number: 4 },
  ]);
  const filtered = await library().ask('/rpc/counts?number=gt.3&select=label');
  expect(await filtered.json()).toEqual([{ label: 'books' }]);
  expect((await library().anon.rpc('first_book').select('id')).data).toEqual({ id: 1 });
  expect((await call('numbers')).data).toEqual([1, 2, 3]);
  const nothing = await call('rename_author', { who: 1, 'new name': 'Ada L.' });
  expect([nothing.status, nothing.data]).toEqual([204, null]);
  expect(await library().sql('select name from public.authors where id = 1')).toEqual([{ name: 'Ada L.' }]);
});

test('gives one object when exactly one row was found', async () => {
  expect((await call('books_by', { author: 1 }).single()).data).toMatchObject({ id: 1 });
  expect((await call('books_by', { author: 9 }).single()).error).toMatchObject({ code: 'PGRST116' });
});

test('hands the whole body to a single unnamed argument', async () => {
  const echo = async (body: string) =>
    (
      await library().ask('/rpc/echo', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    ).text();
  expect(await echo('{"b":2, "a":[1]}')).toBe('{"b":2, "a":[1]}');
  expect(await echo('[1,2]')).toBe('[1,2]');
});

test('writes nothing on GET', async () => {
  const response = await library().ask('/rpc/rename_author?who=1&new%20name=Nobody');
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([405, '25006']);
  expect(await library().sql('select name from public.authors where id = 1')).toEqual([{ name: 'Ada' }]);
});

test.each([
  ['an unknown function', 'nothing', {}, 404, 'PGRST202'],
  ['an unknown argument', 'add', { a: 1, c: 2 }, 404, 'PGRST202'],
  ['a missing argument', 'add', { b: 2 }, 404, 'PGRST202'],
  ['an argument without a name', 'add', { '': 2 }, 404, 'PGRST202'],
  ['a wrong type', 'add', { a: 'x' }, 400, '22P02'],
  ['functions that differ in types only', 'twice', { a: 1 }, 300, 'PGRST203'],
  ['a function that raises', 'fail', { code: 'P0001' }, 400, 'P0001'],
  ['a status of the function’s own', 'fail', { code: 'PT402' }, 402, 'PT402'],
  ['a status out of range', 'fail', { code: 'PT999' }, 500, 'PT999'],
  ['a catalogue function', 'pg_sleep', { seconds: 1 }, 404, 'PGRST202'],
])('refuses %s', async (_, name, args, status, code) => {
  const answer = await call(name, args);
  expect([answer.status, answer.error?.code]).toEqual([status, code]);
});

test('passes on the errors that a function raises, and suggests the nearest name', async () => {
  expect((await call('fail', { code: 'P0001' })).error).toMatchObject({
    message: 'told to fail',
    details: 'a detail',
    hint: 'a hint',
  });
  expect((await call('book_by', { author: 1 })).error).toMatchObject({
    message: 'Could not find the function public.book_by(author) in the schema cache',
    details:
      'Searched for the function public.book_by with parameter author or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
    hint: 'Perhaps you meant to call the function public.books_by',
  });
});

test('says nothing of the inside when the database itself failed', async () => {
  const { error, status } = await call('fail', { code: 'XX000' });
  expect(status).toBe(500);
  expect(JSON.stringify(error)).not.toContain('told to fail');
  const unavailable = await library().ask('/rpc/fail', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: '53300' }),
  });
  expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '1']);
});

test('refuses other methods', async () => {
  const response = await library().ask('/rpc/add?a=1', { method: 'DELETE' });
  expect([response.status, await response.json()]).toMatchObject([
    405,
    { code: 'PGRST101', message: 'Cannot use the DELETE method on RPC' },
  ]);
});
