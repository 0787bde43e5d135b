/** Messages that no client of ours would send, and this server's answers. Others notice nothing. */
// The same on every database: its subject is messages that are refused as they are read.
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { useTestServer } from '../support/test-server.ts';
import { type BareSocket, bareSocket, socketUrl, until } from './live-client.ts';

const realtime = {
  busUrl: undefined,
  connections: 20,
  connectionsPerAddress: 20,
  joinsPerSecond: 5,
  channelsPerClient: 3,
  eventsPerSecond: 20,
  payloadKb: 100,
};
const server = useTestServer({ realtime });
// An address has only a part of it.
const shared = useTestServer({ realtime: { ...realtime, connectionsPerAddress: 5 }, trustProxy: true });
// Room for bursts and large messages.
const roomy = useTestServer({ realtime: { ...realtime, joinsPerSecond: 1000, eventsPerSecond: 1000 } });

function join(topic: string, ref: string, config = {}): unknown[] {
  return [ref, ref, `realtime:${topic}`, 'phx_join', { config }];
}

/** So many at once, and again, that no machine is too slow for it to be too many. @returns the code of its end */
async function sendUntilClosed(bare: BareSocket, message: (ref: string) => unknown[]): Promise<number> {
  let isOpen = true;
  const end = bare.closed().finally(() => {
    isOpen = false;
  });
  for (let ref = 2; isOpen; ref++) {
    bare.send(message(String(ref)));
    if (ref % 300 === 0) await pause(50);
  }
  return end;
}

/** Hears broadcasts alone. */
const silent = { presence: { enabled: false } };

async function joinedSocket(topic: string, config = {}): Promise<BareSocket> {
  const bare = await bareSocket(roomy());
  bare.send(join(topic, '1', config));
  expect(await bare.answer('1')).toMatchObject({ status: 'ok' });
  return bare;
}

describe('a request to connect', () => {
  test.each([
    ['without a key', { apikey: '' }, 'API key is missing'],
    ['with something as a key', { apikey: 'nonsense' }, 'The token provided is not a valid JWT'],
  ])('%s is refused', async (_name, query, error) => {
    const socket = new WebSocket(socketUrl(roomy(), query));
    const [request, response] = await once(socket, 'unexpected-response');
    const body = JSON.parse(Buffer.concat(await response.toArray()).toString());
    request.destroy();
    expect([response.statusCode, body]).toEqual([401, { error }]);
  });

  test('is refused with the secret key in a browser', async () => {
    const { secretKey } = roomy().secrets;
    const socket = new WebSocket(socketUrl(roomy(), { apikey: secretKey }), {
      headers: { 'user-agent': 'Mozilla/5.0' },
    });
    const [request, response] = await once(socket, 'unexpected-response');
    request.destroy();
    expect(response.statusCode).toBe(401);
  });

  test('that is none is told so', async () => {
    const answer = await fetch(`${roomy().url}/realtime/v1/websocket`);
    expect(answer.status).toBe(426);
  });

  test('that is broken ends without a trace', async () => {
    const request = http.get(socketUrl(roomy()).replace('ws:', 'http:'), {
      headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '7' },
    });
    const [response] = await once(request, 'response');
    request.destroy();
    expect(response.statusCode).toBe(400);
  });

  test('is one too many', async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => bareSocket(server())));
    const late = new WebSocket(socketUrl(server()));
    const [request, response] = await once(late, 'unexpected-response');
    const body = JSON.parse(Buffer.concat(await response.toArray()).toString());
    request.destroy();
    expect([response.statusCode, body]).toEqual([429, { error: 'Too many connected users' }]);
    for (const { socket } of sockets) socket.terminate();
    // Those that have gone make room.
    await until(() => sockets.every(({ socket }) => socket.readyState === WebSocket.CLOSED));
    const isRefused = () =>
      bareSocket(server()).then(
        ({ socket }) => {
          socket.terminate();
          return false;
        },
        () => true,
      );
    await expect.poll(isRefused).toBe(false);
  });
});

