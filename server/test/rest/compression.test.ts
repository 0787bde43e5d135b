/** By Node's own client, which shows what came over the wire. */
import { createHash } from 'node:crypto';
import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { useLibrary } from './library.ts';

const { server, library } = useLibrary([
  `create function public.encoded() returns text language plpgsql as $$ begin
    perform set_config('response.headers', '[{"Content-Encoding": "identity"}, {"Vary": "X-Mood"}]', true);
    return repeat('x', 20000);
  end $$`,
  `create function public.moody() returns text language plpgsql as $$ begin
    perform set_config('response.headers', '[{"Vary": "X-Mood"}]', true);
    return repeat('x', 20000);
  end $$`,
]);

beforeAll(async () => {
  await library().reset();
  await library().sql(
    "insert into public.books (id, title) select n, 'Nummer ' || n || ' über alles' from generate_series(1000, 1999) as n",
  );
});

interface Raw {
  readonly status: number | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

function get(path: string, encoding: string | undefined, method = 'GET'): Promise<Raw> {
  const headers = {
    apikey: server().secrets.publishableKey,
    ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${server().url}/rest/v1${path}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}

const LARGE = '/books?select=id,title&id=gte.1000&order=id';
const SMALL = '/books?select=id,title&id=lt.10';

test('compresses a large answer as the client takes it, and Brotli before gzip', async () => {
  const plain = await get(LARGE, undefined);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(plain.body.toString('utf8'))).toHaveLength(1000);
  expect(plain.body.toString('utf8')).toContain('über');

  const brotli = await get(LARGE, 'gzip, deflate, br, zstd');
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
  expect(brotli.body.length).toBeLessThan(plain.body.length / 3);

  const gzip = await get(LARGE, 'br;q=0, gzip');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);

  for (const { headers, body } of [plain, brotli, gzip]) {
    expect(headers.vary).toBe('Accept-Encoding');
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-range']).toBe('0-999/*');
  }
});

test.each(['identity', 'br;q=0', 'zstd'])('sends plain text to clients of only %s', async (encoding) => {
  const { headers, body } = await get(LARGE, encoding);
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  expect(JSON.parse(body.toString('utf8'))).toHaveLength(1000);
});

test('leaves small answers, empty ones and failures alone', async () => {
  for (const [path, method] of [
    [SMALL, 'GET'],
    [LARGE, 'HEAD'],
    ['/nowhere', 'GET'],
  ] as const) {
    const { headers } = await get(path, 'br, gzip', method);
    expect([path, headers['content-encoding'], headers.vary]).toEqual([path, undefined, undefined]);
  }
});

test("keeps a function's own headers, and never encodes twice", async () => {
  const own = await get('/rpc/encoded', 'br', 'POST');
  expect([own.headers['content-encoding'], own.headers.vary]).toEqual(['identity', 'X-Mood']);
  expect(own.body).toHaveLength(20_002);
  const moody = await get('/rpc/moody', 'br', 'POST');
  expect([moody.headers['content-encoding'], moody.headers.vary]).toEqual(['br', 'X-Mood, Accept-Encoding']);
});

test('many answers at once come whole, and the client of the web app reads them', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(LARGE, 'br')));
  const hashes = answers.map(({ body }) =>
    createHash('sha1').update(brotliDecompressSync(body)).digest('hex'),
  );
  expect(new Set(hashes).size).toBe(1);
  const { data } = await library().anon.from('books').select('id, title').gte('id', 1000);
  expect(data).toHaveLength(1000);
});
