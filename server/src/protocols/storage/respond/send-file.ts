/** Answers with a file: the whole, a part, or that the client has it already. */
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import type { Observe } from '../../../observe/observation.ts';
import { objectErrors } from '../errors.ts';
import type { FileStore, StoredFile } from '../files/file-store.ts';
import { readRange } from '../request/byte-range.ts';
import type { StorageServices } from '../storage-services.ts';
import type { ObjectRow } from '../store/objects.ts';
import { fileHeaders } from './file-headers.ts';

/**
 * @param find the row, also a second time
 * @param expires when the link ends that it was read by
 * @throws {StorageError}
 */
export async function sendFile(
  { files, observe }: Pick<StorageServices, 'files' | 'observe'>,
  context: Context<HttpEnvironment>,
  find: () => Promise<ObjectRow>,
  expires?: Date,
): Promise<Response> {
  const { req } = context;
  const { object, file } = await openFound(files, find, (row) => isKnown(req.raw.headers, validatorsOf(row)));
  const headers = { ...validatorsOf(object), ...caching(object, expires) };
  if (file === 'known') return new Response(null, { status: 304, headers });
  if (!file) {
    observe({ kind: 'file-missing', bucket: object.bucket_id, version: object.version });
    throw objectErrors.notFound();
  }
  return sendOpened(context, file, object.metadata?.mimetype ?? 'application/octet-stream', headers, observe);
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

/** Looks again when the file was replaced, and its bytes removed, since it was found. */
async function openFound(
  files: FileStore,
  find: () => Promise<ObjectRow>,
  isKnownRow: (object: ObjectRow) => boolean,
): Promise<{ object: ObjectRow; file: StoredFile | 'known' | undefined }> {
  for (let before: ObjectRow | undefined; ; ) {
    const object = await find();
    if (isKnownRow(object)) return { object, file: 'known' };
    const file = object.version === null ? undefined : await files.open(object.version);
    if (file || object.version === (before?.version ?? null)) return { object, file };
    before = object;
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
  pipeline(file, outgoing).catch((error: NodeJS.ErrnoException) => {
    // The client may leave when it likes.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
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
