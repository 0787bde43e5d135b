/** Bodies over real connections: some are refused before they are held, some never arrive. */
import { EventEmitter, once } from 'node:events';
import type http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HttpEnvironment } from '../http-environment.ts';
import { BodyError, type BodyLimits, createRequestBodies } from './request-bodies.ts';

const LIMIT = 1000;
const LIMITS: BodyLimits = {
  perCallerBytes: 1500,
  perAddressBytes: 1000,
  ofAnybodyBytes: 1200,
  allBytes: 3000,
  leastBytes: 50,
  periodMs: 1000,
};

let server: http.Server;
let port: number;
let sockets: net.Socket[];
/** Lets what has been read be answered. */
let answer: PromiseWithResolvers<void>;
let waiting: number;

beforeEach(async () => {
  answer = Promise.withResolvers<void>();
  waiting = 0;
  sockets = [];
  const bodies = createRequestBodies(LIMITS);
  const app = new Hono<HttpEnvironment>();
  app.post('/:name', async (context) => {
    const name = context.req.param('name');
    try {
      const body = await bodies.read(context, { name, isAnybody: name.startsWith('any') }, LIMIT);
      waiting++;
      await answer.promise;
      return context.text(String(body.length));
    } catch (error) {
      if (error instanceof BodyError) return context.text(error.problem, 400);
      throw error;
    }
  });
  server = createAdaptorServer({ fetch: app.fetch }) as http.Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  answer.resolve();
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Sends the head and the beginning of a body, and gives what comes back. */
function send(name: string, { length, sent }: { readonly length: number; readonly sent: number }) {
  const socket = net.connect(port, '127.0.0.1');
  sockets.push(socket);
  let said = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    said += text;
  });
  socket.on('error', () => undefined);
  socket.write(`POST /${name} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${'x'.repeat(sent)}`);
  return { socket, said: () => said.split('\r\n\r\n')[1] };
}

const all = (length: number) => ({ length, sent: length });

test('a whole body is read', async () => {
  answer.resolve();
  const { said } = send('person', all(LIMIT));
  await expect.poll(said).toBe('1000');
});

test('a body above the limit is refused before it comes', async () => {
  const { said } = send('person', { length: LIMIT + 1, sent: 0 });
  await expect.poll(said).toBe('too-large');
});

test('an endless body is refused once it is above the limit', async () => {
  const socket = net.connect(port, '127.0.0.1');
  sockets.push(socket);
  let said = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    said += text;
  });
  socket.write('POST /person HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  for (let chunk = 0; chunk < 3; chunk++) socket.write(`190\r\n${'x'.repeat(0x190)}\r\n`);
  await expect.poll(() => said).toContain('too-large');
});

test('a body that stalls is given up', async () => {
  const { said } = send('person', { length: 900, sent: 800 });
  await expect.poll(said).toBe('too-slow');
});

test('a slow but steady body is waited for', async () => {
  answer.resolve();
  const { socket, said } = send('person', { length: 900, sent: 100 });
  for (let part = 0; part < 8; part++) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    socket.write('x'.repeat(100));
  }
  await expect.poll(said).toBe('900');
});

test('the bodies of one caller are limited until they are answered', async () => {
  const first = send('person', all(900));
  await expect.poll(() => waiting).toBe(1);
  const second = send('person', all(900));
  await expect.poll(second.said).toBe('too-many');
  const other = send('somebody', all(900));
  await expect.poll(() => waiting).toBe(2);
  answer.resolve();
  await expect.poll(() => [first.said(), other.said()]).toEqual(['900', '900']);
  const again = send('person', all(900));
  await expect.poll(again.said).toBe('900');
});

test('callers without a session have less, each and together, and leave room for the others', async () => {
  send('any-one', all(700));
  await expect.poll(() => waiting).toBe(1);
  const other = send('any-other', all(700));
  await expect.poll(other.said).toBe('too-many');
  send('person', all(700));
  await expect.poll(() => waiting).toBe(2);
});

test('a connection that ends in the middle gives back its room', async () => {
  const { socket } = send('any-one', { length: 900, sent: 800 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  answer.resolve();
  await expect
    .poll(async () => {
      const { said } = send('any-one', all(900));
      await expect.poll(said).toBeDefined();
      return said();
    })
    .toBe('900');
});

test('large bodies that come at once are handed over one by one, and others are served in between', async () => {
  const bodies = createRequestBodies();
  const app = new Hono<HttpEnvironment>();
  const order: string[] = [];
  app.post('/:name', async (context) => {
    const name = context.req.param('name');
    await bodies.read(context, { name, isAnybody: false }, 1024 * 1024);
    order.push(name);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`beside ${name}`);
    return context.text('');
  });
  const names = ['first', 'second', 'third'];
  await Promise.all(
    names.map((name) => {
      const bindings = {
        incoming: Readable.from([Buffer.alloc(512 * 1024)]),
        outgoing: new EventEmitter(),
      } as unknown as HttpBindings;
      return app.request(`/${name}`, { method: 'POST' }, bindings);
    }),
  );
  expect(order).toEqual(names.flatMap((name) => [name, `beside ${name}`]));
});
