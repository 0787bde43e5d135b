/** Uploads that are refused or break off: said in words, and nothing of them stays. */
import http from 'node:http';
import { expect, test } from 'vitest';
import { UPLOAD_LIMITS } from '../../src/protocols/storage/limits/parallel-work.ts';
import { headersOf, useFilesServer } from './files-server.ts';
import { expectConsistentFiles, keptFiles } from './kept-files.ts';

const MIB = 1024 * 1024;
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const opened = useFilesServer(2);
const files = (bucket = 'files') => opened().ada.client.storage.from(bucket);
const home = () => opened().ada.id;

const kept = () => keptFiles(opened());
const expectConsistent = () => expectConsistentFiles(opened());
const headers = async () => ({ ...(await headersOf(opened(), opened().ada)), 'content-type': 'text/plain' });

/** Begins an upload whose body comes when the test sends it. */
async function begin(name: string, more: Record<string, string> = {}) {
  const request = http.request(`${opened().url}/object/files/${name}`, {
    method: 'POST',
    headers: { ...(await headers()), ...more },
  });
  const answer = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() });
    });
  });
  answer.catch(() => undefined);
  return { request, answer };
}

test('a file that is too large is refused, whatever its length is said to be', async () => {
  const large = Buffer.alloc(2 * MIB + 1, 'x');
  const tooLarge = { statusCode: '413', message: 'The object exceeded the maximum allowed size' };
  expect((await files().upload(`${home()}/raw`, large)).error).toMatchObject(tooLarge);
  expect((await files().upload(`${home()}/form`, new Blob([large]))).error).toMatchObject(tooLarge);
  expect((await files().upload(`${home()}/whole`, large.subarray(1))).error).toBeNull();
  const { request, answer } = await begin(`${home()}/chunked`);
  for (let sent = 0; sent <= 3; sent++) request.write(Buffer.alloc(MIB));
  request.end();
  expect(await answer).toMatchObject({ status: 400, body: expect.stringContaining('EntityTooLarge') });
  // The connection is good for the next request, once the rest has been read away.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(request.socket?.destroyed).toBe(false);
  await expectConsistent();
});

test('a bucket’s own limits hold, also for what is moved and copied there', async () => {
  const small = `${home()}/small.txt`;
  expect((await files('small').upload(small, 'x'.repeat(101))).error).toMatchObject({ statusCode: '413' });
  // Nor is the type that its bytes have.
  const unknown = await files('small').upload(small, 'x', { contentType: 'image/unknown' });
  expect(unknown.error).toMatchObject({ statusCode: '415' });
  const pdf = await files('small').upload(small, 'x', { contentType: 'application/pdf' });
  expect(pdf.error).toMatchObject({
    message: 'mime type application/pdf is not supported',
    statusCode: '415',
  });
  expect(
    (await files('small').upload(small, 'x', { contentType: 'Text/Plain; charset=utf-8' })).error,
  ).toBeNull();
  await files().upload(`${home()}/long.txt`, 'x'.repeat(101), { contentType: 'text/plain' });
  const to = { destinationBucket: 'small' };
  const moved = await files().move(`${home()}/long.txt`, `${home()}/moved.txt`, to);
  expect(moved.error).toMatchObject({ statusCode: '413' });
  const copied = await files().copy(`${home()}/long.txt`, `${home()}/copied.txt`, to);
  expect(copied.error).toMatchObject({ statusCode: '413' });
});

test('what says that it is a picture must be one', async () => {
  const html = '<html><script>alert(1)</script></html>';
  for (const [content, contentType, status] of [
    [html, 'image/png', '415'],
    ['', 'image/jpeg', '415'],
    [PNG.subarray(0, 4), 'image/png', '415'],
    [PNG, 'image/png', undefined],
    [PNG, 'image/jpeg', undefined],
    [html, 'text/html', undefined],
    [html, 'no type', '415'],
  ] as const) {
    const { error } = await files().upload(`${home()}/picture`, content, { contentType, upsert: true });
    expect([contentType, error?.statusCode]).toEqual([contentType, status]);
  }
  await expectConsistent();
});

test('names that could lead elsewhere are refused', async () => {
  const send = async (name: string) => {
    const answer = await fetch(`${opened().url}/object/files/${name}`, {
      method: 'POST',
      headers: await headers(),
      body: 'x',
    });
    return answer.json();
  };
  for (const name of [
    `${home()}%2F..%2F..%2Fsecrets.json`,
    `${home()}/..%2F..%2Fsecrets.json`,
    `${home()}/a%00b`,
    `${home()}/a%0Ab`,
    `${home()}/a%5Cb`,
    `${home()}/%C3%BC`,
    `${home()}/%E0%A4%A`,
    `${home()}/${'x'.repeat(1025)}`,
  ])
    expect(await send(name)).toMatchObject({ code: 'InvalidKey' });
  for (const key of [`${home()}/../x`, `${home()}/./x`, '..', '']) {
    const moved = await files().move(`${home()}/whole`, key);
    expect(moved.error).toMatchObject({ statusCode: '400' });
  }
  expect((await opened().ada.client.storage.from('..').upload('x', 'x')).error).not.toBeNull();
});

