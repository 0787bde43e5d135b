/** The bytes of files in a store that speaks S3. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Upload } from 'tus-js-client';
import { afterAll, expect, test } from 'vitest';
import type { S3Config } from '../../src/config/config.ts';
import { openS3Store } from '../../src/files/s3-store.ts';
import { openUnfinishedFiles } from '../../src/files/unfinished-files.ts';
import type { Observation } from '../../src/observe/observation.ts';
import { startTestStore, type TestStore } from '../support/s3-store.ts';
import { headersOf, useFilesServer } from './files-server.ts';

const MIB = 1024 * 1024;
let store: TestStore;
const opened = useFilesServer(30, async () => {
  store = await startTestStore();
  return store;
});
afterAll(() => store[Symbol.asyncDispose]());
const files = () => opened().ada.client.storage.from('files');
const home = () => opened().ada.id;
const content = async (name: string) =>
  Buffer.from((await (await files().download(name)).data?.arrayBuffer()) ?? new ArrayBuffer());

async function versions(): Promise<string[]> {
  const text = 'select version from storage.objects where version is not null order by version';
  const { rows } = await opened().server.database.asOwner((transaction) =>
    transaction.query<{ version: string }>({ text }),
  );
  return rows.map(({ version }) => version);
}

/** Every row has its object and every object its row, and nothing is on this machine's disk. */
async function expectConsistent() {
  await expect.poll(async () => (await store.keys()).sort()).toEqual(await versions());
  const folder = path.join(opened().server.config.dataDir, 'storage');
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(found.filter((entry) => entry.isFile())).toEqual([]);
}

test('files are written, read, copied, moved, replaced and removed there', async () => {
  const bytes = randomBytes(20 * MIB + 3);
  const name = `${home()}/large.bin`;
  expect((await files().upload(name, bytes)).error).toBeNull();
  expect((await files().upload(`${home()}/form.txt`, new Blob(['form']))).error).toBeNull();
  expect((await files().upload(`${home()}/empty.txt`, '')).error).toBeNull();
  expect((await content(name)).equals(bytes)).toBe(true);
  expect((await content(`${home()}/empty.txt`)).length).toBe(0);
  const headers = await headersOf(opened(), opened().ada);
  const range = await fetch(`${opened().url}/object/authenticated/files/${name}`, {
    headers: { ...headers, range: 'bytes=5-9' },
  });
  expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 5-9/${bytes.length}`]);
  expect(Buffer.from(await range.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true);
  expect((await files().copy(name, `${home()}/copy.bin`)).error).toBeNull();
  expect((await files().move(name, `${home()}/moved.bin`)).error).toBeNull();
  expect(
    (await files().update(`${home()}/moved.bin`, 'other', { contentType: 'text/plain' })).error,
  ).toBeNull();
  expect((await content(`${home()}/copy.bin`)).equals(bytes)).toBe(true);
  expect((await content(`${home()}/moved.bin`)).toString()).toBe('other');
  expect(
    (await files().upload(`${home()}/x.png`, 'no picture', { contentType: 'image/png' })).error,
  ).not.toBeNull();
  await files().remove([`${home()}/form.txt`]);
  await expectConsistent();
});

test('an upload in several requests ends there', async () => {
  const bytes = randomBytes(3 * MIB);
  const name = `${home()}/parts.bin`;
  const headers = await headersOf(opened(), opened().ada);
  await new Promise<void>((resolve, reject) => {
    new Upload(bytes, {
      endpoint: `${opened().url}/upload/resumable`,
      headers,
      chunkSize: MIB,
      metadata: { bucketName: 'files', objectName: name },
      onError: reject,
      onSuccess: () => resolve(),
    }).start();
  });
  expect((await content(name)).equals(bytes)).toBe(true);
  await expectConsistent();
});

test('a picture that is there has variants', async () => {
  const icon = await readFile(new URL('../../../web/public/icons/icon-192.png', import.meta.url));
  const name = `${home()}/icon.png`;
  expect((await files().upload(name, icon, { contentType: 'image/png' })).error).toBeNull();
  const variant = await files().download(name, { transform: { width: 20, format: 'origin' } });
  expect(variant.error).toBeNull();
  expect(variant.data?.size).toBeLessThan(icon.length);
  await expectConsistent();
});

test('while the store is away, files fail in words, and everything else goes on', async () => {
  const name = `${home()}/before.txt`;
  await files().upload(name, 'before', { contentType: 'text/plain' });
  await store.stop();
  const away = { status: 503, message: 'The store of the files does not answer: try again in a moment' };
  expect((await files().update(name, 'after')).error).toMatchObject(away);
  expect((await files().upload(`${home()}/new.txt`, 'new')).error).toMatchObject(away);
  expect((await fetch(`${opened().url}/object/public/files/none`)).status).toBe(400);
  expect((await files().list(home())).error).toBeNull();
  expect((await files().remove([`${home()}/copy.bin`])).error).toBeNull();
  const logged = opened().server.observations.flatMap((observation) =>
    observation.kind === 'request-failed' ? [observation.error] : [],
  );
  expect(logged).toContainEqual(
    expect.objectContaining({
      cause: expect.objectContaining({
        message: expect.stringMatching(/^The S3 store could not keep a file: .*ECONNREFUSED/),
      }),
    }),
  );
  await store.start();
  expect((await content(name)).toString()).toBe('before');
  // Bytes that could not be removed are due again after a while.
  await opened().server.database.asOwner((transaction) =>
    transaction.query({ text: 'update trellis_server.loose_files set due = now()' }),
  );
  await files().update(name, 'after', { contentType: 'text/plain' });
  expect((await content(name)).toString()).toBe('after');
  await expectConsistent();
});

test('settings that the store refuses end the start, in words', async () => {
  const observed: Observation[] = [];
  const unfinished = await openUnfinishedFiles(
    path.join(opened().server.config.dataDir, 'storage/unfinished'),
  );
  await using strict = await startTestStore({ isStrict: true });
  const open = (s3: Partial<S3Config>, secret = strict.secretAccessKey) =>
    openS3Store({ ...strict.config, ...s3 }, secret, unfinished, (observation) => observed.push(observation));
  await expect(open({ bucket: 'none' })).rejects.toThrow(
    /STORAGE_S3_BUCKET: there is no bucket none at http/,
  );
  await expect(open({}, 'wrong')).rejects.toThrow(
    /STORAGE_S3_SECRET_ACCESS_KEY may not write into the bucket files/,
  );
  // A store that is away does not.
  await open({ endpoint: 'http://127.0.0.1:9' });
  expect(observed).toMatchObject([{ kind: 'background-failed' }]);
});
