import { expect, test } from 'vitest';
import { forgetDrafts } from '../../src/features/editor/state/forget-drafts.ts';

const DRAFT = 'trellis-page-grace-plan';

test('over plain HTTP, drafts are forgotten although a killed tab left its lock behind', async () => {
  const locks = Object.getOwnPropertyDescriptor(Navigator.prototype, 'locks');
  if (!locks) throw new Error('The browser has no Web Locks to take away.');
  Reflect.deleteProperty(Navigator.prototype, 'locks');
  try {
    localStorage.setItem(`tab-lock:${DRAFT}`, `killed ${Date.now() + 5000}`);
    await openDatabase();
    expect(await names()).toContain(DRAFT);
    await forgetDrafts('grace', true);
    expect(await names()).not.toContain(DRAFT);
  } finally {
    Object.defineProperty(Navigator.prototype, 'locks', locks);
  }
});

async function names(): Promise<(string | undefined)[]> {
  return (await indexedDB.databases()).map(({ name }) => name);
}

function openDatabase(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DRAFT);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
  });
}
