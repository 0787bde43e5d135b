import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasUnsentFiles } from '../../../lib/unsent-files.ts';
import { openUploadStore, uploadsName } from './upload-store.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', { indexedDB });
  vi.stubGlobal('localStorage', localStorage);
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

/** The next transaction is done, and its tab hears of that late. @returns how to let it hear */
function holdNextAnswer(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (
    this: IDBDatabase,
    ...asked
  ) {
    const held = transaction.apply(this, asked);
    Object.defineProperty(held, 'oncomplete', {
      set: (listener: () => void) => held.addEventListener('complete', () => promise.then(listener)),
    });
    return held;
  });
  return resolve;
}

test('a file that another tab adds while the last one is removed is remembered', async () => {
  const [one, other] = [openUploadStore('ada'), openUploadStore('ada')];
  await one.put(file('first'));
  await other.all();
  const hear = holdNextAnswer();
  const removing = one.remove('first');
  await other.put(file('second'));
  hear();
  await removing;
  expect(hasUnsentFiles('ada')).toBe(true);

  await other.remove('second');
  expect(hasUnsentFiles('ada')).toBe(false);
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
  expect(await store.all()).toEqual({ files: [], takenAway: new Set(['old']) });
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
  expect(await store.all()).toEqual({ files: [], takenAway: new Set(['a']) });
});
