import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { endSlowReader } from './end-slow-reader.ts';

const PERIOD_MS = 150;
// More than the buffers between two programs of one machine hold.
const BYTES = 64 * 1024 * 1024;

const started: http.Server[] = [];
afterEach(() => {
  for (const server of started.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** @returns a client's answer, and when the server has ended it */
async function ask(bytes: AsyncIterable<Buffer>) {
  const ended = Promise.withResolvers<number>();
  const server = http.createServer((_request, outgoing) => {
    const from = performance.now();
    outgoing.once('close', () => ended.resolve(performance.now() - from));
    endSlowReader(outgoing, PERIOD_MS);
    pipeline(Readable.from(bytes, { objectMode: false }), outgoing).catch(() => undefined);
  });
  started.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = http.get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  answer.on('error', () => undefined);
  return { answer, ended: ended.promise };
}

async function* chunks(count: number, pauseMs = 0): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index++) {
    if (pauseMs > 0) await setTimeout(pauseMs);
    yield Buffer.alloc(128 * 1024);
  }
}

test('a client that takes nothing for a period is ended', async () => {
  const { answer, ended } = await ask(chunks(BYTES / (128 * 1024)));
  answer.pause();
  expect(await ended).toBeLessThan(PERIOD_MS * 20);
});

test('a client that takes a little all the time, and one whose bytes come late, are not', async () => {
  const { answer } = await ask(chunks(BYTES / (128 * 1024)));
  let size = 0;
  for await (const chunk of answer) {
    size += (chunk as Buffer).length;
    if (size < BYTES / 4) await setTimeout(2);
  }
  expect(size).toBe(BYTES);
  const late = await ask(chunks(3, PERIOD_MS * 3));
  let lateSize = 0;
  for await (const chunk of late.answer) lateSize += (chunk as Buffer).length;
  expect(lateSize).toBe(3 * 128 * 1024);
});
