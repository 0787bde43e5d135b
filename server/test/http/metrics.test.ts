import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { generateSecrets } from '../../src/config/secrets.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const TOKEN = 'a-token-for-prometheus-alone';

async function read(url: string, token?: string): Promise<Response> {
  return fetch(
    `${url}/metrics`,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  );
}

/** @returns the values of a number, by the labels as they are written */
function valuesOf(text: string, name: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(name.length, at), Number(line.slice(at + 1))];
    }),
  );
}

const withToken = async (): Promise<TestServer> =>
  startTestServer({}, { ...(await generateSecrets()), metricsToken: TOKEN });

test('without a setting there are no numbers', async () => {
  await using server = await startTestServer();
  expect((await read(server.url, TOKEN)).status).toBe(404);
});

test('only the token reads the numbers', async () => {
  await using server = await withToken();
  for (const wrong of [undefined, '', 'another-token-of-some-length', `${TOKEN}x`, server.secrets.secretKey])
    expect((await read(server.url, wrong)).status).toBe(401);
  const right = await read(server.url, TOKEN);
  expect(right.status).toBe(200);
  expect(right.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
});

test('numbers tell of requests, sockets, the database, queues and failures', async () => {
  await using server = await withToken();
  await fetch(`${server.url}/rest/v1/nothing-like-that-${crypto.randomUUID()}`);
  await fetch(`${server.url}/health`);
  const client = createClient(server.url, server.secrets.publishableKey);
  const channel = client.channel('numbers');
  await new Promise((resolve) => channel.subscribe((state) => state === 'SUBSCRIBED' && resolve(undefined)));
  const text = await (await read(server.url, TOKEN)).text();
  await client.removeAllChannels();

  const requests = valuesOf(text, 'trellis_http_request_duration_seconds_count');
  expect(requests['{route="health",method="GET",status="2xx"}']).toBe(1);
  expect(requests['{route="rest",method="GET",status="4xx"}']).toBe(1);
  expect(text).not.toContain('nothing-like-that');
  expect(valuesOf(text, 'trellis_realtime_sockets')).toEqual({ '': 1 });
  expect(valuesOf(text, 'trellis_database_up')).toEqual({ '': 1 });
  expect(valuesOf(text, 'trellis_database_size_bytes')['']).toBeGreaterThan(1_000_000);
  expect(Object.keys(valuesOf(text, 'trellis_database_connections'))).toEqual([
    '{state="busy"}',
    '{state="idle"}',
    '{state="waiting"}',
  ]);
  expect(valuesOf(text, 'trellis_queue_waiting')).toMatchObject({
    '{queue="mail"}': 0,
    '{queue="search"}': 0,
  });
  // No comparison has ended yet, or it found nothing.
  for (const files of Object.values(valuesOf(text, 'trellis_storage_files'))) expect(files).toBe(0);
  expect(text).toContain('# TYPE trellis_storage_files gauge');
  expect(valuesOf(text, 'trellis_failures_total')['{kind="mail-failed"}']).toBe(0);
  expect(valuesOf(text, 'process_resident_memory_bytes')['']).toBeGreaterThan(1_000_000);
});

test('a port of its own needs no token, unless one is set', async () => {
  const port = await freePort();
  await using server = await startTestServer({ metrics: { port } });
  expect((await read(`http://127.0.0.1:${port}`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/auth/v1/health`)).status).toBe(404);
  expect((await read(server.url)).status).toBe(404);
});
