import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSlowReader } from './end-slow-reader.ts';

const PERIOD_MS = 60_000;
// More than the buffers between two programs of one machine hold.
const BYTES = 64 * 1024 * 1024;

const started: http.Server[] = [];
// Periods go by when the test says so.
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => {
  vi.useRealTimers();
  for (const server of started.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** @returns a client's answer, and the server's side of it */
async function ask(bytes: (outgoing: http.ServerResponse) => AsyncIterable<Buffer>) {
  const asked = Promise.withResolvers<http.ServerResponse>();
  const server = http.createServer((_request, outgoing) => {
    endSlowReader(outgoing, PERIOD_MS);
    pipeline(Readable.from(bytes(outgoing), { objectMode: false }), outgoing).catch(() => undefined);
    asked.resolve(outgoing);
  });
  started.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = http.get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  answer.on('error', () => undefined);
  return { answer, outgoing: await asked.promise };
}

async function* chunks(count: number): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index++) yield Buffer.alloc(128 * 1024);
}

test('a client that takes nothing for a period is ended', async () => {
  const { answer, outgoing } = await ask(() => chunks(BYTES / (128 * 1024)));
  answer.pause();
  // The part that the buffers take still leaves at first.
  while (!outgoing.destroyed) {
    vi.advanceTimersByTime(PERIOD_MS);
    await setTimeout(20);
  }
});

test('a client that takes a little all the time, and one whose bytes come late, are not', async () => {
  const { answer, outgoing } = await ask(() => chunks(BYTES / (128 * 1024)));
  let [size, periods, before] = [0, 0, 0];
  for await (const chunk of answer) {
    size += (chunk as Buffer).length;
    const left = (outgoing.socket?.bytesWritten ?? 0) - outgoing.writableLength;
    if (left === before || outgoing.writableLength === 0) continue;
    before = left;
    periods++;
    vi.advanceTimersByTime(PERIOD_MS);
  }
  expect(size).toBe(BYTES);
  expect(periods).toBeGreaterThan(10);
  const late = await ask(async function* (from) {
    for await (const chunk of chunks(3)) {
      while (from.writableLength > 0) await setTimeout(1);
      vi.advanceTimersByTime(PERIOD_MS * 3);
      yield chunk;
    }
  });
  let lateSize = 0;
  for await (const chunk of late.answer) lateSize += (chunk as Buffer).length;
  expect(lateSize).toBe(3 * 128 * 1024);
});
