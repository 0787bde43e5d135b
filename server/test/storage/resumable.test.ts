/** Uploads in several requests (TUS 1.0.0): with the client that Supabase recommends, and by hand where it is too well behaved. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { afterEach, expect, test } from 'vitest';
import { UNFINISHED_LIMITS } from '../../src/protocols/storage/resumable/create.ts';
import type { Person } from '../product/people.ts';
import { headersOf, useFilesServer } from './files-server.ts';
import { expectConsistentFiles } from './kept-files.ts';

const MIB = 1024 * 1024;
const PART = { 'content-type': 'application/offset+octet-stream' };
const opened = useFilesServer(10);
const files = (bucket = 'files') => opened().ada.client.storage.from(bucket);
const home = () => opened().ada.id;
const endpoint = () => `${opened().url}/upload/resumable`;
const LEASED = 'select version as text from trellis_server.resumable_uploads where lease is not null';
const sql = (text: string) =>
  opened().server.database.asOwner((transaction) => transaction.query<{ text: string }>({ text }));

afterEach(() => sql('delete from trellis_server.resumable_uploads'));

function metadataOf(name: string, more: Record<string, string> = {}): string {
  const pairs = { bucketName: 'files', objectName: name, contentType: 'text/plain', ...more };
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** @param as null for nobody */
async function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: Uint8Array,
  as: Person | null = opened().ada,
): Promise<Answer> {
  const response = await fetch(new URL(url, opened().url), {
    method,
    headers: { 'tus-resumable': '1.0.0', ...(as && (await headersOf(opened(), as))), ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

async function begin(name: string, length: number, more: Record<string, string> = {}): Promise<string> {
  const headers = { 'upload-length': String(length), 'upload-metadata': metadataOf(name) };
  const answer = await send('POST', endpoint(), { ...headers, ...more });
  expect([answer.status, answer.text]).toEqual([201, '']);
  return answer.headers.get('location') ?? '';
}

const add = (url: string, offset: number, body: Uint8Array, more = {}, as?: Person | null) =>
  send('PATCH', url, { ...PART, 'upload-offset': String(offset), ...more }, body, as);

async function offsetOf(url: string): Promise<number> {
  return Number((await send('HEAD', url, {}, undefined, null)).headers.get('upload-offset'));
}

/** Adds bytes that come when the test sends them. */
async function addSlowly(url: string, offset: number) {
  const request = http.request(new URL(url, opened().url), {
    method: 'PATCH',
    headers: {
      ...(await headersOf(opened(), opened().ada)),
      ...PART,
      'tus-resumable': '1.0.0',
      'upload-offset': offset,
    },
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => resolve(response.resume().statusCode));
  });
  status.catch(() => undefined);
  request.flushHeaders();
  await expect.poll(async () => (await sql(LEASED)).rows).toHaveLength(1);
  return { request, status };
}

const content = async (name: string) =>
  Buffer.from((await (await files().download(name)).data?.arrayBuffer()) ?? new ArrayBuffer());

function upload(bytes: Buffer, options: UploadOptions): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const run = new Upload(bytes, {
      endpoint: endpoint(),
      ...options,
      onError: reject,
      onSuccess: () => resolve(run),
    });
    run.start();
  });
}

test('a client uploads in parts, and the file is there when the last has come', async () => {
  const bytes = randomBytes(5 * MIB + 7);
  const name = `${home()}/film.mp4`;
  const progress: number[] = [];
  const { url } = await upload(bytes, {
    headers: await headersOf(opened(), opened().ada),
    chunkSize: 2 * MIB,
    metadata: {
      bucketName: 'files',
      objectName: name,
      contentType: 'video/mp4',
      cacheControl: '3600',
      metadata: JSON.stringify({ title: 'Grüße' }),
    },
    onChunkComplete: (_size, accepted) => void progress.push(accepted),
  });
  expect(progress).toEqual([2 * MIB, 4 * MIB, bytes.length]);
  expect((await content(name)).equals(bytes)).toBe(true);
  const { data } = await files().info(name);
  expect(data).toMatchObject({
    size: bytes.length,
    contentType: 'video/mp4',
    cacheControl: 'max-age=3600',
    metadata: { title: 'Grüße' },
  });
  // A client that has not heard of the end can still ask.
  expect(await offsetOf(url ?? '')).toBe(bytes.length);
  expect(await send('DELETE', url ?? '', {})).toMatchObject({ status: 400 });
  expect(await add(url ?? '', 0, bytes.subarray(0, 10))).toMatchObject({ status: 409 });
  await expectConsistentFiles(opened());
});

