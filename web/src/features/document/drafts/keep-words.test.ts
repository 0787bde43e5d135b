import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import * as idb from 'lib0/indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { openDraftStore } from './draft-store.ts';
import type { Progress } from './drafts.ts';
import { keepWords } from './keep-words.ts';
import { putWords } from './put-words.ts';

beforeEach(() => {
  // A disk of this test's own: other files of the same process use the same names.
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.restoreAllMocks();
});

let pages = 0;

async function openPage() {
  const name = `words ${pages++}`;
  const document = new Y.Doc();
  document.getText('content').insert(0, 'saved ');
  const progress: Progress = {
    revision: 1,
    epoch: 'epoch',
    number: 1,
    head: 'head',
    textsNumber: 1,
    textsVersion: 'v1',
    version: 'v1',
    channel: 'channel',
    state: Y.encodeStateAsUpdate(document),
  };
  const drafts = await openDraftStore(name, document);
  await drafts.write(progress);
  const type = (word: string) => document.getText('content').insert(document.getText('content').length, word);
  return { name, document, drafts, type, words: { name, document, drafts } };
}

async function keptIn(name: string): Promise<string> {
  const document = new Y.Doc();
  const drafts = await openDraftStore(name, document);
  await drafts.read();
  await drafts.close();
  return document.getText('content').toString();
}

test('words are kept that are read back', async () => {
  const { words, type } = await openPage();
  type('typed');
  expect(await keepWords(words)).toBe(true);
});

test('words whose storage was cleared are kept again, as long as it takes them', async () => {
  const { name, words, type, drafts } = await openPage();
  type('one ');
  // It would put them there by itself.
  await drafts.close();
  await idb.deleteDB(name);
  type('two ');
  expect(await keepWords(words)).toBe(true);
  type('three ');
  expect(await keepWords(words)).toBe(true);
  expect(await keptIn(name)).toBe('saved one two three ');
  // It is put there once, however often it is asked.
  const database = await idb.openDB(name, () => undefined);
  const [updates] = idb.transact(database, ['updates'], 'readonly');
  expect(await idb.count(updates as IDBObjectStore)).toBe(1);
  database.close();
});

test('words that a full disk refuses are not kept, and are once it takes them', async () => {
  const { name, words, type } = await openPage();
  type('before ');
  await keepWords(words);
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  type('lost?');
  expect(await keepWords(words)).toBe(false);
  full.mockRestore();
  expect(await keepWords(words)).toBe(true);
  expect(await keptIn(name)).toBe('saved before lost?');
});

test('words that were put there for a page that was left stay beside those of the next time it was opened', async () => {
  const { name, words, type, drafts } = await openPage();
  await drafts.close();
  type('left');
  expect(await keepWords(words)).toBe(true);
  const document = new Y.Doc();
  const { progress } = drafts;
  Y.applyUpdate(document, progress?.state ?? new Uint8Array());
  document.getText('content').insert(6, 'typed ');
  expect(await keepWords({ name, document, drafts: { progress, ownClients: new Set() } })).toBe(true);
  expect([...(await keptIn(name))].sort().join('')).toBe([...'saved typed left'].sort().join(''));
});

test('a deletion that the storage lacks is no kept deletion', async () => {
  const { name, words, document, type } = await openPage();
  type('wrong');
  await idb.deleteDB(name);
  document.getText('content').delete(6, 5);
  expect(await keepWords(words)).toBe(true);
  expect(await keptIn(name)).toBe('saved ');
});

test('a browser that keeps nothing says so', async () => {
  const { words } = await openPage();
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Not here.', 'SecurityError');
  });
  expect(await keepWords(words)).toBe(false);
});

test('words that are put back find out that another tab puts another document there meanwhile', async () => {
  const { name, document, drafts } = await openPage();
  const database = await idb.openDB(name, () => undefined);
  const theirs = await openDraftStore(name, new Y.Doc());
  const known = await theirs.read();
  const putting = putWords(database, document, drafts);
  if (known) await theirs.replace({ ...known, revision: 2, epoch: 'other' }, undefined);
  expect(await putting).toMatchObject({ epoch: 'other' });
  database.close();
  for (const store of [theirs, drafts]) await store.close();
});
