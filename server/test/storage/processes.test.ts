/** Uploads in several requests that go from one process to another and back: with a shared folder, and with a store that speaks S3. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateSecrets } from '../../src/config/secrets.ts';
import { clientOf, type Person, signUp } from '../product/people.ts';
import { startTestStore, type TestStore } from '../support/s3-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const MIB = 1024 * 1024;
const PART = 3 * MIB;
// The embedded database has one process.
const hasProcesses = process.env.TEST_DATABASE_URL !== undefined;

describe.skipIf(!hasProcesses).each([
  ['one folder', false],
  ['disks of their own and one S3 store', true],
])('two processes with %s (needs TEST_DATABASE_URL)', (_name, hasStore) => {
  let database: TestDatabase;
  let store: TestStore | undefined;
  let one: TestServer;
  let other: TestServer;
  let ada: Person;
  beforeAll(async () => {
    database = await createTestDatabase(
      "create policy everything on storage.objects for all to authenticated using (bucket_id = 'files') with check (bucket_id = 'files')",
    );
    store = hasStore ? await startTestStore() : undefined;
    const secrets = { ...(await generateSecrets()), s3SecretAccessKey: store?.secretAccessKey };
    const settings = { database: database.config, s3: store?.config, storage: { fileMegabytes: 50 } };
    one = await startTestServer(settings, secrets);
    other = await startTestServer(
      { ...settings, ...(!hasStore && { dataDir: one.config.dataDir }) },
      secrets,
    );
    ada = await signUp(one, 'Ada');
    await clientOf(one, secrets.secretKey).storage.createBucket('files', { public: false });
  });
  afterAll(async () => {
    await other[Symbol.asyncDispose]();
    await one[Symbol.asyncDispose]();
    await store?.[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  /** An upload that is asked for at whichever process. */
  async function begin(name: string, bytes: Buffer) {
    const { data } = await ada.client.auth.getSession();
    const headers = {
      authorization: `Bearer ${data.session?.access_token}`,
      apikey: one.secrets.publishableKey,
      'tus-resumable': '1.0.0',
    };
    const pair = (key: string, value: string) => `${key} ${Buffer.from(value).toString('base64')}`;
    const created = await fetch(`${one.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(bytes.length),
        'upload-metadata': [pair('bucketName', 'files'), pair('objectName', name)].join(','),
      },
    });
    const place = created.headers.get('location') ?? '';
    const partHeaders = (offset: number) => ({
      ...headers,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    });
    return {
      version: place.split('/').at(-1) ?? '',
      offsetAt: async (server: TestServer) => {
        const answer = await fetch(`${server.url}${place}`, { method: 'HEAD', headers });
        return Number(answer.headers.get('upload-offset'));
      },
      add: async (server: TestServer, offset: number, size = PART) => {
        const body = new Uint8Array(bytes.subarray(offset, offset + size));
        const answer = await fetch(`${server.url}${place}`, {
          method: 'PATCH',
          headers: partHeaders(offset),
          body,
        });
        return [answer.status, Number(answer.headers.get('upload-offset'))];
      },
      /** The connection breaks off when so much has been sent. */
      cutOff: async (server: TestServer, offset: number, size: number) => {
        const request = http.request(`${server.url}${place}`, {
          method: 'PATCH',
          headers: partHeaders(offset),
        });
        request.on('error', () => undefined);
        await new Promise((resolve) => request.write(bytes.subarray(offset, offset + size), resolve));
        await new Promise((resolve) => setTimeout(resolve, 300));
        request.destroy();
      },
      end: (server: TestServer) => fetch(`${server.url}${place}`, { method: 'DELETE', headers }),
    };
  }

  async function expectWhole(name: string, bytes: Buffer) {
    for (const server of [one, other]) {
      const { data } = await ada.client.auth.getSession();
      const answer = await fetch(`${server.url}/storage/v1/object/authenticated/files/${name}`, {
        headers: {
          authorization: `Bearer ${data.session?.access_token}`,
          apikey: one.secrets.publishableKey,
        },
      });
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    }
  }
  const unfinished = (server: TestServer) => readdir(path.join(server.config.dataDir, 'storage/unfinished'));
  const parts = async () => (await store?.keysBelow('unfinished')) ?? [];

  test('an upload goes on at the other, and back, and is whole', async () => {
    const bytes = randomBytes(5 * PART - 7);
    const upload = await begin('there-and-back.bin', bytes);
    expect(await upload.add(one, 0)).toEqual([204, PART]);
    expect(await upload.offsetAt(other)).toBe(PART);
    expect(await upload.add(other, PART)).toEqual([204, 2 * PART]);
    expect(await upload.add(other, 2 * PART)).toEqual([204, 3 * PART]);
    // Its own bytes end before.
    expect(await upload.offsetAt(one)).toBe(3 * PART);
    expect(await upload.add(one, 2 * PART)).toEqual([409, 0]);
    expect(await upload.add(one, 3 * PART)).toEqual([204, 4 * PART]);
    expect(await upload.add(other, 4 * PART)).toEqual([204, bytes.length]);
    expect(await upload.offsetAt(one)).toBe(bytes.length);
    await expectWhole('there-and-back.bin', bytes);
    expect(await parts()).toEqual([]);
  });

  test('what a broken connection has brought is there at the other, too', async () => {
    const bytes = randomBytes(3 * PART);
    const upload = await begin('broken-off.bin', bytes);
    expect(await upload.add(one, 0)).toEqual([204, PART]);
    await upload.cutOff(one, PART, PART / 2);
    await expect.poll(() => upload.offsetAt(other)).toBeGreaterThan(PART);
    let offset = 0;
    await expect
      .poll(async () => {
        offset = await upload.offsetAt(other);
        return (await upload.add(other, offset, bytes.length))[0];
      })
      .toBe(204);
    expect(offset).toBeLessThanOrEqual(PART * 1.5);
    await expectWhole('broken-off.bin', bytes);
  });

  test.runIf(hasStore)(
    'bytes that a crash has left behind those of the other process are not used',
    async () => {
      const bytes = randomBytes(3 * PART);
      const upload = await begin('crashed.bin', bytes);
      expect(await upload.add(one, 0)).toEqual([204, PART]);
      expect(await upload.add(other, PART)).toEqual([204, 2 * PART]);
      // As after a loss of power: as long as the upload, and not its bytes.
      const file = path.join(one.config.dataDir, 'storage/unfinished', upload.version);
      await writeFile(file, Buffer.concat([await readFile(file), Buffer.alloc(PART)]));
      expect(await upload.add(one, 2 * PART)).toEqual([204, 3 * PART]);
      await expectWhole('crashed.bin', bytes);
    },
  );

  test('an upload that is given up leaves nothing', async () => {
    const upload = await begin('given-up.bin', randomBytes(3 * PART));
    await upload.add(one, 0);
    await upload.add(other, PART);
    expect((await upload.end(one)).status).toBe(204);
    expect(await upload.offsetAt(other)).toBe(0);
    expect(await parts()).toEqual([]);
    await expect.poll(async () => (await unfinished(one)).includes(upload.version)).toBe(false);
  });
});
