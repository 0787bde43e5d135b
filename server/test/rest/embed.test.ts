import { expect, test } from 'vitest';
import { useLibrary } from './library.ts';

const { library } = useLibrary();

async function rows(path: string): Promise<unknown> {
  const response = await library().ask(path);
  const body = await response.text();
  expect(response.status, body).toBe(200);
  return JSON.parse(body);
}

const ADA_BOOKS = [{ title: 'Notes' }];

test.each([
  ['by constraint', 'author:authors!books_author_id_fkey(name)'],
  ['by column', 'author:authors!author_id(name)'],
  ['by the column alone', 'author:author_id(name)'],
  ['by the constraint alone', 'author:books_author_id_fkey(name)'],
])('embeds a to-one resource as an object, chosen %s', async (_, select) => {
  expect(await rows(`/books?select=id,${select}&id=in.(1,4)&order=id`)).toEqual([
    { id: 1, author: { name: 'Ada' } },
    { id: 4, author: null },
  ]);
});

test('embeds a to-many resource as an array, nested ones included', async () => {
  expect(
    await rows('/authors?select=name,books!author_id(title,reviews(stars))&id=in.(1,3)&order=id'),
  ).toEqual([
    { name: 'Ada', books: [{ title: 'Notes', reviews: [{ stars: 5 }, { stars: 3 }] }] },
    { name: 'Edsger', books: [{ title: 'Structured (programming), vol. 1', reviews: [] }] },
  ]);
});

test('embeds across a junction table, and the junction itself', async () => {
  expect(await rows('/books?select=id,tags(label)&id=in.(1,3)&order=id&tags.order=label.desc')).toEqual([
    { id: 1, tags: [{ label: 'maths' }, { label: 'machines' }] },
    { id: 3, tags: [] },
  ]);
  expect(await rows('/tags?select=label,book_tags(books(id))&id=eq.2')).toEqual([
    { label: 'machines', book_tags: [{ books: { id: 1 } }, { books: { id: 2 } }] },
  ]);
});

test('embeds one-to-one as an object from both sides', async () => {
  expect(await rows('/authors?select=author_details(motto)&id=lt.3&order=id')).toEqual([
    { author_details: { motto: 'Poetical science' } },
    { author_details: null },
  ]);
  expect(await rows('/author_details?select=authors(name)')).toEqual([{ authors: { name: 'Ada' } }]);
});

test('embeds a table in itself: children by its name, the parent by the column', async () => {
  expect(await rows('/authors?select=name,pupils:authors(name)&id=eq.1&pupils.order=name')).toEqual([
    { name: 'Ada', pupils: [{ name: 'Edsger' }, { name: 'Grace' }] },
  ]);
  expect(await rows('/authors?select=name,mentor_id(name)&id=eq.2')).toEqual([
    { name: 'Grace', mentor_id: { name: 'Ada' } },
  ]);
});

test('leaves out parents without a match under !inner, and keeps them under !left', async () => {
  expect(await rows('/books?select=id,reviews!inner(id)&reviews.stars=gte.4&order=id')).toEqual([
    { id: 1, reviews: [{ id: 1 }] },
    { id: 2, reviews: [{ id: 3 }] },
  ]);
  expect(await rows('/books?select=id,authors!author_id!inner(name)&authors.name=eq.Ada')).toEqual([
    { id: 1, authors: { name: 'Ada' } },
  ]);
  expect(await rows('/books?select=id,reviews!left(id)&reviews.stars=eq.5&id=lt.3&order=id')).toEqual([
    { id: 1, reviews: [{ id: 1 }] },
    { id: 2, reviews: [] },
  ]);
});

test('counts parents under !inner and with filters on an embedded resource', async () => {
  const count = async (path: string) =>
    (await library().ask(path, { headers: { prefer: 'count=exact' } })).headers.get('content-range');
  expect(await count('/books?select=id,reviews!inner(id)&limit=1')).toBe('0-0/2');
  expect(await count('/books?select=id,reviews(id)&limit=1')).toBe('0-0/4');
  expect(await count('/books?select=id,reviews(id)&reviews=is.null&limit=1')).toBe('0-0/2');
  expect(await count('/books?select=id,tags!inner(id)&tags.label=eq.machines&limit=1')).toBe('0-0/2');
});

