/**
 * The bytes of a request's body as they come, held back while they are not taken. Leaving the loop over them early leaves
 * the connection open, so that the client can be answered.
 */
import type { IncomingMessage } from 'node:http';
import { objectErrors, uploadErrors } from '../errors.ts';

// This much must come in each period of waiting for the client.
const LEAST_BYTES = 32 * 1024;
const PERIOD_MS = 20_000;

/** @throws {StorageError} when the client is too slow, or gone */
export async function* arrivingBytes(
  incoming: IncomingMessage,
  periodMs = PERIOD_MS,
): AsyncGenerator<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false });
  let waitedMs = 0;
  let bytes = 0;
  try {
    for (;;) {
      const from = performance.now();
      const { done, value } = await inTime(chunks.next(), periodMs - waitedMs);
      if (done) break;
      waitedMs += performance.now() - from;
      bytes += value.length;
      if (bytes >= LEAST_BYTES) [waitedMs, bytes] = [0, 0];
      yield value;
    }
  } finally {
    // Lets go of the body, so that the HTTP server can read the rest away and keep the connection. It is not awaited: a
    // client that is too slow would have to send something first.
    chunks.return?.().catch(() => undefined);
  }
  if (!incoming.complete) throw uploadErrors.cutShort();
}

async function inTime(next: Promise<IteratorResult<Buffer>>, ms: number): Promise<IteratorResult<Buffer>> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(uploadErrors.tooSlow()), Math.max(0, ms));
  const come = next.catch(() => {
    throw uploadErrors.cutShort();
  });
  try {
    return await Promise.race([come, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws {StorageError} when there are more */
export async function* atMost(
  bytes: AsyncIterable<Uint8Array>,
  most: number,
  tooLarge: () => Error = objectErrors.tooLarge,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > most) throw tooLarge();
    yield chunk;
  }
}