describe('a client that takes all it can get', () => {
  /** As a proxy in front names it. */
  const from = (address: string) => bareSocket(shared(), {}, { 'x-forwarded-for': address });

  test('has no more sockets than one address may have, and nobody else notices', async () => {
    const sockets = await Promise.all(Array.from({ length: 5 }, () => from('198.51.100.1')));
    await expect(from('198.51.100.1')).rejects.toThrow('429');
    const other = await from('198.51.100.2');
    other.send(join('free', '1'));
    expect(await other.answer('1')).toMatchObject({ status: 'ok' });
    for (const { socket } of [...sockets, other]) socket.terminate();
    await until(() => sockets.every(({ socket }) => socket.readyState === WebSocket.CLOSED));
    await expect.poll(() => from('198.51.100.1').then(({ socket }) => socket.terminate())).toBe(undefined);
  });

  test('opens half of the channels that may be opened, and the rest is for others', async () => {
    const greedy = await from('198.51.100.3');
    // Two and a half a second, on average over ten.
    for (let n = 1; n <= 30; n++) greedy.send(join(`greedy ${n % 3}`, String(n)));
    expect((await greedy.answer('26')).response.reason).toMatch(/^ClientJoinRateLimitReached/);
    const other = await from('198.51.100.4');
    other.send(join('left', '1'));
    expect(await other.answer('1')).toMatchObject({ status: 'ok' });
    for (const { socket } of [greedy, other]) socket.terminate();
  });
});

describe('a message', () => {
  test.each([
    ['that is not JSON', 'nonsense'],
    ['that is no array', '{}'],
    ['that lies about its lengths', Buffer.from([3, 1, 1, 200, 1, 0, 0, 65])],
    ['of an unknown kind', Buffer.from([77])],
    ['nested as deep as it goes', `["1","1","realtime:deep","broadcast",${'['.repeat(40_000)}`],
  ])('%s ends the connection', async (_name, data) => {
    const bare = await bareSocket(roomy());
    bare.socket.send(data);
    expect(await bare.closed()).toBe(1007);
  });

  test('that is too large ends the connection', async () => {
    const bare = await bareSocket(roomy());
    bare.socket.send('x'.repeat(200_000));
    expect(await bare.closed()).toBe(1009);
  });

  test('in too many pieces ends the connection', async () => {
    const bare = await bareSocket(roomy());
    for (let piece = 0; piece < 2000; piece++) bare.socket.send('[', { fin: false });
    expect(await bare.closed()).toBe(1008);
  });

  test('with more than it may carry is not sent, and told so', async () => {
    const bare = await joinedSocket('large', { broadcast: { ack: true } });
    bare.send(['1', '2', 'realtime:large', 'broadcast', { event: 'e', payload: 'x'.repeat(110_000) }]);
    expect(await bare.answer('2')).toEqual({
      status: 'error',
      response: { reason: 'payload_size_exceeded' },
    });
    bare.socket.terminate();
  });

  test.each([
    ['to a topic that was not joined', [null, '2', 'realtime:other', 'broadcast', {}], 'unmatched topic'],
    ['to a topic of another kind', ['2', '2', 'other', 'phx_join', {}], 'unmatched topic'],
    [
      'to no topic',
      ['2', '2', 'realtime:', 'phx_join', {}],
      'TopicNameRequired: You must provide a topic name',
    ],
  ])('%s is answered', async (_name, message, reason) => {
    const bare = await bareSocket(roomy());
    bare.send(message);
    expect(await bare.answer('2')).toEqual({ status: 'error', response: { reason } });
    bare.socket.terminate();
  });

  test('with what a key of an object should not be harms nobody', async () => {
    const bare = await joinedSocket('proto', { presence: { key: '__proto__', enabled: true } });

    bare.socket.send(
      '["1","3","realtime:proto","presence",{"event":"track","payload":{"__proto__":{"a":1}}}]',
    );
    expect(await bare.answer('3')).toMatchObject({ status: 'ok' });
    expect(JSON.stringify(bare.received)).toContain('"joins":{"__proto__":{"metas"');
    bare.socket.terminate();
  });
});

