import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetUploads, hasFilesLeft } from './files-left.ts';
import { openUploadStore, uploadsName } from './upload-store.ts';

beforeEach(() => {
  // This database belongs to this test alone: other files of the same process have theirs.
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('window', { indexedDB });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const file = (id: string) => ({
  id,
  pageId: 'page',
  name: 'a.png',
  type: 'image/png',
  bytes: new Blob(['x']),
  addedAt: 1,
});

test('looking makes no database, and files are left there until the server has them', async () => {
  expect(await hasFilesLeft('ada')).toBe(false);
  expect(await indexedDB.databases()).toEqual([]);
  const store = openUploadStore('ada');
  await store.put(file('first'));
  store.close();
  // As after a kill: nothing but the database is left.
  expect(await hasFilesLeft('ada')).toBe(true);
  expect(await hasFilesLeft('bob')).toBe(false);
  await forgetUploads('ada', false);
  expect(await hasFilesLeft('ada')).toBe(true);
  await store.remove('first');
  await forgetUploads('ada', false);
  await expect.poll(() => indexedDB.databases()).toEqual([]);
});

test('a file that another tab stores while its person leaves stays, at whichever step of it', async () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  for (let steps = 0; steps < 30; steps++) {
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.stubGlobal('window', { indexedDB });
    const store = openUploadStore('ada');
    await store.put(file('sent'));
    await store.remove('sent');
    const leaving = forgetUploads('ada', false);
    for (let step = 0; step < steps; step++) await turn();
    await store.put(file('late'));
    await leaving;
    expect([steps, store.isForgetful, await hasFilesLeft('ada')]).toEqual([steps, false, true]);
    await store.remove('late');
    store.close();
    await forgetUploads('ada', false);
    await expect.poll(() => indexedDB.databases()).toEqual([]);
  }
});

test('a tab that was killed between leaving and deleting keeps nobody from storing files, or from leaving', async () => {
  const left = openUploadStore('ada');
  await left.put(file('sent'));
  await left.remove('sent');
  left.close();
  const marking = indexedDB.open(uploadsName('ada'), 3);
  await new Promise((resolve) => marking.addEventListener('success', resolve));
  marking.result.close();
  const store = openUploadStore('ada');
  await store.put(file('next'));
  expect(store.isForgetful).toBe(false);
  await forgetUploads('ada', false);
  expect((await store.all()).files).toMatchObject([{ id: 'next' }]);
  await store.remove('next');
  await forgetUploads('ada', false);
  await expect.poll(() => indexedDB.databases()).toEqual([]);
});

test('a file that is taken away comes back in any tab, and one that the server has was not taken away', async () => {
  const [one, other] = [openUploadStore('bob'), openUploadStore('bob')];
  await one.put(file('kept'));
  await one.put({ ...file('gone'), resumeAt: '/half' });
  expect(await other.takeAway('gone')).toMatchObject({ id: 'gone', resumeAt: '/half' });
  expect(await one.update('gone', { refusal: 'Too late' })).toBe(false);
  expect(await one.all()).toMatchObject({ files: [{ id: 'kept' }], takenAway: new Set(['gone']) });

  await one.put(file('gone'));
  expect((await other.all()).takenAway).toEqual(new Set());
  await other.takeAway('gone');
  // Its last byte had come by then.
  await one.remove('gone');
  expect(await other.takeAway('gone')).toBeUndefined();
  expect(await other.all()).toMatchObject({ files: [{ id: 'kept' }], takenAway: new Set() });
});

test('what a browser stored before it noted what is taken away is there', async () => {
  const opening = indexedDB.open(uploadsName('cat'), 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('files').put(file('old'), 'old');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  opening.result.close();
  const store = openUploadStore('cat');
  expect((await store.all()).files).toMatchObject([{ id: 'old' }]);
  await store.takeAway('old');
  expect(await store.all()).toMatchObject({ files: [], takenAway: new Set(['old']) });
});

test('a browser that stores nothing keeps files in memory, and one that cannot read says so', async () => {
  vi.stubGlobal('window', {});
  const store = openUploadStore('dan');
  await expect(store.all()).rejects.toThrow('no IndexedDB');
  await store.put(file('a'));
  await store.put(file('b'));
  await store.takeAway('a');
  expect(await store.all()).toMatchObject({ files: [{ id: 'b' }], takenAway: new Set(['a']) });
  await store.remove('b');
  expect(store.isForgetful).toBe(false);
  expect(await store.all()).toMatchObject({ files: [], takenAway: new Set(['a']), onlyHere: new Set() });
});
