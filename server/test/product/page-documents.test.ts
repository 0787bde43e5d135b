/** The shared documents of pages over the Data API, with real Yjs documents, as browsers hold them. */
import { beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { useTestServer } from '../support/test-server.ts';
import { Browser, base64, open, save } from './document-browser.ts';
import { createPage, type Person, signUp } from './people.ts';

const server = useTestServer();
let ada: Person;
let bea: Person;
let eve: Person;

beforeAll(async () => {
  [ada, bea, eve] = [
    await signUp(server(), 'Ada'),
    await signUp(server(), 'Bea'),
    await signUp(server(), 'Eve'),
  ];
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: 'insert into public.organization_members (organization_id, user_id, role) values ($1, $2, $3)',
      values: [ada.workspaceId, bea.id, 'member'],
    }),
  );
});

async function textOf(pageId: string): Promise<string> {
  const { data } = await ada.client.from('pages').select('content').eq('id', pageId).single();
  return data?.content;
}

describe('a document begins', () => {
  test.for([
    ['no text', '', null, '', ''],
    ['a title alone', 'Plan', null, '', ''],
    ['all texts', 'Plan', 'Until May', 'Hello', 'Hello'],
    ['an empty title', '', '', 'Hello', 'Hello'],
    [
      'other scripts',
      '計画',
      'خطة',
      'e\u0301 ß \u{10FFFF} \uFEFF\u2028',
      'e\u0301 ß \u{10FFFF} \uFEFF\u2028',
    ],
    ['emoji', '🦊', '👩‍👩‍👧', '🇪🇺 1️⃣ 🦊🦊', '🇪🇺 1️⃣ 🦊🦊'],
    ['127 bytes', 'x'.repeat(127), 'x'.repeat(128), 'é'.repeat(64), 'é'.repeat(64)],
    ['16384 bytes', 'Plan', null, 'x'.repeat(16_384), 'x'.repeat(16_384)],
    ['200 KB', 'Plan', 'x'.repeat(5000), '世🦊é\n'.repeat(20_000), '世🦊é\n'.repeat(20_000)],
    ['foreign line ends', 'Plan', 'a\r\nb\rc', 'one\r\n\r\ntwo\rthree\n', 'one\n\ntwo\nthree\n'],
  ] as const)('with %s, as the page has it', async ([, name, description, content, expected]) => {
    const page = await createPage(ada, { name, description, content });
    const browser = await Browser.open(ada, page.id);
    expect(browser.texts).toEqual({
      name,
      description: (description ?? '').replaceAll(/\r\n?/g, '\n'),
      content: expected,
    });
    // Nothing is left to come: what the browser writes next is in one piece with it.
    expect(browser.document.store.pendingStructs).toBeNull();
    browser.type('So: ');
    expect(await browser.save()).toMatchObject({ number: 1, is_taken: true, is_written: true });
    expect((await Browser.open(bea, page.id)).texts).toEqual(browser.texts);
    expect(await textOf(page.id)).toBe(`So: ${expected}`);
  });

  test('once, however many open the page at once', async () => {
    const page = await createPage(ada, { content: 'Hello' });
    const opened = await Promise.all([ada, bea, ada, bea, ada].map((person) => open(person, page.id)));
    expect(new Set(opened.map((one) => `${one?.epoch} ${one?.channel} ${one?.state}`)).size).toBe(1);
  });

  test('another time with other authors, so that nothing of the old one fits', async () => {
    const page = await createPage(ada, { content: 'Hello' });
    const first = await Browser.open(ada, page.id);
    first.type('lost');
    const { data } = await ada.client.rpc('restart_page_document', { page_id: page.id, epoch: first.epoch });
    expect(data).toBe(true);
    expect(await first.save()).toMatchObject({ is_taken: false, updates: null });
    const second = await Browser.open(ada, page.id);
    expect(second.epoch).not.toBe(first.epoch);
    expect(second.texts.content).toBe('Hello');
    expect([...second.document.store.clients.keys()]).not.toEqual([...first.document.store.clients.keys()]);
  });
});

