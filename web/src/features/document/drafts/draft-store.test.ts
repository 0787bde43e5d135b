import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import * as idb from 'lib0/indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { MOST_ROWS } from './draft-database.ts';
import { openDraftStore } from './draft-store.ts';
import { type Progress, Superseded } from './drafts.ts';
import { keepWords } from './keep-words.ts';
import { putWords } from './put-words.ts';

const progress = (revision: number, text = '', epoch = 'epoch'): Progress => ({
  revision,
  epoch,
  number: revision,
  head: 'head',
  textsNumber: revision,
  textsVersion: `v${revision}`,
  version: `v${revision}`,
  channel: 'channel',
  state: updateThatSays(text),
});

beforeEach(() => {
  // A disk of this test's own: other files of the same process use the same names.
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

let pages = 0;
const newName = () => `page ${pages++}`;

function updateThatSays(text: string): Uint8Array {
  const document = new Y.Doc();
  document.getText('content').insert(0, text);
  return Y.encodeStateAsUpdate(document);
}

const textOf = (document: Y.Doc) => document.getText('content').toString();

/** @returns the text that the next visit finds */
async function keptText(name: string): Promise<string> {
  const document = new Y.Doc();
  const drafts = await openDraftStore(name, document);
  await drafts.read();
  await drafts.close();
  return textOf(document);
}

test('what the server has and what was typed are there for the next visit', async () => {
  const name = newName();
  const document = new Y.Doc();
  const drafts = await openDraftStore(name, document);
  expect(await drafts.read()).toBeUndefined();
  await drafts.write(progress(1, 'known'));
  document.getText('content').insert(0, 'typed');
  await drafts.close();

  const again = new Y.Doc();
  const kept = await openDraftStore(name, again);
  expect(await kept.read()).toMatchObject({ revision: 1, version: 'v1' });
  expect(textOf(again)).toHaveLength('known and typed'.length - ' and '.length);
  expect([...kept.ownClients]).toEqual([document.clientID]);
  await kept.close();
});

test('a tab that has missed a note cannot write its own, and reads the other tab’s text', async () => {
  const name = newName();
  const document = new Y.Doc();
  const mine = await openDraftStore(name, document);
  const theirs = await openDraftStore(name, new Y.Doc());
  await theirs.write(progress(1, 'theirs'));
  await theirs.write(progress(2, 'theirs'));
  await expect(mine.write(progress(1))).rejects.toThrow(Superseded);
  expect((await mine.read())?.revision).toBe(2);
  expect(textOf(document)).toHaveLength('theirs'.length);
  await mine.write(progress(3));
  await mine.close();
  await theirs.close();
});

test('a tab that was stuck while another one began to lead cannot write any more', async () => {
  const name = newName();
  const stuck = await openDraftStore(name, new Y.Doc());
  await stuck.lead();
  await stuck.write(progress(1));
  expect(await stuck.isLeading()).toBe(true);
  const next = await openDraftStore(name, new Y.Doc());
  await next.lead();
  expect([await stuck.isLeading(), await next.isLeading()]).toEqual([false, true]);
  await expect(stuck.write(progress(2, 'late'))).rejects.toThrow(Superseded);
  await expect(stuck.replace(progress(2, 'late', 'other'), undefined)).rejects.toThrow(Superseded);
  await next.write(progress(2));
  // In its turn again.
  await stuck.lead();
  await stuck.write(progress(3));
  await stuck.close();
  await next.close();
});

test('another document takes the place of this one whole, and this one’s last edits stay out of it', async () => {
  const name = newName();
  const document = new Y.Doc();
  const drafts = await openDraftStore(name, document);
  await drafts.write(progress(1, 'old'));
  await drafts.read();
  const late = await openDraftStore(name, new Y.Doc());
  await late.read();
  await expect(drafts.replace(progress(5, 'new', 'other'), undefined)).rejects.toThrow(Superseded);
  expect(await drafts.replace(progress(2, 'new', 'other'), updateThatSays(' and mine'))).toBe(true);
  document.getText('content').insert(0, 'too late');
  expect((await late.read())?.epoch).toBe('other');
  expect(late.epoch).toBe('epoch');
  await drafts.close();
  await late.close();

  const next = new Y.Doc();
  const kept = await openDraftStore(name, next);
  await kept.read();
  expect([...textOf(next)].sort().join('')).toBe([...'new and mine'].sort().join(''));
  await kept.close();
});

test('another document waits until the edits of other tabs are read', async () => {
  const name = newName();
  const drafts = await openDraftStore(name, new Y.Doc());
  await drafts.write(progress(1, 'old'));
  const document = new Y.Doc();
  const theirs = await openDraftStore(name, document);
  await theirs.read();
  await drafts.read();
  document.getText('content').insert(0, 'late');
  await theirs.read();
  expect(await drafts.replace(progress(2, 'new', 'other'), undefined)).toBe(false);
  expect((await drafts.read())?.epoch).toBe('epoch');
  expect(await drafts.replace(progress(2, 'new', 'other'), undefined)).toBe(true);
  expect((await theirs.read())?.epoch).toBe('other');
  await drafts.close();
  await theirs.close();
});

test('many edits become one, and none is lost', async () => {
  const name = newName();
  const document = new Y.Doc();
  const drafts = await openDraftStore(name, document);
  await drafts.write(progress(1));
  for (let n = 0; n < 300; n++) document.getText('content').insert(n, String(n % 10));
  await drafts.write(progress(2));
  document.getText('content').insert(300, 'end');
  await drafts.close();
  expect(await keptText(name)).toBe(textOf(document));
});

test('a browser that refuses writes is left alone, before the write ends', async () => {
  const document = new Y.Doc();
  const onBroken = vi.fn();
  const drafts = await openDraftStore(newName(), document, onBroken);
  await drafts.write(progress(1));
  expect(drafts.isShared).toBe(true);
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  await drafts.write(progress(2));
  transaction.mockRestore();
  expect(onBroken).toHaveBeenCalledOnce();
  expect(drafts.isShared).toBe(false);
  expect((await drafts.read())?.revision).toBe(2);
  document.getText('content').insert(0, 'goes on');
  await drafts.close();
});

test('drafts whose storage was cleared are kept again by themselves, with what was typed meanwhile', async () => {
  const name = newName();
  const document = new Y.Doc();
  const content = document.getText('content');
  const calls: string[] = [];
  const tell = (what: string) => () => void calls.push(what);
  const drafts = await openDraftStore(name, document, tell('broken'), tell('mended'));
  await drafts.write(progress(1));
  content.insert(0, 'before ');
  const deleted = new Promise((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = resolve;
  });
  content.insert(7, 'meanwhile ');
  await deleted;
  content.insert(17, 'meanwhile ');
  await expect.poll(() => calls).toEqual(['broken', 'mended']);
  expect(drafts.isShared).toBe(true);
  // The leader of before leads no more: another tab may have begun to.
  await expect(drafts.write(progress(2))).rejects.toThrow(Superseded);
  content.insert(27, 'after');
  await drafts.lead();
  await drafts.write(progress(2));
  await drafts.close();
  const again = new Y.Doc();
  const kept = await openDraftStore(name, again);
  await kept.read();
  expect(textOf(again)).toBe('before meanwhile meanwhile after');
  expect([...kept.ownClients]).toEqual([document.clientID]);
  await kept.close();
});

test('drafts that a full disk refused are kept as soon as it has room', async () => {
  const document = new Y.Doc();
  const name = newName();
  const drafts = await openDraftStore(name, document);
  await drafts.write(progress(1));
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  document.getText('content').insert(0, 'typed');
  expect(drafts.isShared).toBe(false);
  full.mockRestore();
  await expect.poll(() => drafts.isShared, { timeout: 5000 }).toBe(true);
  await drafts.close();
  expect(await keptText(name)).toBe('typed');
});

test.each(['refuses', 'does not answer'])(
  'drafts that a browser %s to open are kept as soon as it opens them, beside those that are there',
  async (how) => {
    const name = newName();
    const before = new Y.Doc();
    const earlier = await openDraftStore(name, before);
    await earlier.write(progress(1));
    before.getText('content').insert(0, 'unsent');
    await earlier.close();
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      if (how === 'refuses') throw new DOMException('The disk is broken.', 'UnknownError');
      return {} as IDBOpenDBRequest;
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const document = new Y.Doc();
    const opening = openDraftStore(name, document);
    await vi.advanceTimersByTimeAsync(3000);
    const drafts = await opening;
    expect(drafts.isShared).toBe(false);
    await drafts.write(progress(1));
    document.getText('content').insert(0, 'typed ');
    open.mockRestore();
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    await expect.poll(() => drafts.isShared).toBe(true);
    await drafts.read();
    expect(textOf(document)).toHaveLength('typed unsent'.length);
    await drafts.close();
    const next = new Y.Doc();
    const kept = await openDraftStore(name, next);
    await kept.read();
    expect(textOf(next)).toBe(textOf(document));
    await kept.close();
  },
);

test('drafts that a browser opens late are kept from then on', async () => {
  const name = newName();
  const first: Partial<IDBOpenDBRequest> = {};
  const openNow = indexedDB.open.bind(indexedDB);
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    const isFirst = open.mock.calls.length === 1;
    return (isFirst ? first : {}) as IDBOpenDBRequest;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const document = new Y.Doc();
  const opening = openDraftStore(name, document);
  await vi.advanceTimersByTimeAsync(3000);
  const drafts = await opening;
  await drafts.write(progress(1));
  document.getText('content').insert(0, 'typed');
  // Other tries come and go meanwhile.
  await vi.advanceTimersByTimeAsync(6000);
  expect(drafts.isShared).toBe(false);
  vi.useRealTimers();
  const late = openNow(name);
  late.onupgradeneeded = (event) => first.onupgradeneeded?.call(late, event);
  late.onsuccess = (event) => first.onsuccess?.call(late, event);
  await expect.poll(() => drafts.isShared).toBe(true);
  await drafts.close();
  open.mockRestore();
  expect(await keptText(name)).toBe('typed');
});

test('a tab that is stuck in the middle of a write keeps another one from leading for seconds only', async () => {
  const name = newName();
  const stuck = await openDraftStore(name, new Y.Doc());
  await stuck.write(progress(1));
  const document = new Y.Doc();
  const next = await openDraftStore(name, document);
  await next.read();
  let isStuck = true;
  const database = await idb.openDB(name, () => undefined);
  const [custom] = idb.transact(database, ['custom', 'updates']);
  const goOn = () => {
    if (isStuck && custom) custom.get('turn').onsuccess = goOn;
  };
  goOn();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const leading = next.lead();
  await vi.advanceTimersByTimeAsync(3000);
  vi.useRealTimers();
  await leading;
  expect([next.isShared, await next.isLeading(), (await next.read())?.revision]).toEqual([false, true, 1]);
  // The disk gets what is typed meanwhile in its turn, should the tab end before it can look.
  document.getText('content').insert(0, 'typed');
  const kept = keptText(name);
  // Its request comes to pass: the other one has lost its turn all the same.
  isStuck = false;
  expect(await kept).toBe('typed');
  expect(await stuck.isLeading()).toBe(false);
  await expect.poll(() => next.isShared).toBe(true);
  for (const drafts of [stuck, next]) await drafts.close();
  database.close();
});

test('words stay beside those that another tab has kept, and out of another document', async () => {
  const name = newName();
  const document = new Y.Doc();
  const drafts = await openDraftStore(name, document);
  await drafts.write(progress(1));
  const deleted = new Promise((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = resolve;
  });
  document.getText('content').insert(0, 'mine');
  const theirs = await openDraftStore(name, new Y.Doc());
  await theirs.write(progress(1, 'new', 'other'));
  await deleted;
  expect(drafts.isShared).toBe(false);
  await theirs.close();
  await drafts.close();
  expect(await keptText(name)).toBe('new');
});

test('drafts whose storage the browser has taken away are closed all the same', async () => {
  const drafts = await openDraftStore(newName(), new Y.Doc());
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  });
  try {
    await drafts.close();
  } finally {
    transaction.mockRestore();
  }
});

