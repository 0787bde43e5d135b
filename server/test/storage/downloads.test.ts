/** How files are sent: parts of them, what a browser has already, and what it may do with them. */
import { beforeAll, expect, test } from 'vitest';
import { useFilesServer } from './files-server.ts';

const opened = useFilesServer();
const DIGITS = '0123456789';

beforeAll(async () => {
  await upload('digits.txt', DIGITS, 'text/plain', '60');
});

async function upload(name: string, content: string | Buffer, contentType: string, cacheControl = '3600') {
  const { error } = await opened()
    .service.storage.from('open')
    .upload(name, content, { contentType, cacheControl, upsert: true });
  if (error) throw error;
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${opened().url}/object/public/open/${path}`, { headers, method });

test('a part of a file is sent, or told that there is none', async () => {
  for (const [range, status, content, told] of [
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=0-0,2-3', 200, DIGITS, null],
    ['lines=1-2', 200, DIGITS, null],
  ] as const) {
    const answer = await get('digits.txt', { range });
    expect([range, answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      range,
      status,
      content,
      told,
    ]);
  }
  for (const range of ['bytes=10-', 'bytes=4-2', 'bytes=-', 'bytes=x-y', 'bytes=-0']) {
    const answer = await get('digits.txt', { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    expect(await answer.json()).toMatchObject({ code: 'InvalidRange', statusCode: '416' });
  }
});

test('a file that has not changed is not sent again', async () => {
  const first = await get('digits.txt');
  const etag = first.headers.get('etag') ?? '';
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'cache-control': 'max-age=60',
    'content-length': '10',
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
  });
  for (const headers of [
    { 'if-none-match': etag },
    { 'if-none-match': `"other", W/${etag}` },
    { 'if-modified-since': first.headers.get('last-modified') ?? '' },
  ])
    expect((await get('digits.txt', headers)).status).toBe(304);
  expect((await get('digits.txt', { 'if-none-match': '"other"' })).status).toBe(200);
  // A part of another file would be of no use.
  const stale = await get('digits.txt', { range: 'bytes=2-4', 'if-range': '"other"' });
  expect([stale.status, await stale.text()]).toEqual([200, DIGITS]);
  expect((await get('digits.txt', { range: 'bytes=2-4', 'if-range': etag })).status).toBe(206);
  await upload('digits.txt', DIGITS, 'text/plain', '60');
  expect((await get('digits.txt', { 'if-none-match': etag })).status).toBe(200);
});

test('HEAD tells the same without the file', async () => {
  const answer = await get('digits.txt', {}, 'HEAD');
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '10', '']);
});

test('a file is saved under the name that is asked for', async () => {
  const plain = await get('digits.txt');
  expect(plain.headers.get('content-disposition')).toBeNull();
  expect((await get('digits.txt?download=')).headers.get('content-disposition')).toBe('attachment');
  const named = await get(`digits.txt?download=${encodeURIComponent('Größe "x"\r\n.txt')}`);
  expect(named.headers.get('content-disposition')).toBe(
    "attachment; filename=Gr%C3%B6%C3%9Fe%20%22x%22%0D%0A.txt; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22x%22%0D%0A.txt",
  );
});

test('what a browser could run is a download in a sandbox, and nothing is guessed', async () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const type of [
    'image/svg+xml',
    'text/html; charset=utf-8',
    'TEXT/HTML',
    'application/xhtml+xml',
    'text/xml',
    'text/javascript',
    'application/x-whatever',
  ]) {
    await upload('active', script, type);
    const { headers } = await get('active');
    expect([type, headers.get('content-disposition'), headers.get('x-content-type-options')]).toEqual([
      type,
      'attachment',
      'nosniff',
    ]);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(headers.get('content-type')).toBe(type);
  }
  const { headers } = await get('digits.txt');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).not.toContain('sandbox');
});

test('a private bucket has no public address, and no others exist', async () => {
  const wrong = await fetch(`${opened().url}/object/public/files/x`);
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: 'Bucket not found' }]);
  expect(await (await get('nothing')).json()).toMatchObject({ code: 'NoSuchKey', statusCode: '404' });
  const unknown = await fetch(`${opened().url}/nowhere`, { headers: { origin: 'http://localhost:1' } });
  expect(unknown.headers.get('access-control-allow-origin')).toBe('*');
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { error: 'Not Found' }]);
});

test('a request without a key or with a wrong token is told so', async () => {
  const send = async (headers: Record<string, string>) =>
    (await fetch(`${opened().url}/bucket`, { headers })).json();
  expect(await send({})).toMatchObject({
    code: 'InvalidRequest',
    message: expect.stringContaining('authorization'),
  });
  const denied = { statusCode: '403', code: 'AccessDenied', error: 'Unauthorized' };
  expect(await send({ authorization: 'Bearer nonsense' })).toMatchObject({
    ...denied,
    message: 'Invalid JWT',
  });
  expect(await send({ apikey: 'nonsense' })).toMatchObject({ ...denied, message: 'Invalid API key' });
  // A session is enough: Supabase's gateway asks for no key in front of Storage.
  const { data } = await opened().ada.client.auth.getSession();
  expect(await send({ authorization: `Bearer ${data.session?.access_token}` })).toEqual([]);
});

test('a row without a file is missing for its reader, and told in the log', async () => {
  await opened().server.database.asOwner((transaction) =>
    transaction.query({ text: "insert into storage.objects (bucket_id, name) values ('open', 'row only')" }),
  );
  expect(await (await get('row%20only')).json()).toMatchObject({ code: 'NoSuchKey' });
  expect(opened().server.observations).toContainEqual({
    kind: 'file-missing',
    bucket: 'open',
    version: null,
  });
});