test('filters parents by an embedded resource that the answer does not show', async () => {
  expect(await rows('/books?select=id,reviews()&reviews=not.is.null&order=id')).toEqual([
    { id: 1 },
    { id: 2 },
  ]);
  expect(await rows('/books?select=id,reviews()&reviews=is.null&order=id')).toEqual([{ id: 3 }, { id: 4 }]);
  expect(
    await rows(
      '/books?select=id,author:author_id(),reviews()&or=(author.is.null,reviews.not.is.null)&order=id',
    ),
  ).toEqual([{ id: 1 }, { id: 2 }, { id: 4 }]);
});

test('filters, orders and limits embedded rows, per parent', async () => {
  expect(
    await rows('/books?select=id,reviews(id)&id=in.(1,2)&order=id&reviews.order=stars.asc&reviews.limit=1'),
  ).toEqual([
    { id: 1, reviews: [{ id: 2 }] },
    { id: 2, reviews: [{ id: 3 }] },
  ]);
  expect(await rows('/books?select=id,reviews(id)&id=eq.1&reviews.or=(stars.eq.5,words.eq.x)')).toEqual([
    { id: 1, reviews: [{ id: 1 }] },
  ]);
  expect(
    await rows('/authors?select=id,books!author_id(reviews(id))&id=eq.1&books.reviews.stars=eq.3'),
  ).toEqual([{ id: 1, books: [{ reviews: [{ id: 2 }] }] }]);
});

test('spreads a to-one resource into its parent', async () => {
  expect(
    await rows(
      '/books?select=id,...authors!author_id(author:name,...author_details(motto))&order=id&limit=2',
    ),
  ).toEqual([
    { id: 1, author: 'Ada', motto: 'Poetical science' },
    { id: 2, author: 'Grace', motto: null },
  ]);
});

test('works through supabase-js', async () => {
  const { data, error } = await library()
    .anon.from('authors')
    .select('name, books!author_id(title)')
    .eq('id', 1)
    .order('title', { referencedTable: 'books' })
    .limit(1, { referencedTable: 'books' })
    .single();
  expect(error).toBeNull();
  expect(data).toEqual({ name: 'Ada', books: ADA_BOOKS });
});

test.each([
  ['/books?select=id,authors(name)', 300, 'PGRST201'],
  ['/books?select=id,nothing(name)', 400, 'PGRST200'],
  ['/books?select=id,authors!nothing(name)', 400, 'PGRST200'],
  ['/books?select=id,reviews(nothing)', 400, '42703'],
  ['/books?select=id&reviews.id=eq.1', 400, 'PGRST108'],
  ['/books?select=id,reviews(id)&order=reviews(id)', 400, 'PGRST118'],
  ['/books?select=id&order=authors(name)', 400, 'PGRST108'],
  ['/books?select=id,reviews(id)&reviews=eq.1', 400, 'PGRST120'],
  ['/books?select=id,...reviews(stars.sum())', 400, 'PGRST123'],
  ['/books?select=id,reviews(id),reviews(stars)', 400, '42712'],
  ['/books?select=id,author_id(id)&order=author_id(name)', 400, '42703'],
  ['/books?select=id,secrets(id)', 400, 'PGRST200'],
])('refuses %s', async (path, status, code) => {
  const response = await library().ask(path);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
});

test('lists the relationships to choose from', async () => {
  const response = await library().ask('/books?select=id,authors(name)');
  expect(await response.json()).toEqual({
    code: 'PGRST201',
    details: [
      {
        cardinality: 'many-to-one',
        embedding: 'books with authors',
        relationship: 'books_author_id_fkey using books(author_id) and authors(id)',
      },
      {
        cardinality: 'many-to-one',
        embedding: 'books with authors',
        relationship: 'books_editor_fkey using books(editor_id) and authors(id)',
      },
    ],
    hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_fkey'. Find the desired relationship in the 'details' key.",
    message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
  });
});
