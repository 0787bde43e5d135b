/** Upgraded connections over real sockets: they end with the server, and a refused upgrade is answered. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import type { Observation } from '../observe/observation.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';

const WEB_SOCKET = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
const HELLO = Buffer.from([0x81, 2, 0x68, 0x69]);
/** A close frame with the code 1001 (going away). */
const GOING_AWAY = Buffer.from([0x88, 2, 0x03, 0xe9]);

let observations: Observation[];
let server: HttpServer;
let port: number;
let agent: http.Agent;
beforeEach(async () => {
  observations = [];
  server = createHttpServer(
    (request) => new Response(`plain ${new URL(request.url).pathname}`, { status: 404 }),
    (observation) => observations.push(observation),
  );
  port = await freePort();
  await server.listen('127.0.0.1', port);
  agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  agent.destroy();
  await server.close(0);
});

/** Accepts a WebSocket and says hello (RFC 6455 section 4.2.2). */
function accept({ headers }: IncomingMessage, socket: Duplex) {
  const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const answer = createHash('sha1').update(key).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${answer}\r\n\r\n`,
  );
  socket.write(HELLO);
  // The other side's close frame, or its end.
  socket.on('data', () => socket.end());
  socket.on('end', () => socket.end());
  return () => void socket.write(GOING_AWAY);
}

async function ask(path: string, headers: http.OutgoingHttpHeaders): Promise<string> {
  const [response] = await once(http.get({ agent, host: '127.0.0.1', port, path, headers }), 'response');
  const chunks = await response.toArray();
  return `${response.statusCode} ${Buffer.concat(chunks)}`;
}

test('a WebSocket gets its close frame when the server stops, and the stop waits for no time to pass', async () => {
  server.onUpgrade('/socket', accept);
  const client = new WebSocket(`ws://127.0.0.1:${port}/socket?version=1`);
  const [{ data }] = await once(client, 'message');
  expect(data).toBe('hi');
  const closed = once(client, 'close');
  await server.close(60_000);
  const [{ code, wasClean }] = await closed;
  expect([code, wasClean]).toEqual([1001, true]);
  expect(observations).toEqual([]);
});

test('one whose other side ignores the close frame is cut when the time is over', async () => {
  server.onUpgrade('/socket', accept);
  const client = net.connect(port, '127.0.0.1');
  const head = Object.entries(WEB_SOCKET).map(([name, value]) => `${name}: ${value}\r\n`);
  client.write(`GET /socket HTTP/1.1\r\nhost: 127.0.0.1\r\n${head.join('')}\r\n`);
  let received = Buffer.alloc(0);
  client.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
  });
  await expect.poll(() => received.includes(HELLO)).toBe(true);
  const closed = once(client, 'close');
  await server.close(500);
  await closed;
  expect(received.subarray(-GOING_AWAY.length)).toEqual(GOING_AWAY);
  expect(observations).toEqual([{ kind: 'connections-cut', requests: 1 }]);
});

test('a connection that broke is forgotten', async () => {
  let goodbyes = 0;
  const forgotten = Promise.withResolvers<void>();
  server.onUpgrade('/socket', (request, socket) => {
    accept(request, socket);
    socket.once('close', () => forgotten.resolve());
    return () => goodbyes++;
  });
  const request = http.get({ agent, host: '127.0.0.1', port, path: '/socket', headers: WEB_SOCKET });
  const [, socket] = await once(request, 'upgrade');
  socket.resetAndDestroy();
  await forgotten.promise;
  await server.close(60_000);
  expect([goodbyes, observations]).toEqual([0, []]);
});

test('an upgrade that nothing here takes gets a plain answer, and the connection goes on', async () => {
  server.onUpgrade('/socket', accept);
  expect(await ask('/elsewhere', WEB_SOCKET)).toBe('404 plain /elsewhere');
  const other = {
    ...WEB_SOCKET,
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': '',
  };
  expect(await ask('/socket', other)).toBe('404 plain /socket');
  expect(await ask('/socket', {})).toBe('404 plain /socket');
  expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
});

test('a handler that fails is answered for, and the server goes on', async () => {
  const error = new Error('no');
  server.onUpgrade('/socket', () => {
    throw error;
  });
  expect(await ask('/socket', WEB_SOCKET)).toBe('500 Internal Server Error\n');
  expect(observations).toEqual([{ kind: 'request-failed', requestId: expect.any(String), error }]);
  expect(await ask('/elsewhere', {})).toBe('404 plain /elsewhere');
});
