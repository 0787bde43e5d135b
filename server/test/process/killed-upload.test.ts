/** A server that is killed while files come: the old file stays, and nothing of the new one does. */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import { openWorkshop, type Workshop } from '../support/server-process.ts';

vi.setConfig({ testTimeout: 120_000 });

const MIB = 1024 * 1024;

async function filesOf({ dataDir, port }: Workshop) {
  const secrets = JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8'));
  const key: string = secrets.SUPABASE_SECRET_KEY;
  const url = `http://127.0.0.1:${port}`;
  const { storage } = createClient(url, key, { auth: { persistSession: false } });
  const begin = (name: string, bytes: number) => {
    const request = http.request(`${url}/storage/v1/object/files/${name}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, apikey: key, 'content-type': 'application/zip' },
    });
    request.on('error', () => undefined);
    request.write(randomBytes(bytes));
    return request;
  };
  return { storage, files: storage.from('files'), begin };
}

async function keptIn({ dataDir }: Workshop): Promise<string[]> {
  const found = await readdir(path.join(dataDir, 'storage'), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('uploads that a kill cuts off leave what was there, and their bytes are removed at the next start', async () => {
  await using workshop = await openWorkshop();
  const first = workshop.start();
  await first.healthy();
  const { storage, files, begin } = await filesOf(workshop);
  await storage.createBucket('files', { public: false });
  const content = randomBytes(3 * MIB);
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  await files.upload('kept.zip', content, { contentType: 'application/zip' });
  begin('kept.zip', 5 * MIB);
  begin('new.zip', 5 * MIB);
  await expect.poll(() => keptIn(workshop)).toHaveLength(3);
  // Others end at any moment: each is there whole, or not at all.
  const racing = Array.from({ length: 5 }, (_, index) =>
    files.upload(`racing/${index}.zip`, content, { contentType: 'application/zip' }),
  );
  await Promise.race(racing);
  first.child.kill('SIGKILL');
  await first.exited;
  await Promise.allSettled(racing);

  const second = workshop.start();
  await second.healthy();
  const { data: old } = await files.download('kept.zip');
  expect(digest(new Uint8Array((await old?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(digest(content));
  expect((await files.exists('new.zip')).data).toBe(false);
  const { data: raced } = await files.list('racing');
  expect(raced?.length).toBeGreaterThan(0);
  for (const { name } of raced ?? []) {
    const { data } = await files.download(`racing/${name}`);
    expect(digest(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(digest(content));
  }
  await expect.poll(() => keptIn(workshop)).toHaveLength(1 + (raced?.length ?? 0));
  second.child.kill('SIGTERM');
  expect(await second.exited).toBe(0);
  expect(second.output()).toContain('"abandoned-uploads-removed"');
});
