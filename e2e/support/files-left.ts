/// <reference lib="dom" />
/** Reads how many files a browser has that the server does not have yet. */
import type { Page } from '@playwright/test';

export function filesLeft(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const counts = databases.map(async ({ name = '' }) => {
      if (!name.startsWith('trellis-files-')) return 0;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const count = database.transaction('files').objectStore('files').count();
      return new Promise<number>((resolve) => {
        count.onsuccess = () => resolve(count.result);
      }).finally(() => database.close());
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  });
}
