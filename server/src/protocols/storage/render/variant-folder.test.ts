import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVariantFolder } from './variant-folder.ts';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'trellis-variants-'));
});
afterAll(() => rm(root, { recursive: true }));

test('the variants that nobody has looked at for the longest time make room', async () => {
  const folder = openVariantFolder(path.join(root, 'full'), { most: 3000, kept: 2000 });
  const versions = Array.from({ length: 4 }, () => randomUUID());
  const names = async () => (await readdir(path.join(root, 'full'), { recursive: true })).toSorted();
  for (const [index, version] of versions.entries()) {
    await folder.add(version, 'key', async (file) => {
      await writeFile(file, Buffer.alloc(1000));
      // Yesterday, and the day before.
      const at = new Date(Date.now() - (5 - index) * 86_400_000);
      await utimes(file, at, at);
      return 'webp';
    });
    // The oldest is looked at again.
    if (index === 2) await (await folder.find(versions[0] as string, 'key'))?.file.close();
  }
  const files = (await names()).filter((name) => name.endsWith('.webp'));
  expect(files).toEqual([versions[0], versions[3]].map((version) => `${version}/key.webp`).toSorted());
});

test('a variant that cannot be made leaves nothing behind', async () => {
  const folder = openVariantFolder(path.join(root, 'failed'));
  const version = randomUUID();
  const making = folder.add(version, 'key', async (file) => {
    await writeFile(file, 'half');
    throw new Error('no');
  });
  await expect(making).rejects.toThrow('no');
  expect(await readdir(path.join(root, 'failed', version))).toEqual([]);
  expect(await folder.find(version, 'key')).toBeUndefined();
});
