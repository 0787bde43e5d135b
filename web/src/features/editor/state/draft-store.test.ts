import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { keepBeforeUnload, openDraftStore, type Progress, Superseded } from './draft-store.ts';

const progress = (revision: number, text = ''): Progress => {
  const document = new Y.Doc();
  document.getText('content').insert(0, text);
  return {
    revision,
    writer: 'browser',
    base: { version: `v${revision}`, state: Y.encodeStateAsUpdate(document) },
    attempts: [{ id: 'attempt', state: Y.encodeStateAsUpdate(document) }],
  };
};

let pages = 0;
const newName = () => `page ${pages++}`;

function updateThatSays(text: string): Uint8Array {
  const document = new Y.Doc();
  document.getText('content').insert(0, text);
  return Y.encodeStateAsUpdate(document);
}

const textOf = (document: Y.Doc) => document.getText('content').toString();

test('texts and notes are there for the next visit', async () => {
  const name = newName();
  const document = new Y.Doc();
  const drafts = await openDraftStore(name, document);
  expect(await drafts.read()).toBeUndefined();
  await drafts.write(progress(1, 'old'));
  document.getText('content').insert(0, 'typed');
  await drafts.close();

  const again = new Y.Doc();
  const kept = await openDraftStore(name, again);
  expect((await kept.read())?.base.version).toBe('v1');
  expect((await kept.read())?.attempts.map(({ id }) => id)).toEqual(['attempt']);
  expect(textOf(again)).toBe('typed');
  await kept.close();
});

test('a note and its update are one write', async () => {
  const name = newName();
  const first = await openDraftStore(name, new Y.Doc());
  await first.write(progress(1), updateThatSays('news'));
  const document = new Y.Doc();
  const second = await openDraftStore(name, document);
  expect(textOf(document)).toBe('news');
  await expect(first.write(progress(1), updateThatSays('again'))).rejects.toThrow(Superseded);
  await second.read();
  expect(textOf(document)).toBe('news');
  await first.close();
  await second.close();
});

test('a tab that has missed a note cannot write its own, and reads the other tab’s text', async () => {
  const name = newName();
  const document = new Y.Doc();
  const mine = await openDraftStore(name, document);
  const theirs = await openDraftStore(name, new Y.Doc());
  await theirs.write(progress(1), updateThatSays('theirs'));
  await theirs.write(progress(2));
  await expect(mine.write(progress(1))).rejects.toThrow(Superseded);
  expect((await mine.read())?.revision).toBe(2);
  expect(textOf(document)).toBe('theirs');
  await mine.write(progress(3));
  await mine.close();
  await theirs.close();
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

test('an open tab finds the unsent edits of a tab that has closed, which go once they are kept', async () => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  const name = newName();
  const document = new Y.Doc();
  const drafts = await openDraftStore(name, document);
  keepBeforeUnload(name, updateThatSays('last words'));
  await drafts.read();
  expect(textOf(document)).toBe('last words');
  expect(items.size).toBe(0);
  const next = new Y.Doc();
  const kept = await openDraftStore(name, next);
  expect(textOf(next)).toBe('last words');
  await kept.close();
  await drafts.close();
  vi.unstubAllGlobals();
});

test('an early update is kept with the one that it builds on', async () => {
  const name = newName();
  const writing = new Y.Doc();
  const updates: Uint8Array[] = [];
  writing.on('update', (update: Uint8Array) => updates.push(update));
  writing.getText('content').insert(0, 'first');
  writing.getText('content').insert(5, ' and second');
  const [first, second] = updates as [Uint8Array, Uint8Array];
  const document = new Y.Doc();
  const drafts = await openDraftStore(name, document);
  Y.applyUpdate(document, second);
  const other = await openDraftStore(name, new Y.Doc());
  await other.write(progress(1), first);
  await drafts.read();
  expect(textOf(document)).toBe('first and second');
  await drafts.close();
  await other.close();
  const again = new Y.Doc();
  const kept = await openDraftStore(name, again);
  expect(textOf(again)).toBe('first and second');
  await kept.close();
});
