/** Words that tabs left, as the next visit finds them. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { keptItems } from '../model/kept-items.ts';
import { openDraftStore } from './draft-store.ts';
import type { Progress } from './drafts.ts';
import { keepBeforeUnload } from './left-words.ts';

const progress = (revision: number): Progress => ({
  revision,
  epoch: 'epoch',
  number: revision,
  head: 'head',
  textsNumber: revision,
  textsVersion: `v${revision}`,
  version: `v${revision}`,
  channel: 'channel',
  state: updateThatSays(''),
});

beforeEach(() => {
  // A disk of this test's own: other files of the same process use the same names.
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', keptItems());
});
afterEach(() => vi.unstubAllGlobals());

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

test('an open tab finds the unsent edits of a tab that has closed, which go once they are kept', async () => {
  const name = newName();
  const document = new Y.Doc();
  const drafts = await openDraftStore(name, document);
  await drafts.write(progress(1));
  await drafts.read();
  keepBeforeUnload(name, { epoch: 'epoch', update: updateThatSays('last words'), own: [7] });
  await drafts.read();
  expect(textOf(document)).toBe('last words');
  expect([...drafts.ownClients]).toEqual([7]);
  expect(Object.keys(localStorage)).toEqual([]);
  expect(await keptText(name)).toBe('last words');
  await drafts.close();
});

test('a closing tab’s last edits are kept also where this tab heard of them before', async () => {
  const name = newName();
  const closing = new Y.Doc();
  const kept = await openDraftStore(name, closing);
  await kept.write(progress(1));
  closing.getText('content').insert(0, 'one ');
  await kept.close();
  const before = Y.encodeStateVector(closing);
  closing.getText('content').insert(4, 'two');
  const last = Y.encodeStateAsUpdate(closing, before);
  keepBeforeUnload(name, { epoch: 'epoch', update: last, own: [] });

  const open = new Y.Doc();
  const drafts = await openDraftStore(name, open);
  // It waits for the words that it stands on.
  Y.applyUpdate(open, last);
  await drafts.read();
  await drafts.close();
  expect(await keptText(name)).toBe('one two');
});

test('a tab that is left again and again keeps one entry, and another document of its page its own', () => {
  const name = newName();
  const leave = (words: string, own: number, epoch = 'epoch') =>
    keepBeforeUnload(name, { epoch, update: updateThatSays(words), own: [own] });
  for (const words of ['one', 'one', 'one two']) leave(words, 1);
  expect(Object.keys(localStorage)).toHaveLength(1);
  leave('three', 2);
  leave('three', 2, 'other');
  expect(Object.keys(localStorage)).toHaveLength(3);
});

test('a damaged entry keeps no other one from being read', async () => {
  const name = newName();
  const drafts = await openDraftStore(name, new Y.Doc());
  await drafts.write(progress(1));
  await drafts.close();
  localStorage.setItem(`before-unload:${name}:broken`, 'epoch %%% 1');
  keepBeforeUnload(name, { epoch: 'epoch', update: updateThatSays('one'), own: [] });
  expect(await keptText(name)).toBe('one');
});

test('what tabs leave at once, and one after the other, is all there for the next visit', async () => {
  const name = newName();
  const drafts = await openDraftStore(name, new Y.Doc());
  await drafts.write(progress(1));
  await drafts.close();
  for (const words of ['one', 'two'])
    keepBeforeUnload(name, { epoch: 'epoch', update: updateThatSays(words), own: [] });
  expect((await keptText(name)).match(/one|two/g)?.toSorted()).toEqual(['one', 'two']);
  expect(Object.keys(localStorage)).toEqual([]);
});
