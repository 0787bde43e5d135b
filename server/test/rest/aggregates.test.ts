/** Aggregates, where the operator has switched them on; `table(count)` works everywhere, as it always did. */
import { expect, test } from 'vitest';
import { ALLOW_ALL, useLibrary } from './library.ts';

const { library } = useLibrary([ALLOW_ALL]);

test.each<[query: string, answer: unknown]>([
  ['reviews?select=stars.sum(),stars.max(),average:stars.avg()::int', [{ sum: 12, max: 5, average: 4 }]],
  ['books?select=count()', [{ count: 4 }]],
  ['books?select=count', [{ count: 4 }]],
  ['books?select=pages.count(),all:count()', [{ count: 3, all: 4 }]],
  ['authors?select=name,books!books_author_id_fkey(count)&id=eq.1', [{ name: 'Ada', books: [{ count: 1 }] }]],
  [
    'reviews?select=book_id,stars.sum()&order=book_id',
    [
      { book_id: 1, sum: 8 },
      { book_id: 2, sum: 4 },
    ],
  ],
  ['books?select=data->>isbn,count()&data->>isbn=eq.a-1', [{ isbn: 'a-1', count: 1 }]],
  ['reviews?select=stars.sum(),books(title)&book_id=eq.1', [{ sum: 8, books: { title: 'Notes' } }]],
  [
    'reviews?select=stars.sum(),...books(title,pages.max(),label:id.count())&order=books(title)',
    [
      { sum: 4, title: 'Compilers', max: 200, label: 1 },
      { sum: 8, title: 'Notes', max: 60, label: 2 },
    ],
  ],
  ['books?select=id,reviews(stars.sum())&id=eq.1', [{ id: 1, reviews: [{ sum: 8 }] }]],
])('%s', async (query, answer) => {
  const response = await library().ask(`/${query}`);
  expect([response.status, await response.json()]).toEqual([200, answer]);
});

test('passes aggregates up through several spread resources', async () => {
  const { data, error } = await library()
    .anon.from('reviews')
    .select('...books(...authors!books_author_id_fkey(name, id.count()))');
  expect(error).toBeNull();
  expect(data).toHaveLength(2);
  expect(data).toEqual(
    expect.arrayContaining([
      { name: 'Ada', count: 2 },
      { name: 'Grace', count: 1 },
    ]),
  );
});

test.each([
  ['/books?select=id,...reviews(stars.sum())', 400, 'PGRST127'],
  ['/books?select=title.sum()', 404, '42883'],
  ['/books?select=nothing.sum()', 400, '42703'],
  ['/books?select=id,count', 400, '42803'],
  ['/books?select=id.median()', 400, 'PGRST100'],
])('refuses %s', async (path, status, code) => {
  const response = await library().ask(path);
  expect([response.status, (await response.json()).code]).toEqual([status, code]);
});
