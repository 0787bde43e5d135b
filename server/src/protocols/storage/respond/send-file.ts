/** Answers with a file: the whole, a part, or that the client has it already. */
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'hono';
import type { StoredFile } from '../../../files/file-store.ts';
import { clientGone } from '../../../http/client-gone.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import type { Observe } from '../../../observe/observation.ts';
import { objectErrors } from '../errors.ts';
import { placed } from '../limits/download-line.ts';
import { readRange } from '../request/byte-range.ts';
import type { StorageServices } from '../storage-services.ts';
import type { ObjectRow } from '../store/objects.ts';
import { endSlowReader } from './end-slow-reader.ts';
import { fileHeaders, unchangedHeaders } from './file-headers.ts';
import type { Found } from './find-readable.ts';

/**
 * @param find the row, also a second time
 * @param expires when the link ends that it was read by
 * @throws {StorageError}
 */
export async function sendFile(
  services: Pick<StorageServices, 'files' | 'downloads' | 'observe'>,
  context: Context<HttpEnvironment>,
  find: () => Promise<Found>,
  expires?: Date,
): Promise<Response> {
  const { observe } = services;
  const { object, file } = await openFound(services, context, find);
  const headers = { ...validatorsOf(object), ...caching(object, expires) };
  const mimeType = object.metadata?.mimetype ?? '';
  if (file === 'known') return unchanged(context, mimeType, headers);
  if (!file) {
    observe({ kind: 'file-missing', bucket: object.bucket_id, version: object.version });
    throw objectErrors.notFound();
  }
  return sendOpened(context, file, mimeType, headers, observe);
}

/** @param headers with the validators of the file */
export async function sendOpened(
  context: Context<HttpEnvironment>,
  file: StoredFile,
  mimeType: string,
  headers: Validators & Readonly<Record<string, string>>,
  observe: Observe,
): Promise<Response> {
  const { req } = context;
  const range = rangeOf(req.raw.headers, headers, file);
  if (range === 'none') {
    await file.close();
    throw objectErrors.badRange(file.size);
  }
  const { first, last } = range ?? { first: 0, last: file.size - 1 };
  const status = range ? 206 : 200;
  const all = {
    ...headers,
    ...fileHeaders(mimeType, req.query('download')),
    'accept-ranges': 'bytes',
    'x-robots-tag': 'none',
    'content-length': String(last - first + 1),
    ...(range && { 'content-range': `bytes ${first}-${last}/${file.size}` }),
  };
  if (req.method !== 'HEAD' && last >= first)
    return pipe(context, status, all, file.read(first, last), observe);
  await file.close();
  return new Response(null, { status, headers: all });
}

export function unchanged(
  { req }: Context<HttpEnvironment>,
  mimeType: string,
  headers: Readonly<Record<string, string>>,
): Response {
  const all = { ...headers, ...unchangedHeaders(mimeType, req.query('download')) };
  return new Response(null, { status: 304, headers: all });
}

/** Looks again when the file was replaced, and its bytes removed, since it was found. */
async function openFound(
  { files, downloads }: Pick<StorageServices, 'files' | 'downloads'>,
  { req, env }: Context<HttpEnvironment>,
  find: () => Promise<Found>,
): Promise<{ object: ObjectRow; file: StoredFile | 'known' | undefined }> {
  let place: Disposable | undefined;
  let isSent = false;
  try {
    for (let before: ObjectRow | undefined; ; ) {
      const { object, sender } = await find();
      if (isKnown(req.raw.headers, validatorsOf(object))) return { object, file: 'known' };
      place ??= await downloads.take(sender, clientGone(env.outgoing as ServerResponse));
      const file = object.version === null ? undefined : await files.open(object.version);
      if (file) {
        isSent = true;
        return { object, file: placed(file, place) };
      }
      if (object.version === (before?.version ?? null)) return { object, file };
      before = object;
    }
  } finally {
    if (!isSent) place?.[Symbol.dispose]();
  }
}

/** Straight to the connection: a file sent as a web stream takes three times the processor's time. */
function pipe(
  context: Context<HttpEnvironment>,
  status: number,
  headers: Record<string, string>,
  file: Readable,
  observe: Observe,
): Response {
  const outgoing = context.env.outgoing as ServerResponse;
  // Those that the middleware has set, such as CORS'.
  outgoing.writeHead(status, { ...Object.fromEntries(context.res.headers), ...headers });
  endSlowReader(outgoing);
  pipeline(file, outgoing).catch((error: NodeJS.ErrnoException) => {
    // A pipeline that cannot begin leaves it open.
    file.destroy();
    // The client may leave when it likes.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ERR_STREAM_UNABLE_TO_PIPE') return;
    observe({ kind: 'request-failed', requestId: context.get('requestId'), error });
  });
  return new Response(null, { status, headers: { 'x-hono-already-sent': 'true' } });
}

/** RFC 9110 section 8.8: the facts that tell whether a file is the one that a client has. */
interface Validators {
  readonly etag?: string;
  readonly 'last-modified': string;
}

export function validatorsOf({
  metadata,
  updated_at,
}: Pick<ObjectRow, 'metadata' | 'updated_at'>): Validators & Record<string, string> {
  const modified = new Date(metadata?.lastModified ?? updated_at);
  return {
    ...(metadata?.eTag !== undefined && { etag: metadata.eTag }),
    'last-modified': (Number.isNaN(modified.getTime()) ? updated_at : modified).toUTCString(),
  };
}

export function caching({ metadata }: ObjectRow, expires: Date | undefined): Record<string, string> {
  if (expires) return { expires: expires.toUTCString() };
  return { 'cache-control': metadata?.cacheControl ?? 'no-cache' };
}

/** RFC 9110 section 13.2.2: the tag counts before the time. */
export function isKnown(headers: Headers, { etag, 'last-modified': modified }: Validators): boolean {
  const tags = headers.get('if-none-match');
  if (tags !== null)
    return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const since = headers.get('if-modified-since');
  return since !== null && Date.parse(since) >= Date.parse(modified);
}

/** A part is of use only with the other parts of the same file. */
function rangeOf(headers: Headers, { etag, 'last-modified': modified }: Validators, { size }: StoredFile) {
  const condition = headers.get('if-range');
  if (condition !== null && condition !== etag && condition !== modified) return undefined;
  return readRange(headers.get('range') ?? undefined, size);
}
