/** Functions of a row, asked for like columns and like relationships; keys that are seen through views. */
import { beforeAll, expect, test } from 'vitest';
import { useLibrary } from './library.ts';

const { library } = useLibrary([]);

const EXTRA = [
  `create function public.initial(authors) returns text language sql stable as 'select left($1.name, 1)'`,
  `create function public.size(b books) returns text language sql stable
    as $$ select case when b.pages > 150 then 'long' else 'short' end $$`,
  `create function public.written(authors) returns setof books language sql stable
    as 'select * from public.books where author_id = $1.id'`,
  `create function public.first_written(authors) returns setof books rows 1 language sql stable
    as 'select * from public.books where author_id = $1.id order by id limit 1'`,
  `create function public.authors(books) returns setof authors rows 1 language sql stable
    as $$ select * from public.authors where id = $1.author_id and name <> 'Grace' $$`,
  `create function public.notes_of(authors) returns setof notes language sql stable
    as 'select * from public.notes'`,
  `create view public.book_titles as select b.id as number, b.title as called, b.author_id as writer, 1 as one
    from public.books b where b.id in (select max(i.id) from public.books i group by i.id)`,
  `create view public.short_titles as select number, called, writer from public.book_titles`,
];

beforeAll(async () => {
  for (const text of EXTRA) await library().sql(text);
});

test('gives, filters and orders by a function of the row, which is no part of *', async () => {
  const { data, error } = await library()
    .anon.from('authors')
    .select('name, initial, letter:initial')
    .in('initial', ['A', 'G'])
    .order('initial', { ascending: false });
  expect(error).toBeNull();
  expect(data).toEqual([
    { name: 'Grace', initial: 'G', letter: 'G' },
    { name: 'Ada', initial: 'A', letter: 'A' },
  ]);
  const { data: all } = await library().anon.from('authors').select('*').eq('id', 1).single();
  expect(Object.keys(all)).toEqual(['id', 'name', 'mentor_id', 'born']);
});

test('embeds the rows that a function gives, with filters, order and limit of their own', async () => {
  const { data, error } = await library()
    .anon.from('authors')
    .select('name, written(title, size), first:first_written(title)')
    .gt('written.pages', 100)
    .order('id');
  expect(error).toBeNull();
  expect(data).toEqual([
    { name: 'Ada', written: [], first: { title: 'Notes' } },
    { name: 'Grace', written: [{ title: 'Compilers', size: 'long' }], first: { title: 'Compilers' } },
    {
      name: 'Edsger',
      written: [{ title: 'Structured (programming), vol. 1', size: 'long' }],
      first: { title: 'Structured (programming), vol. 1' },
    },
  ]);
});

test('lets a function stand for the relationship of the same name', async () => {
  const { data } = await library().anon.from('books').select('id, authors(name)').lt('id', 3).order('id');
  expect(data).toEqual([
    { id: 1, authors: { name: 'Ada' } },
    { id: 2, authors: null },
  ]);
});

test('computes from rows that a write or a call gave', async () => {
  const { data, error } = await library()
    .anon.from('authors')
    .update({ born: null })
    .eq('id', 2)
    .eq('initial', 'G')
    .select('*, initial, written(title)');
  expect(error).toBeNull();
  expect(data).toEqual([
    { id: 2, name: 'Grace', mentor_id: 1, born: null, initial: 'G', written: [{ title: 'Compilers' }] },
  ]);
  const called = await library()
    .anon.rpc('books_by', { author: 1 })
    .select('title, size')
    .eq('size', 'short');
  expect(called.data).toEqual([{ title: 'Notes', size: 'short' }]);
});

test("shows through a function only the caller's rows", async () => {
  const { alice, bob, anon } = library();
  await alice.client.from('notes').insert({ text: 'of Alice' });
  const read = (client: typeof anon) => client.from('authors').select('notes_of(text)').eq('id', 1).single();
  expect((await read(alice.client)).data).toEqual({ notes_of: [{ text: 'of Alice' }] });
  expect((await read(bob.client)).data).toEqual({ notes_of: [] });
});

test('embeds along keys that views show, also through another view', async () => {
  const { data, error } = await library()
    .anon.from('short_titles')
    .select('called, authors!books_author_id_fkey(name), reviews(stars)')
    .eq('number', 1);
  expect(error).toBeNull();
  expect(data).toEqual([
    { called: 'Notes', authors: { name: 'Ada' }, reviews: [{ stars: 5 }, { stars: 3 }] },
  ]);
  const { data: backward } = await library()
    .anon.from('reviews')
    .select('id, book_titles(called)')
    .eq('id', 3);
  expect(backward).toEqual([{ id: 3, book_titles: { called: 'Compilers' } }]);
});

test('lists the rows of a to-many resource by columns', async () => {
  const { data, error } = await library()
    .anon.from('books')
    .select('title, ...reviews(stars, said:words), ...tags(label)')
    .order('stars', { referencedTable: 'reviews' })
    .lte('id', 3)
    .order('id');
  expect(error).toBeNull();
  expect(data).toEqual([
    { title: 'Notes', stars: [3, 5], said: ['too short', 'wonderful'], label: ['maths', 'machines'] },
    { title: 'Compilers', stars: [4], said: [null], label: ['machines'] },
    { title: 'Structured (programming), vol. 1', stars: [], said: [], label: [] },
  ]);
  const inner = await library().anon.from('books').select('id, ...reviews!inner(*)').order('id');
  expect(inner.data).toEqual([
    { id: [1, 2], book_id: [1, 1], stars: [5, 3], words: ['wonderful', 'too short'] },
    { id: [3], book_id: [2], stars: [4], words: [null] },
  ]);
});
