/** Takes from an HTTP request what the parser needs, and refuses a body that is too large or no UTF-8. */
import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import {
  BodyError,
  LARGEST_BODY_OF_ANYBODY_BYTES,
  type RequestBodies,
} from '../../../http/bodies/request-bodies.ts';
import type { Sender } from '../../../http/caller/sender.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { bodyErrors, type RestError } from '../errors.ts';
import type { HttpRequest } from './rest-request.ts';

const MOUNT = '/rest/v1';
const LARGEST_BODY_BYTES = 8 * 1024 * 1024;

/**
 * @throws {RestError} PGRST102, with 413 for a body above 8 MiB, or 128 KiB of somebody who is not signed in;
 * 53000 when too much is held in memory already
 */
export async function readHttpRequest(
  context: Context<HttpEnvironment>,
  bodies: RequestBodies,
  sender: Sender,
): Promise<HttpRequest> {
  const request = context.req.raw;
  const { pathname, search } = new URL(request.url);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const limit = sender.isAnybody ? LARGEST_BODY_OF_ANYBODY_BYTES : LARGEST_BODY_BYTES;
  return {
    method: request.method,
    path: pathname.slice(MOUNT.length),
    search: search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    headers: () => request.headers,
    body: hasBody ? decode(await bodies.read(context, sender, limit).catch(refuse)) : '',
  };
}

function refuse(error: unknown): never {
  throw error instanceof BodyError ? problemOf(error) : error;
}

function problemOf({ problem, limitBytes }: BodyError): RestError {
  switch (problem) {
    case 'too-large':
      return bodyErrors.tooLarge(limitBytes);
    case 'too-slow':
      return bodyErrors.tooSlow();
    case 'too-many':
      return bodyErrors.tooMany();
    case 'cut-short':
      return bodyErrors.cutShort();
  }
}

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw bodyErrors.notUtf8();
  return bytes.toString('utf8');
}