test('words that are typed do not wait for a tab that is stuck while it notes what is saved', async () => {
  const name = newName();
  const typing = new Y.Doc();
  const [stuck, drafts] = await Promise.all(
    [new Y.Doc(), typing].map((document) => openDraftStore(name, document)),
  );
  await drafts?.write(progress(1));
  await drafts?.read();
  const database = await idb.openDB(name, () => undefined);
  const [custom] = idb.transact(database, ['custom'], 'readwrite');
  // It asks again and again, and so does not end.
  let isOver = false;
  const hold = () => {
    if (custom && !isOver) custom.get('noted').onsuccess = hold;
  };
  hold();
  typing.getText('content').insert(0, 'typed');
  const rows = async () => idb.count(idb.transact(database, ['updates'], 'readonly')[0] as IDBObjectStore);
  await expect.poll(rows).toBe(1);
  isOver = true;
  database.close();
  await Promise.all([stuck?.close(), drafts?.close()]);
});

test('no other tab waits for one that becomes busy, but where it notes what is saved', async () => {
  const waiting: string[][] = [];
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    const transaction = begin.apply(this, given);
    // After the code that has begun it, and before its first answer.
    queueMicrotask(() => {
      const { _state: state } = transaction as unknown as { readonly _state: string };
      if (state === 'active' && transaction.mode !== 'versionchange')
        waiting.push([...transaction.objectStoreNames]);
    });
    return transaction;
  });
  const name = newName();
  const document = new Y.Doc();
  const drafts = await openDraftStore(name, document);
  await drafts.lead();
  await drafts.write(progress(1));
  await drafts.read();
  for (let letter = 0; letter < MOST_ROWS; letter++) document.getText('content').insert(0, 'x');
  expect(await drafts.isLeading()).toBe(true);
  const words = { name, document, drafts };
  expect(await keepWords(words)).toBe(true);
  const other = await openDraftStore(name, new Y.Doc());
  await other.read();
  await putWords(await idb.openDB(name, () => undefined), document, drafts);
  for (const one of [other, drafts]) await one.close();
  expect(waiting).toEqual([['custom']]);
});