describe('people write at once', () => {
  test('and get each other’s words, in numbers without gaps', async () => {
    const page = await createPage(ada, { content: 'Hello' });
    const browsers = await Promise.all([ada, bea, ada, bea].map((person) => Browser.open(person, page.id)));
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        browsers.map((browser, place) => {
          browser.type(`${round}${'abcd'[place]} `);
          return browser.save();
        }),
      );
    }
    // The last round's words are with those who wrote them, and in the log.
    const [first] = browsers;
    while (!(await first?.save({ update: null }))?.is_written);
    const opened = await open(bea, page.id);
    expect(opened?.updates?.map(({ number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
    expect(new Set(opened?.updates?.map(({ by }) => by))).toEqual(new Set([ada.id, bea.id]));
    const reader = await Browser.open(bea, page.id);
    expect(reader.texts).toEqual(first?.texts);
    expect(reader.texts.content.split(' ').sort()).toEqual(
      [
        'Hello',
        ...[0, 1, 2, 3, 4].flatMap((round) => ['a', 'b', 'c', 'd'].map((who) => `${round}${who}`)),
      ].sort(),
    );
    expect(await textOf(page.id)).toBe(reader.texts.content);
  });

  test('and one of them adopts a text that came past the document', async () => {
    const page = await createPage(ada, { content: 'Hello' });
    const browsers = [await Browser.open(ada, page.id), await Browser.open(bea, page.id)];
    const { data } = await ada.client
      .from('pages')
      .update({ content: 'Hello World' })
      .eq('id', page.id)
      .select('updated_at')
      .single();
    const saved = await Promise.all(
      browsers.map((browser) => {
        browser.type(' World', 5);
        return browser.save({ adopts: true, based_on: data?.updated_at });
      }),
    );
    expect(saved.map(({ is_taken }) => is_taken).sort()).toEqual([false, true]);
    const reader = await Browser.open(ada, page.id);
    expect([reader.number, reader.texts.content]).toEqual([1, 'Hello World']);
  });

  test('and the history names them all', async () => {
    const page = await createPage(ada, { content: 'Hello' });
    const [one, two] = [await Browser.open(ada, page.id), await Browser.open(bea, page.id)];
    one.type('Ada: ');
    two.type('Bea: ');
    await one.save();
    expect(await two.save()).toMatchObject({ is_taken: true, is_written: false });
    expect(await two.save({ update: null })).toMatchObject({ is_written: true });
    const { data } = await ada.client
      .from('page_versions')
      .select(
        'content, created_by, authors:page_version_authors(user_profiles(full_name, display_name, email))',
      )
      .eq('page_id', page.id)
      .order('updated_at', { ascending: false })
      .limit(1)
      .single();
    expect(data).toMatchObject({ content: two.texts.content, created_by: bea.id });
    expect(data?.authors).toHaveLength(2);
    for (const full_name of ['Ada', 'Bea'])
      expect(data?.authors).toContainEqual({ user_profiles: expect.objectContaining({ full_name }) });
  });
});

describe('a log is shortened', () => {
  test('and read on by those who were here, and by those who come', async () => {
    const page = await createPage(ada, { content: 'Hello' });
    const [one, two] = [await Browser.open(ada, page.id), await Browser.open(bea, page.id)];
    for (const word of ['a ', 'b ', 'c ']) {
      one.type(word);
      await one.save();
    }
    const compact = (upTo: number) =>
      ada.client.rpc('compact_page_document', {
        page_id: page.id,
        epoch: one.epoch,
        up_to: upTo,
        state: base64(Y.encodeStateAsUpdate(one.document)),
      });
    expect((await compact(4)).data).toBe(false);
    expect((await compact(3)).data).toBe(true);
    expect((await compact(3)).data).toBe(false);
    two.type('d ');
    expect(await two.save()).toMatchObject({ is_taken: true, is_written: false, updates: null, number: 4 });
    expect((await Browser.open(bea, page.id)).texts.content).toBe(
      (await Browser.open(ada, page.id)).texts.content,
    );
    expect(await open(ada, page.id, { known_epoch: one.epoch, known_number: 3 })).toMatchObject({
      state: null,
      state_number: 3,
      updates: [{ number: 4, by: bea.id }],
    });
    expect(await open(ada, page.id, { known_epoch: one.epoch, known_number: 2 })).toMatchObject({
      state: expect.any(String),
    });
  });
});

describe('nothing is had, and nothing changed', () => {
  test('of a page of others, a private one, one in the trash, or none', async () => {
    const page = await createPage(ada, { content: 'Hello' });
    const known = await Browser.open(bea, page.id);
    known.type('Mine: ');
    const tries = async (person: Person, pageId: string) => {
      const rest = { page_id: pageId, epoch: known.epoch };
      return [
        await open(person, pageId),
        await save(person, pageId, {
          epoch: known.epoch,
          seen: 0,
          based_on: page.updated_at,
          update: 'AAAA',
        }),
        (await person.client.rpc('compact_page_document', { ...rest, up_to: 1, state: 'AAAA' })).data,
        (await person.client.rpc('restart_page_document', rest)).data,
      ];
    };
    const change = (fields: object) => ada.client.from('pages').update(fields).eq('id', page.id);
    const nothing = [undefined, undefined, false, false];
    expect(await tries(eve, page.id)).toEqual(nothing);
    expect(await tries(ada, crypto.randomUUID())).toEqual(nothing);
    await change({ is_archived: true });
    expect(await tries(ada, page.id)).toEqual(nothing);
    await change({ is_archived: false });
    expect(await known.save()).toMatchObject({ epoch: known.epoch, is_written: true, number: 1 });
    await change({ visibility: 'private' });
    expect(await tries(bea, page.id)).toEqual(nothing);
    expect(await open(ada, page.id)).toMatchObject({ epoch: known.epoch, number: 1 });
  });

  test('of the words of a private time, once the page is shown', async () => {
    const page = await createPage(ada, { content: 'Hello', visibility: 'private' });
    const alone = await Browser.open(ada, page.id);
    alone.type('Fire Bea. ');
    await alone.save();
    alone.document.getText('content').delete(0, 10);
    await alone.save();
    await ada.client.from('pages').update({ visibility: 'workspace' }).eq('id', page.id);
    const opened = await open(bea, page.id);
    expect(JSON.stringify(opened)).not.toContain(alone.epoch);
    expect(opened?.updates).toEqual([]);
    expect(Buffer.from(opened?.state ?? '', 'base64').toString()).not.toContain('Fire');
    expect(await alone.save()).toMatchObject({ is_taken: false, epoch: opened?.epoch });
    expect((await Browser.open(bea, page.id)).texts.content).toBe('Hello');
  });

  test.for([
    ['TR016', { update: '§' }],
    ['TR016', { update: 'AAAAA' }],
    ['22004', { seen: null }],
    ['22004', { epoch: null }],
    ['22004', { based_on: null }],
    ['22023', { seen: -1 }],
    ['22003', { seen: '9223372036854775808' }],
    ['22P02', { seen: 'many' }],
    ['22P02', { epoch: 'nonsense' }],
    ['22023', { texts: ['Hello'] }],
    ['22023', { texts: { content: 7 } }],
    ['23514', { texts: { name: 'x'.repeat(501) } }],
    ['22P05', { texts: { content: '\u0000' } }],
  ] as const)('by a save that is refused with %s: %o', async ([code, wrong]) => {
    const page = await createPage(ada, { content: 'Hello' });
    const opened = await open(ada, page.id);
    const { error } = await ada.client.rpc('save_page_document', {
      page_id: page.id,
      epoch: opened?.epoch,
      seen: 0,
      based_on: opened?.version,
      update: 'AAAA',
      texts: { content: 'Bye' },
      ...wrong,
    });
    expect(error?.code).toBe(code);
    expect(await open(ada, page.id)).toEqual(opened);
    expect(await textOf(page.id)).toBe('Hello');
  });

  test('by a save of another document, or on top of what is not there', async () => {
    const page = await createPage(ada, { content: 'Hello' });
    const opened = await open(ada, page.id);
    const sent = {
      epoch: opened?.epoch,
      seen: 0,
      based_on: opened?.version,
      update: 'AAAA',
      texts: { content: 'Bye' },
    };
    for (const wrong of [{ epoch: crypto.randomUUID() }, { seen: 1 }, { seen: Number.MAX_SAFE_INTEGER }]) {
      expect(await save(ada, page.id, { ...sent, ...wrong })).toMatchObject({
        epoch: opened?.epoch,
        is_taken: false,
        is_written: false,
        updates: null,
        number: 0,
      });
    }
    expect(await open(ada, page.id)).toEqual(opened);
    expect(await textOf(page.id)).toBe('Hello');
  });
});

test('a document goes with its page when an account is deleted, and its edits stay on others’ pages', async () => {
  const guest = await signUp(server(), 'Guest');
  const asOwner = (text: string, values: readonly unknown[]) =>
    server().database.asOwner((transaction) => transaction.query({ text, values }));
  await asOwner(
    'insert into public.organization_members (organization_id, user_id, role) values ($1, $2, $3)',
    [ada.workspaceId, guest.id, 'member'],
  );
  const own = await createPage(guest, { organization_id: ada.workspaceId, content: 'Mine' });
  const shared = await createPage(ada, { content: 'Ours' });
  for (const { id } of [own, shared]) {
    for (const person of [guest, ada]) {
      const browser = await Browser.open(person, id);
      browser.type('Yes. ');
      await browser.save();
    }
  }
  await guest.client.from('pages').update({ visibility: 'private' }).eq('id', own.id);
  await asOwner('delete from auth.users where id = $1', [guest.id]);
  expect(await open(ada, own.id)).toBeUndefined();
  expect((await open(ada, shared.id))?.updates?.map(({ by }) => by)).toEqual([null, ada.id]);
  expect((await Browser.open(ada, shared.id)).texts.content).toBe('Yes. Yes. Ours');
});