test('a client that goes in the middle leaves the file as it was', async () => {
  const name = `${home()}/kept.txt`;
  await files().upload(name, 'before', { contentType: 'text/plain' });
  for (const more of [
    { 'content-length': String(MIB) },
    { 'transfer-encoding': 'chunked' },
    { 'content-type': 'multipart/form-data; boundary=b' },
  ]) {
    const { request, answer } = await begin(name, { 'x-upsert': 'true', ...more });
    if ('content-type' in more)
      request.write(
        '--b\r\ncontent-disposition: form-data; name=""; filename="x"\r\ncontent-type: text/plain\r\n\r\n',
      );
    request.write(Buffer.alloc(300_000, 'y'));
    await expect
      .poll(async () => (await kept()).files.filter((file) => file.endsWith('.part')).length)
      .toBe(1);
    request.destroy();
    await expect(answer).rejects.toThrow();
    await expectConsistent();
  }
  expect(await (await files().download(name)).data?.text()).toBe('before');
  expect(opened().server.observations.filter(({ kind }) => kind === 'request-failed')).toEqual([]);
});

test('a form without a file, and one that ends early, are refused', async () => {
  const send = async (type: string, body: string) => {
    const answer = await fetch(`${opened().url}/object/files/${home()}/form.txt`, {
      method: 'POST',
      headers: { ...(await headers()), 'content-type': type },
      body,
    });
    return answer.json();
  };
  const FORM = 'multipart/form-data; boundary=b';
  const part =
    '--b\r\ncontent-disposition: form-data; name=""; filename="x"\r\ncontent-type: text/plain\r\n\r\nabc';
  for (const [type, body] of [
    [FORM, '--b\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n60\r\n--b--\r\n'],
    [FORM, part],
    [FORM, 'nonsense'],
    [FORM, ''],
    ['multipart/form-data', `${part}\r\n--b--\r\n`],
  ] as const)
    expect(await send(type, body)).toMatchObject({ statusCode: '400', message: 'No content provided' });
  expect(await send(FORM, `${part}\r\n--b--\r\n`)).toMatchObject({ Key: `files/${home()}/form.txt` });
  await expectConsistent();
});

test('one sender has so many uploads at a time, and the next is told to wait', async () => {
  const begun = await Promise.all(
    Array.from({ length: UPLOAD_LIMITS.ofSender }, (_, index) => begin(`${home()}/parallel/${index}`)),
  );
  for (const { request } of begun) request.write('x'.repeat(100));
  await expect
    .poll(async () => (await kept()).files.filter((file) => file.endsWith('.part')).length)
    .toBe(UPLOAD_LIMITS.ofSender);
  const refused = await files().upload(`${home()}/one-more`, 'x');
  expect(refused.error).toMatchObject({ status: 429, statusCode: '429' });
  for (const { request } of begun) request.end();
  const answers = await Promise.all(begun.map(({ answer }) => answer));
  expect(answers.map(({ status }) => status)).toEqual(begun.map(() => 200));
  expect((await files().upload(`${home()}/one-more`, 'x')).error).toBeNull();
  await expectConsistent();
});

test('a right that is lost while the bytes come is lost', async () => {
  const { request, answer } = await begin(`${home()}/late.txt`);
  request.write('x'.repeat(100));
  await expect.poll(async () => (await kept()).files.some((file) => file.endsWith('.part'))).toBe(true);
  const sql = (text: string) =>
    opened().server.database.asOwner((transaction) => transaction.query({ text }));
  await sql('alter policy own_insert on storage.objects with check (false)');
  request.end();
  expect(await answer).toMatchObject({ status: 400, body: expect.stringContaining('row-level security') });
  await sql(`alter policy own_insert on storage.objects
    with check (bucket_id in ('files', 'small') and (storage.foldername(name))[1] = (select auth.uid())::text)`);
  await expectConsistent();
});

test('removed and replaced files are removed from the disk', async () => {
  const { data } = await files().list(home());
  const names = (data ?? []).filter(({ id }) => id !== null).map(({ name }) => `${home()}/${name}`);
  await files().upload(names[0] ?? '', 'other', { upsert: true });
  await files().remove(names.slice(1));
  await expectConsistent();
  expect((await kept()).files.length).toBeLessThan(20);
});
