/** PUT, and bodies that are no JSON. */
import { beforeEach, expect, test } from 'vitest';
import { useLibrary } from './library.ts';

const { library } = useLibrary();
beforeEach(() => library().reset());

function put(path: string, body: unknown, prefer = '') {
  return library().ask(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', prefer },
    body: JSON.stringify(body),
  });
}

const tag = (id: number) => library().sql(`select label from public.tags where id = ${id}`);

test('makes the row that its key names, or replaces it', async () => {
  const made = await put('/tags?id=eq.9', { id: 9, label: 'new' }, 'return=representation');
  expect([made.status, await made.json()]).toEqual([201, [{ id: 9, label: 'new' }]]);
  const replaced = await put('/tags?id=eq.9', [{ id: 9, label: 'newer' }], 'return=representation');
  expect([replaced.status, await replaced.json()]).toEqual([200, [{ id: 9, label: 'newer' }]]);
  const quiet = await put('/tags?id=eq.9', { id: 9, label: 'newest' });
  expect([quiet.status, await quiet.text()]).toEqual([204, '']);
  expect(await tag(9)).toEqual([{ label: 'newest' }]);
});

test.each<[path: string, body: unknown, status: number, code: string]>([
  ['/tags', { id: 9, label: 'x' }, 405, 'PGRST105'],
  ['/tags?id=gt.9', { id: 9, label: 'x' }, 405, 'PGRST105'],
  ['/tags?id=not.eq.9', { id: 9, label: 'x' }, 405, 'PGRST105'],
  ['/tags?id=eq.9&label=eq.x', { id: 9, label: 'x' }, 405, 'PGRST105'],
  ['/book_tags?book_id=eq.3', { book_id: 3, tag_id: 1 }, 405, 'PGRST105'],
  ['/long_books?title=eq.x', { id: 3 }, 405, 'PGRST105'],
  ['/tags?id=eq.9&limit=1', { id: 9, label: 'x' }, 400, 'PGRST114'],
  ['/tags?id=eq.9', { id: 1, label: 'x' }, 400, 'PGRST115'],
  [
    '/tags?id=eq.9',
    [
      { id: 1, label: 'x' },
      { id: 2, label: 'x' },
    ],
    400,
    'PGRST115',
  ],
  ['/tags?id=eq.9', { id: 9, nothing: 'x' }, 400, 'PGRST204'],
])('refuses PUT %s with %j', async (path, body, status, code) => {
  const response = await put(path, body);
  expect([response.status, (await response.json()).code]).toEqual([status, code]);
  expect(await tag(9)).toEqual([]);
  expect(await tag(1)).toEqual([{ label: 'maths' }]);
});

test('never replaces a row that row-level security hides', async () => {
  const { alice, bob } = library();
  const { data } = await alice.client.from('notes').insert({ text: 'mine' }).select('id').single();
  const response = await library().askAs(bob, `/notes?id=eq.${data?.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: data?.id, text: 'taken' }),
  });
  expect(response.status).toBe(403);
  expect((await alice.client.from('notes').select('text').eq('id', data?.id)).data).toEqual([
    { text: 'mine' },
  ]);
});

test('inserts rows that come as CSV or as a form', async () => {
  const send = (type: string, body: string) =>
    library().ask('/tags?select=label', {
      method: 'POST',
      headers: { 'content-type': type, prefer: 'return=representation' },
      body,
    });
  const csv = await send('text/csv', 'id,label\n20,"two\nlines"\n21,"a ""quote"""\n');
  expect(await csv.json()).toEqual([{ label: 'two\nlines' }, { label: 'a "quote"' }]);
  const form = await send('application/x-www-form-urlencoded', 'id=22&label=a+b');
  expect(await form.json()).toEqual([{ label: 'a b' }]);
  const uneven = await send('text/csv', 'id,label\n23');
  expect([uneven.status, (await uneven.json()).code]).toEqual([400, 'PGRST102']);
});
