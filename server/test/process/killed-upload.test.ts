/**
 * A server that is killed while files come: the old file stays, and nothing of the new one does. An upload in several requests
 * goes on where it was.
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { startTestStore } from '../support/s3-store.ts';
import { openWorkshop, type Workshop } from '../support/server-process.ts';

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
  return { storage, files: storage.from('files'), begin, key };
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

test('an upload in several requests goes on after a kill, whenever it comes', async () => {
  await using workshop = await openWorkshop();
  let server = workshop.start();
  await server.healthy();
  const { storage, files, key } = await filesOf(workshop);
  await storage.createBucket('files', { public: false });
  const restart = async () => {
    server.child.kill('SIGKILL');
    await server.exited;
    server = workshop.start();
    await server.healthy();
  };
  const content = randomBytes(20 * MIB);
  const headers = { authorization: `Bearer ${key}`, apikey: key, 'tus-resumable': '1.0.0' };
  const pair = (name: string, value: string) => `${name} ${Buffer.from(value).toString('base64')}`;
  const base = `http://127.0.0.1:${workshop.port}`;
  const metadata = [pair('bucketName', 'files'), pair('objectName', 'film.mp4')].join(',');
  const created = await fetch(`${base}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(content.length), 'upload-metadata': metadata },
  });
  const url = `${base}${created.headers.get('location')}`;
  const keptOf = async () => {
    const answer = await fetch(url, { method: 'HEAD', headers });
    return Number(answer.headers.get('upload-offset'));
  };
  const add = (from: number, to: number) => {
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) };
    const request = http.request(url, { method: 'PATCH', headers: { ...headers, ...type } });
    request.on('error', () => undefined);
    request.write(content.subarray(from, to));
    return request;
  };

  add(0, 14 * MIB);
  await expect.poll(keptOf).toBeGreaterThanOrEqual(8 * MIB);
  await restart();
  const kept = await keptOf();
  expect(kept).toBeGreaterThanOrEqual(8 * MIB);
  expect(kept).toBeLessThan(content.length);
  expect((await files.exists('film.mp4')).data).toBe(false);
  // At the end, the kill comes before or after the row.
  for (const waitMs of [0, 20, 60]) {
    const from = await keptOf();
    if (from === content.length) break;
    add(from, content.length).end();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    await restart();
    expect((await files.exists('film.mp4')).data).toBe((await keptOf()) === content.length);
  }
  const from = await keptOf();
  if (from < content.length) {
    const request = add(from, content.length).end();
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(204);
  }
  const { data } = await files.download('film.mp4');
  expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(content)).toBe(true);
  // Its other name in the folder of unfinished files goes when the upload expires.
  expect(new Set(await keptIn(workshop)).size).toBe(1);
});

test('with a store that speaks S3, a kill leaves the old file or the new one as well', async () => {
  await using store = await startTestStore();
  await using workshop = await openWorkshop();
  const { endpoint = '', bucket, accessKeyId } = store.config;
  const start = async () => {
    const server = workshop.start({
      STORAGE_S3_ENDPOINT: endpoint,
      STORAGE_S3_BUCKET: bucket,
      STORAGE_S3_ACCESS_KEY_ID: accessKeyId,
      STORAGE_S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    });
    await server.healthy();
    return server;
  };
  const first = await start();
  const { storage, files, begin } = await filesOf(workshop);
  await storage.createBucket('files', { public: false });
  const [old, fresh] = [randomBytes(3 * MIB), randomBytes(3 * MIB)];
  await files.upload('kept.zip', old, { contentType: 'application/zip' });
  begin('kept.zip', 5 * MIB);
  await expect.poll(() => keptIn(workshop)).toHaveLength(1);
  const racing = files.upload('kept.zip', fresh, { contentType: 'application/zip', upsert: true });
  await new Promise((resolve) => setTimeout(resolve, 50));
  first.child.kill('SIGKILL');
  await first.exited;
  await racing;

  const second = await start();
  const { data } = await files.download('kept.zip');
  const found = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer());
  expect(found.equals(old) || found.equals(fresh)).toBe(true);
  await expect.poll(() => keptIn(workshop)).toHaveLength(0);
  await expect.poll(() => store.keys()).toHaveLength(1);
  second.child.kill('SIGTERM');
  expect(await second.exited).toBe(0);
});
