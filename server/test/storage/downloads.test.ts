/** How files are sent: parts of them, what a browser has already, and what it may do with them. */
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { headersOf, useFilesServer } from './files-server.ts';

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
  expect((await get('digits.txt?download=')).headers.get('content-disposition')).toBe('attachment');
  const named = await get(`digits.txt?download=${encodeURIComponent('Größe "x"\r\n.txt')}`);
  expect(named.headers.get('content-disposition')).toBe(
    "attachment; filename=Gr%C3%B6%C3%9Fe%20%22x%22%0D%0A.txt; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22x%22%0D%0A.txt",
  );
});

const SANDBOX = /^sandbox; default-src 'none'; form-action 'none'; base-uri 'none'/;

test('what browsers do not show in place is a download in a sandbox, and nothing is guessed', async () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const [type, kept = type, sent = kept] of [
    ['image/svg+xml'],
    ['text/html; charset=utf-8'],
    ['TEXT/HTML', 'text/html'],
    ['application/xhtml+xml'],
    ['text/xml'],
    ['text/javascript', 'text/javascript', 'application/octet-stream'],
    ['text/plain;charset=UTF-8'],
    ['application/json'],
    ['application/pdf', 'application/octet-stream'],
    ['application/x-whatever', 'application/octet-stream'],
  ] as const) {
    await upload('active', script, type);
    const { headers } = await get('active');
    expect([type, headers.get('content-disposition'), headers.get('x-content-type-options')]).toEqual([
      type,
      'attachment',
      'nosniff',
    ]);
    expect(headers.get('content-security-policy')).toMatch(SANDBOX);
    expect(headers.get('content-type')).toBe(sent);
    const { data } = await opened().service.storage.from('open').info('active');
    expect(data?.contentType).toBe(kept);
  }
});

test('no second type comes with a file, by whatever address it is read', async () => {
  const { ada, service, url } = opened();
  const body = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const pdf = Buffer.from(
    '%PDF-1.7 <form action="https://elsewhere.example"><button>Sign in</button></form>',
  );
  const script = Buffer.from('document.title = "taken over"');
  const own = await headersOf(opened(), ada);
  for (const [said, sent, bytes] of [
    ['image/png; a, text/html', 'image/png', body],
    ['image/png;charset=x, text/html', 'image/png', body],
    ['application/pdf; x, text/html', 'application/pdf', pdf],
    // A page of this origin may load scripts and styles from it.
    ['text/javascript; charset=utf-8', 'application/octet-stream', script],
    ['application/javascript', 'application/octet-stream', script],
    ['text/css', 'application/octet-stream', script],
    ['application/wasm', 'application/octet-stream', script],
  ] as const) {
    const [place, name] = [`open/${ada.id}`, `files/${ada.id}/two.bin`];
    for (const path of [place, name]) {
      const headers = {
        authorization: `Bearer ${opened().server.secrets.secretKey}`,
        'content-type': said,
        'x-upsert': 'true',
      };
      const answer = await fetch(`${url}/object/${path}`, { method: 'POST', headers, body: bytes });
      expect([said, answer.status]).toEqual([said, 200]);
    }
    const signed = await service.storage.from('files').createSignedUrl(`${ada.id}/two.bin`, 60);
    const copied = await fetch(`${url}/object/copy`, {
      method: 'POST',
      headers: {
        ...own,
        authorization: `Bearer ${opened().server.secrets.secretKey}`,
        'content-type': 'application/json',
        'x-upsert': 'true',
      },
      body: JSON.stringify({
        bucketId: 'open',
        sourceKey: ada.id,
        destinationKey: 'copied',
        copyMetadata: false,
        metadata: { mimetype: said },
      }),
    });
    expect(copied.status).toBe(200);
    // Rows from before the list of types, and such as an operator's program writes.
    await opened().server.database.asOwner((transaction) =>
      transaction.query({
        text: "update storage.objects set metadata = jsonb_set(metadata, '{mimetype}', to_jsonb($1::text)) where name = $2",
        values: [said, ada.id],
      }),
    );
    const key = { authorization: `Bearer ${opened().server.secrets.secretKey}` };
    const addresses = [
      `${url}/object/public/${place}`,
      `${url}/object/public/${place}?download=x`,
      `${url}/object/public/open/copied`,
      `${url}/object/authenticated/${name}`,
      `${url}/object/${name}`,
      String(signed.data?.signedUrl),
      ...(sent === 'image/png' ? [`${url}/render/image/public/${place}?format=origin&width=4`] : []),
    ];
    for (const address of addresses) {
      const answer = await fetch(address, { headers: key });
      expect([address, answer.status, answer.headers.get('content-type')]).toEqual([address, 200, sent]);
      const etag = String(answer.headers.get('etag'));
      const unnamed = sent === 'application/octet-stream' ? 'attachment' : null;
      const again = await fetch(address, { headers: { ...key, 'if-none-match': etag } });
      expect([address, again.status]).toEqual([address, 304]);
      // A browser takes these over from the answer that says that it has the file.
      for (const { headers } of [answer, again]) {
        expect(headers.get('content-security-policy')).toMatch(SANDBOX);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-disposition')).toBe(
          address.includes('download=') ? "attachment; filename=x; filename*=UTF-8''x" : unnamed,
        );
      }
    }
  }
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
