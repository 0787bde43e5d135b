import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/test-database.ts';
import { startTestServer, useTestServer } from '../support/test-server.ts';

const server = useTestServer();

test.each(['/health', '/health/ready', '/health/live'])('%s says that the server is well', async (path) => {
  const response = await fetch(`${server().url}${path}`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok' });
});

test.runIf(!process.env.TEST_DATABASE_URL)(
  'reports itself unavailable while the database does not answer',
  async () => {
    // The embedded database does one thing at a time.
    const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const busy = server().database.asOwner(async (transaction) => {
      await transaction.query({ text: 'select 1' });
      begun.resolve();
      await done.promise;
    });
    await begun.promise;
    // Both wait for it, at once.
    const [response, ready] = await Promise.all(
      ['/health', '/health/ready'].map((path) => fetch(`${server().url}${path}`)),
    );
    expect(response?.status).toBe(503);
    expect(await response?.json()).toEqual({ status: 'unavailable' });
    expect(ready?.status).toBe(503);
    expect(await ready?.json()).toMatchObject({ problems: ['The database does not answer.'] });
    expect((await fetch(`${server().url}/health/live`)).status).toBe(200);
    done.resolve();
    await busy;
    expect((await fetch(`${server().url}/health`)).status).toBe(200);
  },
);

test.runIf(process.env.TEST_DATABASE_URL)(
  'reports itself unavailable while Postgres is away, and recovers with it',
  async () => {
    await using database = await createTestDatabase();
    if (database.config.kind !== 'postgres') throw new Error('There is no Postgres.');
    const address = new URL(database.config.url);
    const way = await openWay(Number(address.port), address.hostname);
    address.hostname = '127.0.0.1';
    address.port = String(way.port);
    await using apart = await startTestServer({ database: { kind: 'postgres', url: address.href } });
    const health = async () => (await fetch(`${apart.url}/health`)).status;
    expect(await health()).toBe(200);
    way.close();
    expect(await health()).toBe(503);
    way.open();
    await expect.poll(health).toBe(200);
  },
);

/** Between the server and its database: connections that end, and come to nothing, while it is closed. */
async function openWay(toPort: number, toHost: string) {
  const sockets = new Set<net.Socket>();
  let isOpen = true;
  const listener = net.createServer((near) => {
    if (!isOpen) return near.destroy();
    const far = net.connect(toPort, toHost);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await once(listener.listen(0, '127.0.0.1').unref(), 'listening');
  return {
    port: (listener.address() as net.AddressInfo).port,
    close: () => {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    open: () => {
      isOpen = true;
    },
  };
}

test('tells a browser where to connect', async () => {
  const response = await fetch(`${server().url}/config.json`);
  expect(await response.json()).toEqual({
    supabaseUrl: server().config.siteUrl,
    supabasePublishableKey: server().secrets.publishableKey,
  });
});

test('a missing function answers a client on another origin', async () => {
  const headers = { origin: 'http://localhost:1' };
  const response = await fetch(`${server().url}/functions/v1/nothing/status`, { headers });
  expect(response.status).toBe(404);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const answer = await response.json();
  expect(answer).toMatchObject({ code: 'NOT_FOUND' });
  expect(answer).not.toHaveProperty('error');
});

test('has no other probe', async () => {
  expect((await fetch(`${server().url}/health/nothing`)).status).toBe(404);
});
