/** Broadcasts between real clients, in both versions of the wire and over HTTP. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterEach, describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import { joined, liveClient, until } from './live-client.ts';

const server = useTestServer();
const clients: SupabaseClient[] = [];

function client(vsn?: '1.0.0' | '2.0.0'): SupabaseClient {
  const made = liveClient(server(), vsn);
  clients.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((one) => one.removeAllChannels()));
});

/** Joins a topic, and keeps what comes. */
async function listener(topic: string, vsn?: '1.0.0' | '2.0.0', config = {}) {
  const heard: Record<string, unknown>[] = [];
  const channel = client(vsn).channel(topic, { config });
  channel.on('broadcast', { event: '*' }, (message) => void heard.push(message));
  return { channel: await joined(channel), heard };
}

describe.each([
  ['2.0.0', '2.0.0'],
  ['1.0.0', '1.0.0'],
  ['2.0.0', '1.0.0'],
  ['1.0.0', '2.0.0'],
] as const)('from a client of version %s to one of %s', (from, to) => {
  test('a message arrives as it was sent', async () => {
    const { channel } = await listener('room:ü', from, { broadcast: { ack: true } });
    const { heard } = await listener('room:ü', to);
    const payload = { text: 'ü', deep: [{ n: 1 }] };
    expect(await channel.send({ type: 'broadcast', event: 'said', payload })).toBe('ok');
    await until(() => heard.length > 0);
    expect(heard).toEqual([{ type: 'broadcast', event: 'said', payload }]);
  });
});

test('bytes travel as bytes, and not to a client of version 1.0.0', async () => {
  const { channel } = await listener('bytes');
  const [modern, old] = [await listener('bytes'), await listener('bytes', '1.0.0')];
  await channel.send({ type: 'broadcast', event: 'raw', payload: new Uint8Array([0, 1, 255]).buffer });
  await channel.send({ type: 'broadcast', event: 'last', payload: {} });
  await until(() => modern.heard.length === 2 && old.heard.length > 0);
  expect([...new Uint8Array(modern.heard[0]?.payload as ArrayBuffer)]).toEqual([0, 1, 255]);
  expect(old.heard.map(({ event }) => event)).toEqual(['last']);
});

test('a client hears itself only when it asks for that', async () => {
  const quiet = await listener('echo', '2.0.0', { broadcast: { ack: true } });
  const loud = await listener('echo', '2.0.0', { broadcast: { ack: true, self: true } });
  await quiet.channel.send({ type: 'broadcast', event: 'one', payload: {} });
  await loud.channel.send({ type: 'broadcast', event: 'two', payload: {} });
  await until(() => quiet.heard.length > 0 && loud.heard.length > 1);
  expect(quiet.heard.map(({ event }) => event)).toEqual(['two']);
  expect(loud.heard.map(({ event }) => event)).toEqual(['one', 'two']);
});

test('a private topic is closed to a caller whom no policy lets in', async () => {
  const channel = client().channel('secret', { config: { private: true } });
  await expect(joined(channel)).rejects.toThrow(
    'Unauthorized: You do not have permissions to read from this Channel topic: secret',
  );
});

test('topics do not hear each other, nor does one that was left', async () => {
  const sender = await listener('here', '2.0.0', { broadcast: { ack: true } });
  const [there, left] = [await listener('there'), await listener('here')];
  await left.channel.unsubscribe();
  await sender.channel.send({ type: 'broadcast', event: 'said', payload: {} });
  expect([...there.heard, ...left.heard]).toEqual([]);
});

describe('over HTTP', () => {
  test('httpSend reaches the topic, as JSON or bytes', async () => {
    const { heard } = await listener('posted');
    const channel = client().channel('posted');
    await channel.httpSend('json', { a: 'ü' });
    await channel.httpSend('bytes', new Uint8Array([7]).buffer);
    await until(() => heard.length === 2);
    expect(heard[0]).toEqual({ type: 'broadcast', event: 'json', payload: { a: 'ü' } });
    expect([...new Uint8Array(heard[1]?.payload as ArrayBuffer)]).toEqual([7]);
    const secret = client().channel('posted', { config: { private: true } });
    await expect(secret.httpSend('json', {})).rejects.toThrow('Unauthorized');
  });

  function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const apikey = server().secrets.publishableKey;
    return fetch(`${server().url}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  test('a batch is sent, but for what is private and not allowed', async () => {
    const { heard } = await listener('batch');
    const message = { topic: 'batch', event: 'said', payload: { n: 1 } };
    const answer = await post('', { messages: [{ ...message, private: true }, message] });
    expect([answer.status, await answer.text()]).toEqual([202, '']);
    await until(() => heard.length > 0);
    expect(heard).toEqual([{ type: 'broadcast', event: 'said', payload: { n: 1 } }]);
  });

  test.each([
    ['without a key', '', { messages: [] }, { apikey: '' }, 401, { message: 'Unauthorized' }],
    ['without messages', '', {}, {}, 422, { errors: { messages: ["can't be blank"] } }],
    [
      'with a message that lacks something',
      '',
      {
        messages: [
          { topic: 't', event: 'e', payload: {} },
          { topic: 't', payload: 'text' },
        ],
      },
      {},
      422,
      { errors: { messages: [{}, { event: ["can't be blank"], payload: ['is invalid'] }] } },
    ],
    [
      'of a type that nobody reads',
      '/t/events/e',
      {},
      { 'content-type': 'text/plain' },
      415,
      { error: 'Unsupported Media Type. Use application/json or application/octet-stream' },
    ],
    [
      'with more messages than a burst may have',
      '',
      { messages: Array(1001).fill({ topic: 't', event: 'e', payload: {} }) },
      {},
      429,
      { message: 'Too many messages to broadcast, please reduce the batch size' },
    ],
  ])('a request %s is refused', async (_name, path, body, headers, status, expected) => {
    const answer = await post(path, body, headers);
    expect([answer.status, await answer.json()]).toEqual([status, expected]);
  });
});
