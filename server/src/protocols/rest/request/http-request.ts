/** Takes from an HTTP request what the parser needs, and refuses a body that is too large or no UTF-8. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { requestErrors } from '../errors.ts';
import type { HttpRequest } from './rest-request.ts';

const MOUNT = '/rest/v1';
const LARGEST_BODY_BYTES = 8 * 1024 * 1024;
// Reading a large body costs a second of everybody's time, and whoever has only the public key is anybody.
const LARGEST_BODY_OF_ANYBODY_BYTES = 128 * 1024;

/**
 * @param incoming the same request as Node has it; its body is read from there where possible, as a web stream costs
 * more than the rest of a save
 * @param fromAnybody whether whoever sends it is not signed in
 * @throws {RestError} PGRST102, with 413 for a body above 8 MiB, or 128 KiB of somebody who is not signed in
 */
export async function readHttpRequest(
  request: Request,
  incoming: IncomingMessage | undefined,
  fromAnybody: boolean,
): Promise<HttpRequest> {
  const limit = fromAnybody ? LARGEST_BODY_OF_ANYBODY_BYTES : LARGEST_BODY_BYTES;
  const { pathname, search } = new URL(request.url);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return {
    method: request.method,
    path: pathname.slice(MOUNT.length),
    search: search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    headers: () => request.headers,
    body: hasBody ? await readBody(request, incoming, limit) : '',
  };
}

async function readBody(
  request: Request,
  incoming: IncomingMessage | undefined,
  limitBytes: number,
): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) {
    throw requestErrors.bodyTooLarge(limitBytes);
  }
  if (incoming) return decode(await collect(incoming, limitBytes));
  return request.body ? decode(Buffer.from(await request.arrayBuffer())) : '';
}

/** By its events: leaving a loop over a stream early would take the connection down before it is answered. */
function collect(incoming: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) chunks.push(chunk);
      else reject(requestErrors.bodyTooLarge(limitBytes));
    });
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
    incoming.on('error', () => reject(requestErrors.badBody('The request body was cut short')));
  });
}

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw requestErrors.badBody('The request body is not valid UTF-8');
  return bytes.toString('utf8');
}
