/** Two servers on one Postgres hear each other; one that stops lets its clients go. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { buildConfig } from '../../src/config/config.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { generateSecrets } from '../../src/config/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { bareSocket, joined, liveClient, until } from './live-client.ts';

// Redis is the operator's choice, comes from no npm package, and so is not on every machine that runs the tests.
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
// The embedded database has one process, which hears nobody.
const hasProcesses = process.env.TEST_DATABASE_URL !== undefined;
const buses = [
  { bus: 'NOTIFY', startBus: undefined, needs: 'TEST_DATABASE_URL', isThere: hasProcesses },
  {
    bus: 'a real Redis',
    startBus: startRedis,
    needs: 'TEST_DATABASE_URL and redis-server',
    isThere: hasProcesses && hasRedis,
  },
];

for (const { bus, startBus, needs, isThere } of buses)
  describe.skipIf(!isThere)(
    `two processes on one database that hear each other by ${bus} (needs ${needs})`,
    () => {
      let database: TestDatabase;
      let one: TestServer;
      let other: TestServer;
      let redis: Redis | undefined;
      let start: () => Promise<TestServer>;

      beforeAll(async () => {
        database = await createTestDatabase();
        redis = await startBus?.();
        const secrets = await generateSecrets();
        const { realtime } = buildConfig(readEnvironment({}));
        const settings = { database: database.config, realtime: { ...realtime, busUrl: redis?.url } };
        start = () => startTestServer(settings, secrets);
        one = await start();
        other = await start();
      });
      afterAll(async () => {
        await one[Symbol.asyncDispose]();
        await redis?.stop();
        await database[Symbol.asyncDispose]();
      });

      function person(at: TestServer, topic: string, key = '') {
        const client = liveClient(at);
        const heard: { event: string; payload: unknown }[] = [];
        const channel = client.channel(topic, { config: { presence: { key }, broadcast: { ack: true } } });
        channel.on('broadcast', { event: '*' }, (message) => void heard.push(message as never));
        channel.on('presence', { event: 'sync' }, () => undefined);
        return { client, channel, heard };
      }

      test('a broadcast in one is heard in the other: small, large and of bytes, in order', async () => {
        const [sender, receiver] = [person(one, 'room'), person(other, 'room')];
        await joined(sender.channel);
        await joined(receiver.channel);
        const large = 'ü€😀'.repeat(20_000);
        const bytes = new Uint8Array(20_000).fill(200).buffer;
        const say = (event: string, payload: unknown) =>
          sender.channel.send({ type: 'broadcast', event, payload });
        await Promise.all([
          say('small', { n: 1 }),
          say('large', { large }),
          say('bytes', bytes),
          say('small', {}),
        ]);
        await until(() => receiver.heard.length === 4);
        expect(receiver.heard.map(({ event }) => event)).toEqual(['small', 'large', 'bytes', 'small']);
        expect(receiver.heard[1]?.payload).toEqual({ large });
        expect(Buffer.from(receiver.heard[2]?.payload as ArrayBuffer)).toEqual(Buffer.from(bytes));
        await Promise.all([sender, receiver].map(({ client }) => client.removeAllChannels()));
      });

      test('who is present in one is seen in the other, also by a third that starts later', async () => {
        const [ann, bob] = [person(one, 'lobby', 'ann'), person(other, 'lobby', 'bob')];
        await joined(ann.channel);
        await joined(bob.channel);
        await ann.channel.track({ at: 1 });
        await until(() => 'ann' in bob.channel.presenceState());
        const third = await start();
        const cem = person(third, 'lobby', 'cem');
        await joined(cem.channel);
        await until(() => 'ann' in cem.channel.presenceState());
        await cem.channel.track({ at: 3 });
        await until(() => 'cem' in ann.channel.presenceState());
        await third[Symbol.asyncDispose]();
        await until(() => !('cem' in ann.channel.presenceState()));
        expect(Object.keys(bob.channel.presenceState())).toEqual(['ann']);
        await Promise.all([ann, bob, cem].map(({ client }) => client.removeAllChannels()));
      });

      test.runIf(startBus)(
        'a Redis that was away is found again, and its absence is reported once',
        async () => {
          const [sender, receiver] = [person(one, 'again'), person(other, 'again')];
          await joined(sender.channel);
          await joined(receiver.channel);
          await redis?.stop();
          await until(() => one.observations.some(({ kind }) => kind === 'realtime-failed'));
          // Each process goes on by itself.
          const beside = person(one, 'again');
          await joined(beside.channel);
          await sender.channel.send({ type: 'broadcast', event: 'alone', payload: {} });
          await until(() => beside.heard.length === 1);
          await redis?.start();
          const isHeard = async () => {
            await sender.channel.send({ type: 'broadcast', event: 'back', payload: {} });
            return receiver.heard.some(({ event }) => event === 'back');
          };
          await expect.poll(isHeard, { interval: 200 }).toBe(true);
          expect(one.observations.filter(({ kind }) => kind === 'realtime-failed')).toHaveLength(1);
          await Promise.all([sender, receiver, beside].map(({ client }) => client.removeAllChannels()));
        },
      );

      test('a stopping process takes leave of its clients, and its presences go', async () => {
        const [ann, bob] = [person(one, 'leaving', 'ann'), person(other, 'leaving', 'bob')];
        await joined(ann.channel);
        await joined(bob.channel);
        await bob.channel.track({});
        await until(() => 'bob' in ann.channel.presenceState());
        const bare = await bareSocket(other);
        await other[Symbol.asyncDispose]();
        expect(await bare.closed()).toBe(1001);
        await until(() => !('bob' in ann.channel.presenceState()));
        await Promise.all([ann, bob].map(({ client }) => client.removeAllChannels()));
      });
    },
  );

test.skipIf(!(hasProcesses && hasRedis))(
  'a Redis that does not allow the channel keeps no server from starting (needs TEST_DATABASE_URL and redis-server)',
  async () => {
    const redis = await startRedis('--user', 'default', 'on', 'nopass', '~*', '+@all', 'resetchannels');
    const { realtime } = buildConfig(readEnvironment({}));
    const server = await startTestServer({ realtime: { ...realtime, busUrl: redis.url } });
    expect(server.observations.map(({ kind }) => kind)).toEqual(['realtime-failed']);
    await server[Symbol.asyncDispose]();
    await redis.stop();
  },
);

test('a server that stops says that it goes away, so that clients return', async () => {
  const server = await startTestServer();
  const bare = await bareSocket(server);
  await server[Symbol.asyncDispose]();
  expect(await bare.closed()).toBe(1001);
});

interface Redis {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

async function startRedis(...settings: readonly string[]): Promise<Redis> {
  const port = await freePort();
  let server: ChildProcess | undefined;
  const start = async () => {
    server = spawn(
      'redis-server',
      ['--port', String(port), '--save', '', '--appendonly', 'no', ...settings],
      {
        stdio: 'pipe',
      },
    );
    for await (const line of server.stdout ?? [])
      if (String(line).includes('Ready to accept connections')) return;
    throw new Error('Redis did not start.');
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop: async () => {
      if (!server || server.exitCode !== null) return;
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
  };
}
