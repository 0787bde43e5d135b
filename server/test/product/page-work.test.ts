/** Search and backlinks follow a save within moments, by the server's own clock, and recent activity at once. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import { createPage, type Person, signUp } from './people.ts';

// A mark of some syntax that a function reads, or a character that some function unfolds, sorts or pairs.
const PIECES = [
  ...[
    'a',
    '0',
    ' ',
    '\n',
    '[',
    '[[',
    ']]',
    '](',
    '`',
    '```\n',
    '~~~\n',
    '> ',
    '"',
    '\\',
    '*',
    '|',
    '#',
    '- ',
    '/',
  ],
  ...[
    '---\naliases: [',
    '/files/',
    '/dashboard/pages/',
    '/files/01234567-89ab-cdef-0123-456789abcdef',
    '/dashboard/pages/01234567-89ab-cdef-0123-456789abcdef',
    '[[a|b',
    '&amp;',
  ],
  ...[
    '\u0301\u0316',
    '\uff9e\u0301',
    '\u0344',
    'e\u0301',
    '\u05b8\u05c1',
    '가',
    '漢字',
    '\ufb01',
    '\u{1d165}\u0301',
  ],
];
const LETTERS = 100_000;
// Such texts take tenths of a second; a text that took its square took minutes.
const LONGEST_MS = 20_000;

const server = useTestServer();
let ada: Person;
beforeAll(async () => {
  ada = await signUp(server(), 'Ada Lovelace');
});

const search = async (question: string) => {
  const { data, error } = await ada.client.rpc('search_pages', { workspace_id: ada.workspaceId, question });
  if (error) throw error;
  return (data as { id: string }[]).map(({ id }) => id);
};
const linkingTo = async (id: string) => {
  const { data, error } = await ada.client.from('page_links').select('source_id').eq('target_id', id);
  if (error) throw error;
  return data.map(({ source_id }) => source_id);
};
const save = async (id: string, content: string) => {
  const { error } = await ada.client.from('pages').update({ content }).eq('id', id);
  if (error) throw error;
};

test('the words and the links of a new page and of a saved one are found', async () => {
  const target = await createPage(ada, { name: 'Target' });
  const page = await createPage(ada, { name: 'Source', content: 'About axolotls' });
  await expect.poll(() => search('axolotls')).toEqual([page.id]);
  await save(page.id, `About [newts](/dashboard/pages/${target.id})`);
  await expect.poll(() => search('newts')).toEqual([page.id]);
  expect(await search('axolotls')).toEqual([]);
  await expect.poll(() => linkingTo(target.id)).toEqual([page.id]);
  await save(page.id, 'About nothing');
  await expect.poll(() => linkingTo(target.id)).toEqual([]);
});

test('wiki links and aliases are found by the names that texts say, through a rename and a deletion', async () => {
  const naming = async (id: string) => {
    const { data, error } = await ada.client.rpc('pages_linking_to', { page_id: id });
    if (error) throw error;
    return (data as { id: string; wiki_targets: string[] }[]).map((one) => [one.id, ...one.wiki_targets]);
  };
  const target = await createPage(ada, { name: 'Émile' });
  const page = await createPage(ada, { name: 'Novels', content: 'See [[books/émile#One|him]] and [[Zola]]' });
  await expect.poll(() => naming(target.id)).toEqual([[page.id, 'books/émile']]);
  await save(target.id, '---\naliases:\n  - zola\n---\n');
  await expect.poll(() => naming(target.id)).toEqual([[page.id, 'Zola', 'books/émile']]);
  await ada.client.from('pages').update({ name: 'The author' }).eq('id', target.id);
  expect(await naming(target.id)).toEqual([[page.id, 'Zola', 'books/émile']]);
  const { data: named } = await ada.client.rpc('pages_also_named', { names: ['ZOLA', 'Émile', 'Nobody'] });
  expect(named).toEqual([
    { name: 'ZOLA', page_id: target.id, is_alias: true },
    { name: 'Émile', page_id: target.id, is_alias: false },
  ]);
  await ada.client.from('pages').update({ is_archived: true }).eq('id', page.id);
  expect(await naming(target.id)).toEqual([]);
});

test('recent activity tells of a save at once', async () => {
  const page = await createPage(ada, { name: 'Diary' });
  await save(page.id, 'Dear diary');
  const { data } = await ada.client.from('page_activity').select('kind').eq('page_id', page.id);
  expect(data?.map(({ kind }) => kind).sort()).toEqual(['created', 'edited']);
});

test('many pages at once are found, too, and the queue is empty then', async () => {
  const rows = Array.from({ length: 300 }, (_, place) => ({
    organization_id: ada.workspaceId,
    name: `Imported ${place}`,
    content: `capybara${place} ${'word '.repeat(200)}`,
    order_index: 100 + place,
  }));
  const { error } = await ada.client.from('pages').insert(rows);
  expect(error).toBeNull();
  await expect.poll(() => search('capybara0')).toHaveLength(1);
  const waiting = () =>
    server().database.asOwner((transaction) => transaction.query({ text: 'select from public.page_work' }));
  await expect.poll(async () => (await waiting()).rowCount).toBe(0);
  expect(await search('capybara299')).toHaveLength(1);
});

test('misspelt words are looked for as long as there is time, and not in whole sentences', async () => {
  await createPage(ada, { name: 'Instruments', content: 'A theodolite and a sextant' });
  await expect.poll(() => search('theodolite')).toHaveLength(1);
  const found = (terms: string, patienceMs: number) =>
    server().database.asOwner(async (transaction) => {
      await transaction.query({
        text: `select set_config('request.jwt.claims', json_build_object('sub', $1::text)::text, true),
          set_config('trellis.misspelt_ms', $2, true)`,
        values: [ada.id, String(patienceMs)],
      });
      const { rows } = await transaction.query<{ pages: number }>({
        text: `select cardinality(private.find_misspelt($1, string_to_array($2, ' '), 20)) as pages`,
        values: [ada.workspaceId, terms],
      });
      return rows[0]?.pages;
    });
  expect(await found('theodolyte sextant', 60_000)).toBe(1);
  // All texts, one by one, however many there are.
  expect(await found('theodolyte sextant', -1000)).toBe(0);
  // As a sentence would be that somebody pasted.
  const sentence = 'instruments theodolite theodolite theodolite theodolite theodolite theodolite theodolite';
  expect(await found(`${sentence} sextent`, 60_000)).toBe(0);
});

test('no text keeps a function busy that reads the texts of pages', async () => {
  const owner = async (text: string, values: readonly string[] = []) =>
    (await server().database.asOwner((transaction) => transaction.query<{ call: string }>({ text, values })))
      .rows;
  // Edits are no text: none is given.
  const calls = await owner(`select format('select count(*) from %s(%s)', oid::regproc,
      (select string_agg(case name when 'update' then '''''' else '$1' end, ', ') from unnest(proargnames[1:pronargs]) as name)) as call
    from pg_proc where pronamespace = 'private'::regnamespace
      and proargnames && '{content,original,folded,written,source}' and proargtypes::oid[] <@ array['text'::regtype::oid]`);
  expect(calls.length).toBeGreaterThan(9);
  const piece = fc.constantFrom(...PIECES);
  const text = fc
    .tuple(piece, piece, fc.boolean())
    .map(([one, other, isMixed]) =>
      isMixed
        ? `a${(one + other).repeat(LETTERS / (one + other).length)}`
        : one.repeat(LETTERS / 2 / one.length) + other.repeat(LETTERS / 2 / other.length),
    );
  const isQuick = async (content: string) => {
    for (const { call } of calls) {
      const start = performance.now();
      await owner(call, [content]);
      expect(performance.now() - start, call).toBeLessThan(LONGEST_MS);
    }
  };
  const accents = `a${'\u0301\u0316'.repeat(LETTERS / 2)}`;
  await fc.assert(fc.asyncProperty(text, isQuick), { numRuns: 5, examples: [[accents]] });
});

test('a text with very many links is read as quickly as one with files', async () => {
  const many = (word: string) => `${word}${crypto.randomUUID()} `.repeat(20_000);
  const timed = async (name: string, content: string) => {
    const start = performance.now();
    await server().database.asOwner((transaction) =>
      transaction.query({ text: `select private.${name}($1)`, values: [content] }),
    );
    return performance.now() - start;
  };
  const files = await timed('named_files', many('/files/'));
  expect(await timed('linked_pages', many('/dashboard/pages/'))).toBeLessThan(files * 4);
});
