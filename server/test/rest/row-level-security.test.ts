import { beforeEach, expect, test } from 'vitest';
import { useLibrary } from './library.ts';

const { library } = useLibrary();

let bobsNote = '';
let alicesNote = '';

beforeEach(async () => {
  await library().reset();
  bobsNote = await write('bob', 'bob’s secret');
  alicesNote = await write('alice', 'alice’s note');
});

async function write(who: 'alice' | 'bob', text: string): Promise<string> {
  const { data } = await library()[who].client.from('notes').insert({ text }).select('id').single();
  return (data as { id: string }).id;
}

const notes = () => library().alice.client.from('notes');

const untouched = async () => {
  const rows = await library().sql<{ text: string; owner: string }>(
    `select text, owner::text from public.notes where id = '${bobsNote}'`,
  );
  expect(rows).toEqual([{ text: 'bob’s secret', owner: library().bob.id }]);
};

test('never shows another’s rows through select, filters or counts', async () => {
  expect((await notes().select('text')).data).toEqual([{ text: 'alice’s note' }]);
  expect((await notes().select('*', { count: 'exact' }).eq('id', bobsNote)).count).toBe(0);
  for (const count of ['exact', 'planned', 'estimated'] as const) {
    expect((await notes().select('*', { count, head: true })).count).toBe(1);
    expect((await notes().select('*', { count }).range(0, 0)).count).toBe(1);
  }
  expect((await library().anon.from('notes').select()).data).toEqual([]);
});

test('never shows another’s rows through embedding', async () => {
  await library().sql(`update public.notes set parent_id = '${bobsNote}' where id = '${alicesNote}'`);
  const { data } = await notes().select('text, parent_id(text)');
  expect(data).toEqual([{ text: 'alice’s note', parent_id: null }]);
  expect((await notes().select('text, parent_id!inner(text)')).data).toEqual([]);
  const { data: order } = await notes().select('text, parent_id(text)').order('parent_id(text)');
  expect(order).toEqual([{ text: 'alice’s note', parent_id: null }]);
  expect((await library().bob.client.from('notes').select('text, notes(text)')).data).toEqual([
    { text: 'bob’s secret', notes: [] },
  ]);
});

test('never shows another’s rows through a function', async () => {
  expect((await library().alice.client.rpc('my_notes').select('text')).data).toEqual([
    { text: 'alice’s note' },
  ]);
  expect((await library().alice.client.rpc('my_notes', {}, { count: 'exact', head: true })).count).toBe(1);
});

test('never changes or gives back another’s rows through update and delete', async () => {
  expect((await notes().update({ text: 'x' }).eq('id', bobsNote).select()).data).toEqual([]);
  expect((await notes().update({ text: 'x' }, { count: 'exact' }).eq('id', bobsNote)).count).toBe(0);
  expect((await notes().delete().eq('id', bobsNote).select()).data).toEqual([]);
  await untouched();
});

test('never changes or gives back another’s rows through insert and upsert', async () => {
  const upsert = await notes().upsert({ id: bobsNote, text: 'x' }).select();
  expect([upsert.status, upsert.error?.code, upsert.data]).toEqual([403, '42501', null]);
  const ignored = await notes().upsert({ id: bobsNote, text: 'x' }, { ignoreDuplicates: true }).select();
  expect(ignored.data ?? []).toEqual([]);
  const insert = await notes().insert({ text: 'x', owner: library().bob.id }).select();
  expect([insert.status, insert.error?.code]).toEqual([403, '42501']);
  const gift = await notes().update({ owner: library().bob.id }).eq('id', alicesNote);
  expect([gift.status, gift.error?.code]).toEqual([403, '42501']);
  await untouched();
});

test('lets the secret key see everything', async () => {
  expect((await library().service.from('notes').select()).data).toHaveLength(2);
});

test('keeps callers at the same time apart', async () => {
  const { alice, bob } = library();
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const who = index % 2 === 0 ? alice : bob;
      const { data } = await who.client.from('notes').select('owner');
      return (data ?? []).every(({ owner }) => owner === who.id) && data?.length === 1;
    }),
  );
  expect(answers.every(Boolean)).toBe(true);
});
