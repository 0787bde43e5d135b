import { expect, test } from 'vitest';
import { forgetDrafts } from '../../src/features/document/drafts/forget-drafts.ts';
import { LEASE_MS } from '../../src/lib/browser/tabs/tab-lease.ts';
import { openApp } from '../support/open-app.tsx';
import { passTime, takeOverTime } from '../support/time.ts';

const DRAFT = 'trellis-document-grace-plan';

test('over plain HTTP, drafts are forgotten although a killed tab left its lock behind', async () => {
  const locks = Object.getOwnPropertyDescriptor(Navigator.prototype, 'locks');
  if (!locks) throw new Error('The browser has no Web Locks to take away.');
  Reflect.deleteProperty(Navigator.prototype, 'locks');
  try {
    takeOverTime();
    localStorage.setItem(`tab-lock:${DRAFT}`, `killed ${Date.now() + LEASE_MS}`);
    await openDatabase(DRAFT);
    expect(await names()).toContain(DRAFT);
    const forgotten = forgetDrafts('grace', true);
    await passTime(3500);
    expect(await names()).toContain(DRAFT);
    await passTime(2500);
    await forgotten;
    expect(await names()).not.toContain(DRAFT);
  } finally {
    Object.defineProperty(Navigator.prototype, 'locks', locks);
  }
});

test('a start forgets what is left of a person who closed the tab while signing out', async () => {
  const left = `trellis-seen-${crypto.randomUUID()}`;
  await openDatabase(left);
  await openApp('/auth/login');
  await expect.poll(names).not.toContain(left);
});

async function names(): Promise<(string | undefined)[]> {
  return (await indexedDB.databases()).map(({ name }) => name);
}

function openDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
  });
}
