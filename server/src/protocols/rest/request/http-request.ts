/** Takes from an HTTP request what the parser needs, and refuses a body that is too large or no UTF-8. */
import { requestErrors } from '../errors.ts';
import type { HttpRequest } from './rest-request.ts';

const MOUNT = '/rest/v1';
const LARGEST_BODY_BYTES = 8 * 1024 * 1024;

/** @throws {RestError} PGRST102, with 413 for a body above 8 MiB */
export async function readHttpRequest(request: Request): Promise<HttpRequest> {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname.slice(MOUNT.length),
    search: search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    body: await readBody(request),
  };
}

async function readBody(request: Request): Promise<string> {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return '';
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_BODY_BYTES) {
    throw requestErrors.bodyTooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > LARGEST_BODY_BYTES) throw requestErrors.bodyTooLarge();
    chunks.push(chunk);
  }
  return decode(Buffer.concat(chunks));
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw requestErrors.badBody('The request body is not valid UTF-8');
  }
}
