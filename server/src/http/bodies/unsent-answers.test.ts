/** Answers over real connections whose other side does not read. */
import { once } from 'node:events';
import type http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HttpEnvironment } from '../http-environment.ts';
import { type AnswerLimits, createUnsentAnswers } from './unsent-answers.ts';

const MIB = 1024 * 1024;
const LARGE = 20 * MIB;
const LIMITS: AnswerLimits = {
  largeBytes: 1000,
  answerBytes: 30 * MIB,
  perCallerBytes: 50 * MIB,
  perAddressBytes: 20 * MIB,
  allBytes: 70 * MIB,
  patienceMs: 60_000,
  leastBytesPerSecond: MIB,
};

let server: http.Server;
let sockets: net.Socket[];

beforeEach(() => {
  sockets = [];
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

async function serve(limits: AnswerLimits): Promise<void> {
  const unsent = createUnsentAnswers(limits);
  const app = new Hono<HttpEnvironment>();
  app.get('/:name/:bytes', (context) => {
    const { outgoing } = context.env;
    const { name, bytes } = context.req.param();
    const sender = { name, isAnybody: name.startsWith('any') };
    const problem = outgoing && unsent.to(outgoing, sender).count(Number(bytes));
    return problem ? context.text(problem, 503) : context.body('x'.repeat(Number(bytes)));
  });
  server = createAdaptorServer({ fetch: app.fetch }) as http.Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** @returns the answer's status line; no more than that is read */
async function ask(name: string, bytes: number): Promise<string> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(`GET /${name}/${bytes} HTTP/1.1\r\nhost: x\r\n\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return chunk.toString('latin1').split('\r\n')[0] ?? '';
}

const SENT = 'HTTP/1.1 200 OK';
const REFUSED = 'HTTP/1.1 503 Service Unavailable';

test('unread answers are limited, of one caller and of all', async () => {
  await serve(LIMITS);
  expect([await ask('one', LARGE), await ask('one', LARGE)]).toEqual([SENT, SENT]);
  expect(await ask('one', LARGE)).toBe(REFUSED);
  // Small answers are never in question.
  expect(await ask('one', 100)).toBe(SENT);
  expect(await ask('two', LARGE)).toBe(SENT);
  expect(await ask('three', LARGE)).toBe(REFUSED);
});

test('a caller without a session may leave less unread, but has one answer all the same', async () => {
  await serve(LIMITS);
  expect(await ask('any-one', 25 * MIB)).toBe(SENT);
  expect(await ask('any-one', 10 * MIB)).toBe(REFUSED);
});

test('an answer that is too large is not sent to anybody', async () => {
  await serve(LIMITS);
  expect(await ask('one', 31 * MIB)).toBe(REFUSED);
});

test('an answer that is read, or loses its connection, makes room', async () => {
  await serve(LIMITS);
  await ask('one', LARGE);
  await ask('one', LARGE);
  expect(await ask('one', LARGE)).toBe(REFUSED);
  sockets[0]?.resume();
  sockets[1]?.destroy();
  for (let again = 0; again < 2; again++) await expect.poll(() => ask('one', LARGE)).toBe(SENT);
});

test('a connection that reads too slowly is ended', async () => {
  await serve({ ...LIMITS, patienceMs: 100, leastBytesPerSecond: 1000 * MIB });
  await ask('one', LARGE);
  const [socket] = sockets;
  if (!socket) throw new Error('It has a connection.');
  const ended = once(socket, 'close');
  await new Promise((resolve) => setTimeout(resolve, 500));
  // Far less than the answer was left in the system's buffers.
  let read = 0;
  socket.on('data', (chunk: Buffer) => {
    read += chunk.length;
  });
  socket.resume();
  await ended;
  expect(read).toBeLessThan(LARGE / 2);
});
