import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { arrivingBytes, atMost } from './arriving-bytes.ts';

const PERIOD_MS = 100;

/** @returns a body that the test writes, complete when it is ended */
function openBody() {
  const stream = new PassThrough();
  Object.defineProperty(stream, 'complete', { get: () => stream.writableEnded });
  return { stream, bytes: arrivingBytes(stream as unknown as IncomingMessage, PERIOD_MS) };
}

async function sizeOf(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of bytes) size += chunk.length;
  return size;
}

test('a client that sends too little for too long is refused, and can still be answered', async () => {
  const { stream, bytes } = openBody();
  const drip = setInterval(() => stream.write('x'), PERIOD_MS / 5);
  await expect(sizeOf(bytes)).rejects.toMatchObject({ refusal: { status: 408 } });
  clearInterval(drip);
  expect(stream.destroyed).toBe(false);
});

test('only waiting for the client counts, not for whoever takes the bytes', async () => {
  const { stream, bytes } = openBody();
  stream.write('first');
  await bytes.next();
  await new Promise((resolve) => setTimeout(resolve, PERIOD_MS * 2));
  stream.end('second');
  expect(await sizeOf(bytes)).toBe('second'.length);
});

test('a body that ends early is refused', async () => {
  const { stream, bytes } = openBody();
  stream.write('x');
  setTimeout(() => stream.destroy(), 10);
  await expect(sizeOf(bytes)).rejects.toMatchObject({ refusal: { code: 'Aborted' } });
});

test('more bytes than allowed are refused without reading on', async () => {
  const { stream, bytes } = openBody();
  stream.write('12345');
  await expect(sizeOf(atMost(bytes, 4))).rejects.toMatchObject({ refusal: { code: 'EntityTooLarge' } });
  expect(stream.destroyed).toBe(false);
});
