import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasUnsentFiles } from '../../../lib/unsent-files.ts';
import { openUploadStore } from './upload-store.ts';

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