describe('one who keeps memory', () => {
  const presence = (ref: string, topic: string, payload: unknown) => [
    '1',
    ref,
    `realtime:${topic}`,
    'presence',
    { type: 'presence', event: 'track', payload },
  ];
  const deep = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
  const withPresence = { presence: { enabled: true } };

  test('joins with more than a join may have', async () => {
    const bare = await bareSocket(roomy());
    bare.send(join('large join', '1', { postgres_changes: [{ a: 'x'.repeat(70_000) }] }));
    expect((await bare.answer('1')).response.reason).toMatch(/^JoinPayloadTooLarge/);
    bare.send(join('large join', '2', {}));
    expect(await bare.answer('2')).toMatchObject({ status: 'ok' });
    bare.socket.terminate();
  });

  test.each([
    ['is deep', deep(100)],
    ['has many parts', { a: Array.from({ length: 2000 }, () => ({})) }],
  ])('tells a presence that %s, and loses the channel; others join as before', async (name, payload) => {
    const hostile = await joinedSocket(name, withPresence);
    hostile.send(presence('2', name, payload));
    await until(() => JSON.stringify(hostile.received).includes('Track message size exceeded'));
    const other = await joinedSocket(name, withPresence);
    await until(() => JSON.stringify(other.received).includes('"presence_state",{}'));
    for (const { socket } of [hostile, other]) socket.terminate();
  });

  test('fills a topic with presences, and there is room for the small one of another', async () => {
    const large = { text: 'x'.repeat(60_000) };
    const hostile = await Promise.all(Array.from({ length: 10 }, () => joinedSocket('full')));
    for (const bare of hostile) bare.send(presence('2', 'full', large));
    const answers = await Promise.all(hostile.map((bare) => bare.answer('2')));
    expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(8);
    const other = await joinedSocket('full', withPresence);
    other.send(presence('2', 'full', { small: true }));
    expect(await other.answer('2')).toMatchObject({ status: 'ok' });
    for (const { socket } of [...hostile, other]) socket.terminate();
  });

  test('tells presences again and again by joining anew, and loses the channel', async () => {
    const bare = await bareSocket(roomy());
    for (let n = 1; n <= 6; n++) {
      bare.send(join('again', String(n)), [
        String(n),
        `t${n}`,
        'realtime:again',
        'presence',
        { event: 'track', payload: { n } },
      ]);
      if (n < 6) await bare.answer(`t${n}`);
    }
    await until(() => JSON.stringify(bare.received).includes('Client presence rate limit exceeded'));
    bare.socket.terminate();
  });

  test('sends very many messages at once over HTTP, and is told little', async () => {
    const { url, secrets } = roomy();
    const answer = await fetch(`${url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: secrets.publishableKey, 'content-type': 'application/json' },
      body: `{"messages":[${'{},'.repeat(40_000)}{}]}`,
    });
    expect(answer.status).toBe(429);
    expect((await answer.text()).length).toBeLessThan(1000);
  });
});

describe('one who does too much', () => {
  test('opens no more channels than it may', async () => {
    const bare = await bareSocket(roomy());
    for (const ref of ['1', '2', '3', '4']) bare.send(join(`room ${ref}`, ref));
    expect(await bare.answer('3')).toMatchObject({ status: 'ok' });
    const reason = 'ChannelRateLimitReached: Too many channels';
    expect(await bare.answer('4')).toEqual({ status: 'error', response: { reason } });
    bare.socket.terminate();
  });

  test('joins again and again, and is disconnected', async () => {
    const bare = await bareSocket(server());
    const end = await sendUntilClosed(bare, (ref) => join('again', ref));
    const reasons = JSON.stringify(bare.received);
    expect(end).toBe(1005);
    expect(reasons).toContain('ClientJoinRateLimitReached: Too many joins per second');
  });

  test('sends too much, and loses its channel', async () => {
    const bare = await bareSocket(server());
    await new Promise((resolve) => setTimeout(resolve, 500));
    bare.send(join('flood', '1'));
    await bare.answer('1');
    // It has no channel left, so its messages are for nobody.
    await sendUntilClosed(bare, (ref) => [
      '1',
      ref,
      'realtime:flood',
      'broadcast',
      { event: 'e', payload: {} },
    ]);
    expect(JSON.stringify(bare.received)).toContain('Too many messages per second');
  });

  test('asks for very many deliveries, and waits for them; none is lost', async () => {
    const ears = await Promise.all(Array.from({ length: 10 }, () => joinedSocket('crowd', silent)));
    const [sender] = ears;
    const began = performance.now();
    for (let n = 0; n < 1500; n++)
      sender?.send(['1', null, 'realtime:crowd', 'broadcast', { event: 'e', n }]);
    await until(() => ears.slice(1).every(({ received }) => received.length === 1501));
    // 10,000 a second and a store of as many: 15,000 take half a second and more.
    expect(performance.now() - began).toBeGreaterThan(450);
    for (const { socket } of ears) socket.terminate();
  });

  test('does not read, and is disconnected; the others get everything', async () => {
    const [slow, quick, sender] = await Promise.all([
      joinedSocket('slow', silent),
      joinedSocket('slow', silent),
      joinedSocket('slow', silent),
    ]);
    slow.socket.pause();
    const payload = 'x'.repeat(50_000);
    for (let n = 0; n < 200; n++) {
      sender.send(['1', null, 'realtime:slow', 'broadcast', { event: 'e', n, payload }]);
      await until(() => quick.received.length >= n + 2);
    }
    slow.socket.resume();
    expect(await slow.closed()).toBe(1006);
    expect(quick.received.length).toBe(201);
    for (const { socket } of [quick, sender]) socket.terminate();
  });
});

describe('one who reads nothing for a minute', () => {
  // The clock goes on, further ahead with each step. It never goes back, as no such clock does.
  let aheadMs = 0;
  beforeAll(() => {
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  });

  test('is disconnected, also while it sends; one who reads stays', async () => {
    const [deaf, hearing] = [await joinedSocket('deaf', silent), await joinedSocket('hearing', silent)];
    let pings = 0;
    hearing.socket.on('ping', () => pings++);
    deaf.socket.pause();
    const heartbeat = (ref: string) => [null, ref, 'phoenix', 'heartbeat', {}];
    const pass = async (ms: number, ref: string) => {
      aheadMs += ms;
      for (const { send } of [deaf, hearing]) send(heartbeat(ref));
      // It comes after everything that the client answered before.
      await hearing.answer(ref);
    };
    await pass(21_000, '21');
    await until(() => pings === 1);
    await pass(39_000, '60');
    await until(() => pings === 2);
    expect(deaf.socket.readyState).toBe(WebSocket.OPEN);
    await pass(21_000, '81');
    await until(() => pings === 3);
    deaf.socket.resume();
    expect(await deaf.closed()).toBe(1006);
    expect(hearing.socket.readyState).toBe(WebSocket.OPEN);
    hearing.socket.terminate();
  });
});

test('joining a topic again closes the older channel', async () => {
  const bare = await joinedSocket('twice');
  bare.send(join('twice', '2'));
  expect(await bare.answer('2')).toMatchObject({ status: 'ok' });
  expect(bare.received).toContainEqual(['1', '1', 'realtime:twice', 'phx_close', {}]);
  // A message of the older channel is for nobody; one of the newer is answered.
  bare.send(['1', '3', 'realtime:twice', 'broadcast', {}], ['2', '4', 'realtime:twice', 'phx_leave', {}]);
  expect(await bare.answer('3')).toMatchObject({ response: { reason: 'unmatched topic' } });
  expect(await bare.answer('4')).toMatchObject({ status: 'ok' });
  bare.socket.terminate();
});

test('a heartbeat is answered', async () => {
  const bare = await bareSocket(roomy());
  bare.send([null, '1', 'phoenix', 'heartbeat', {}]);
  expect(await bare.answer('1')).toEqual({ status: 'ok', response: {} });
  bare.socket.terminate();
});