test('abilities are told, and requests of another protocol refused', async () => {
  const options = await fetch(endpoint(), {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PATCH' },
  });
  expect(options.status).toBe(204);
  expect(Object.fromEntries(options.headers)).toMatchObject({
    'tus-version': '1.0.0',
    'tus-max-size': String(10 * MIB),
    'tus-extension': 'creation,creation-with-upload,creation-defer-length,termination,expiration',
    'access-control-allow-methods': expect.stringContaining('PATCH'),
  });
  const url = await begin(`${home()}/other`, 4);
  const { headers } = await send('HEAD', url, { origin: 'https://elsewhere.example' });
  expect(headers.get('access-control-expose-headers')).toMatch(/Upload-Offset/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(Date.parse(headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now() + 86_000_000);
  expect(await send('HEAD', url, { 'tus-resumable': '0.2.2' })).toMatchObject({ status: 412 });
  expect(await send('PATCH', url, { 'upload-offset': '0' }, Buffer.from('four'))).toMatchObject({
    status: 415,
  });
  expect(await add(url, -1, Buffer.from('four'))).toMatchObject({ status: 400 });
  const override = { 'x-http-method-override': 'PATCH', ...PART, 'upload-offset': '0' };
  expect(await send('POST', url, override, Buffer.from('four'))).toMatchObject({ status: 204 });
  for (const [header, value] of [
    ['upload-length', 'many'],
    ['upload-metadata', 'bucketName %%'],
    ['upload-metadata', metadataOf('a/../b')],
    ['upload-metadata', metadataOf('a', { bucketName: '' })],
  ])
    expect(
      await send('POST', endpoint(), {
        'upload-length': '1',
        'upload-metadata': metadataOf('a'),
        [header ?? '']: value ?? '',
      }),
    ).toMatchObject({ status: 400 });
});

test('bytes begin with the upload, follow at their place only, and their number may be told late', async () => {
  const name = `${home()}/parts.txt`;
  const first = await send(
    'POST',
    endpoint(),
    { ...PART, 'upload-defer-length': '1', 'upload-metadata': metadataOf(name) },
    Buffer.from('one '),
  );
  expect(first.headers.get('upload-offset')).toBe('4');
  const url = first.headers.get('location') ?? '';
  expect((await send('HEAD', url, {})).headers.get('upload-defer-length')).toBe('1');
  expect(await add(url, 0, Buffer.from('two '))).toMatchObject({
    status: 409,
    text: 'Upload-Offset conflict',
  });
  expect(await add(url, 4, Buffer.from('two '))).toMatchObject({ status: 204 });
  expect((await files().exists(name)).data).toBe(false);
  const last = await add(url, 8, Buffer.from('three'), { 'upload-length': '13' });
  expect([last.status, last.headers.get('tus-complete')]).toEqual([204, '1']);
  expect((await content(name)).toString()).toBe('one two three');
  const empty = await begin(`${home()}/empty.txt`, 0);
  expect(await offsetOf(empty)).toBe(0);
  expect((await files().info(`${home()}/empty.txt`)).data?.size).toBe(0);
  await expectConsistentFiles(opened());
});

test('one request at a time adds to an upload; what it brought before it broke off is kept', async () => {
  const bytes = randomBytes(3 * MIB);
  const url = await begin(`${home()}/broken.bin`, bytes.length);
  const { request, status } = await addSlowly(url, 0);
  request.write(bytes.subarray(0, MIB));
  const second = await add(url, 0, bytes);
  expect(second).toMatchObject({ status: 409, text: 'Another request is adding to this upload' });
  request.destroy();
  await expect(status).rejects.toThrow();
  await expect.poll(() => offsetOf(url)).toBe(MIB);
  await expect.poll(async () => (await add(url, MIB, bytes.subarray(MIB))).status).toBe(204);
  expect((await content(`${home()}/broken.bin`)).equals(bytes)).toBe(true);
  await expectConsistentFiles(opened());
});

test('only whoever began an upload goes on with it, and only while the policies let them', async () => {
  const { bob } = opened();
  const name = `${home()}/mine.txt`;
  const refused = await send(
    'POST',
    endpoint(),
    { 'upload-length': '8', 'upload-metadata': metadataOf(name) },
    undefined,
    bob,
  );
  expect(refused).toMatchObject({ status: 403, text: 'new row violates row-level security policy' });
  expect(await add(endpoint(), 0, Buffer.from('x'))).toMatchObject({ status: 404 });
  const url = await begin(name, 8);
  for (const other of [bob, null]) {
    expect((await add(url, 0, Buffer.from('stolen'), {}, other)).status).not.toBe(204);
    expect((await send('DELETE', url, {}, undefined, other)).status).not.toBe(204);
  }
  await add(url, 0, Buffer.from('half'));
  const rule = (check: string) => sql(`alter policy own_insert on storage.objects with check (${check})`);
  await rule('false');
  expect(await add(url, 4, Buffer.from('half'))).toMatchObject({ status: 403 });
  expect(await offsetOf(url)).toBe(4);
  // The right is lost while the last bytes come.
  const usual = `bucket_id in ('files', 'small') and (storage.foldername(name))[1] = (select auth.uid())::text`;
  await rule(usual);
  const { request, status } = await addSlowly(url, 4);
  request.write('ha');
  await rule('false');
  request.end('lf');
  expect(await status).toBe(403);
  await rule(usual);
  expect((await send('HEAD', url, {})).status).toBe(404);
  expect((await files().exists(name)).data).toBe(false);
  await expectConsistentFiles(opened());
});

test('another file of the name stays, unless it may be replaced', async () => {
  const name = `${home()}/taken.txt`;
  const url = await begin(name, 3);
  await files().upload(name, 'first', { contentType: 'text/plain' });
  expect(await add(url, 0, Buffer.from('new'))).toMatchObject({
    status: 409,
    text: 'The resource already exists',
  });
  expect((await content(name)).toString()).toBe('first');
  const replacing = await begin(name, 3, { 'x-upsert': 'true' });
  expect(await add(replacing, 0, Buffer.from('new'))).toMatchObject({ status: 204 });
  expect((await content(name)).toString()).toBe('new');
  await sql('delete from trellis_server.loose_files where due > now()');
  await expectConsistentFiles(opened());
});

test('limits hold: of a file, of a bucket, of the number said, and of unfinished uploads', async () => {
  const create = (length: number, more: Record<string, string> = {}) =>
    send('POST', endpoint(), {
      'upload-length': String(length),
      'upload-metadata': metadataOf(`${home()}/limits`, more),
    });
  expect(await create(10 * MIB + 1)).toMatchObject({ status: 413, text: 'Maximum size exceeded' });
  expect(await create(101, { bucketName: 'small' })).toMatchObject({ status: 413 });
  expect(await create(1, { bucketName: 'small', contentType: 'application/pdf' })).toMatchObject({
    status: 415,
  });
  expect(await create(1, { bucketName: 'none' })).toMatchObject({ status: 404, text: 'Bucket not found' });
  const url = await begin(`${home()}/more.txt`, 4);
  expect(await add(url, 0, Buffer.from('five!'))).toMatchObject({ status: 413 });
  const { request, status } = await addSlowly(url, 0);
  request.end('five!');
  expect(await status).toBe(413);
  const picture = await begin(`${home()}/picture.png`, 4, {
    'upload-metadata': metadataOf(`${home()}/picture.png`, { contentType: 'image/png' }),
  });
  expect(await add(picture, 0, Buffer.from('html'))).toMatchObject({ status: 415 });
  const paper = await begin(`${home()}/paper.pdf`, 4, {
    'upload-metadata': metadataOf(`${home()}/paper.pdf`, { contentType: 'application/pdf; x, text/html' }),
  });
  expect(await add(paper, 0, Buffer.from('html'))).toMatchObject({ status: 204 });
  expect((await files().info(`${home()}/paper.pdf`)).data?.contentType).toBe('application/octet-stream');
  await sql(`insert into trellis_server.resumable_uploads (version, bucket_id, name, owner_id, is_upsert, metadata, expires_at)
    select gen_random_uuid(), 'files', 'x', '${home()}', false, '', now() + interval '1 hour'
    from generate_series(1, ${UNFINISHED_LIMITS.ofOwner})`);
  expect(await create(1)).toMatchObject({ status: 429 });
});

test('of the uploads that an account has completed, the newest are remembered', async () => {
  await sql(`insert into trellis_server.resumable_uploads (version, bucket_id, name, owner_id, is_upsert, metadata, is_complete, expires_at)
    select gen_random_uuid(), 'files', 'x', '${home()}', false, '', true, now() + make_interval(mins => number)
    from generate_series(1, ${UNFINISHED_LIMITS.ofOwner + 50}) as number`);
  await begin(`${home()}/newest.bin`, 4);
  const { rows } = await sql(
    `select count(*) || ' from ' || bool_and(expires_at > now() + interval '49 minutes') as text
      from trellis_server.resumable_uploads where is_complete`,
  );
  expect(rows).toEqual([{ text: `${UNFINISHED_LIMITS.ofOwner} from true` }]);
});

test('an upload that is ended, or that nobody goes on with, leaves nothing', async () => {
  const ended = await begin(`${home()}/ended.bin`, 2 * MIB);
  await add(ended, 0, randomBytes(MIB));
  const { request, status } = await addSlowly(ended, MIB);
  request.write(randomBytes(100));
  expect(await send('DELETE', ended, {})).toMatchObject({ status: 204 });
  request.end(randomBytes(MIB - 100));
  expect(await status).not.toBe(204);
  expect(await send('HEAD', ended, {})).toMatchObject({ status: 404 });
  const left = await begin(`${home()}/left.bin`, 2 * MIB);
  await add(left, 0, randomBytes(MIB));
  const crashed = await begin(`${home()}/crashed.bin`, 1);
  await add(crashed, 0, Buffer.from('x'));
  const version = crashed.split('/').at(-1) ?? '';
  await writeFile(path.join(opened().server.config.dataDir, 'storage/unfinished', version), 'x');
  await sql('update trellis_server.loose_files set due = now()');
  await sql("update trellis_server.resumable_uploads set expires_at = now() - interval '2 hours'");
  expect(await add(left, MIB, randomBytes(MIB))).toMatchObject({ status: 404 });
  await files().remove(['wakes the sweeper']);
  const other = await begin(`${home()}/other.bin`, 1);
  await add(other, 0, Buffer.from('x'));
  await expectConsistentFiles(opened());
  const { rows } = await sql('select version as text from trellis_server.resumable_uploads');
  expect(rows.map(({ text }) => text)).toEqual([other.split('/').at(-1)]);
});

test('a signed link is good for one upload, which nothing else goes on with', async () => {
  const name = `${home()}/linked.txt`;
  const sign = async () => (await files().createSignedUploadUrl(name, { upsert: true })).data?.token ?? '';
  const [token, second] = [await sign(), await sign()];
  const headers = { 'upload-length': '8', 'upload-metadata': metadataOf(name) };
  const create = (more: Record<string, string>) =>
    send('POST', `${endpoint()}/sign`, { ...headers, ...more }, undefined, null);
  expect(await create({})).toMatchObject({ status: 400, text: 'Missing x-signature header' });
  expect(await create({ 'x-signature': `${token}x` })).toMatchObject({ status: 400 });
  expect(
    await create({ 'x-signature': token, 'upload-metadata': metadataOf(`${home()}/another.txt`) }),
  ).toMatchObject({ status: 400 });
  const created = await create({ 'x-signature': token });
  const url = created.headers.get('location') ?? '';
  expect(url).toMatch(/\/upload\/resumable\/sign\//);
  expect(await add(url, 0, Buffer.from('linked'), { 'x-signature': second }, null)).toMatchObject({
    status: 403,
  });
  expect(await add(url.replace('/sign', ''), 0, Buffer.from('linked'))).toMatchObject({ status: 403 });
  const two = await create({ 'x-signature': token });
  const part = (address: string) => add(address, 0, Buffer.from('linked!!'), { 'x-signature': token }, null);
  expect(await part(url)).toMatchObject({ status: 204 });
  expect((await content(name)).toString()).toBe('linked!!');
  const used = await part(two.headers.get('location') ?? '');
  expect(used).toMatchObject({ status: 400, text: expect.stringContaining('has been used') });
  const { data } = await files().list(home(), { search: 'linked' });
  expect(data).toHaveLength(1);
});

test('the client tells what the server answered', async () => {
  const failed = upload(Buffer.from('x'), {
    headers: await headersOf(opened(), opened().bob),
    metadata: { bucketName: 'files', objectName: `${home()}/not-mine` },
  });
  const error: DetailedError = await failed.then(
    () => expect.unreachable(),
    (reason) => reason,
  );
  expect(error.originalResponse?.getStatus()).toBe(403);
  expect(error.originalResponse?.getBody()).toBe('new row violates row-level security policy');
});
