/** The answers that this browser keeps for a start without the server. */
import { expect } from 'vitest';
import type { Workspace } from './server/workspace.ts';

/** Waits until the tree is among them. */
export const treeIsKept = (workspace: Workspace): Promise<void> =>
  expect.poll(async () => (await keptKeys(workspace)).some((key) => key.includes('"tree"'))).toBe(true);

/** Waits until nothing that is this person's is left in this browser's databases. */
export const nothingIsKept = ({ owner }: Workspace): Promise<void> =>
  expect
    .poll(async () => (await indexedDB.databases()).filter(({ name }) => name?.includes(owner.id)))
    .toEqual([]);

async function keptKeys({ owner }: Workspace): Promise<string[]> {
  const name = `trellis-seen-${owner.id}`;
  // Opening one that is not there would make it.
  if (!(await indexedDB.databases()).some((each) => each.name === name)) return [];
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction('answers').objectStore('answers').getAllKeys();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        database.close();
        resolve(reading.result.map(String));
      };
    };
  });
}
