/** The facts that come with the bytes of an upload: type, cache control, the uploader's notes. Headers say them, or a form's fields. */
import type { IncomingHttpHeaders } from 'node:http';
import { objectErrors, requestErrors } from '../errors.ts';
import type { UserMetadata } from '../store/objects.ts';
import { essenceOf } from '../types/file-types.ts';
import { readUploadForm } from './upload-form.ts';

const LARGEST_METADATA_BYTES = 1024 * 1024;
const MIME_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+( *;[\t -~]*)?$/;
const PRINTABLE = /^[ -~]{0,1000}$/;

export interface UploadHead {
  readonly mimeType: string;
  readonly cacheControl: string;
  readonly userMetadata: UserMetadata | null;
}

export interface Upload extends UploadHead {
  /** As the client says it. */
  readonly declaredBytes: number | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** @throws {StorageError} */
export async function readUpload(
  headers: IncomingHttpHeaders,
  bytes: AsyncGenerator<Uint8Array>,
): Promise<Upload> {
  const isForm = /^multipart\/form-data(;|$)/i.test(headers['content-type'] ?? '');
  const upload = isForm ? await readForm(headers, bytes) : readRaw(headers, bytes);
  requireHeaderValues(upload);
  return upload;
}

/**
 * Both are headers of the answers with the file.
 * @throws {StorageError}
 */
export function requireHeaderValues({
  mimeType,
  cacheControl,
}: Pick<UploadHead, 'mimeType' | 'cacheControl'>): void {
  if (!MIME_TYPE.test(mimeType)) throw objectErrors.badMimeType(mimeType);
  if (!PRINTABLE.test(cacheControl)) throw requestErrors.invalid('Invalid cache-control');
}

async function readForm(headers: IncomingHttpHeaders, bytes: AsyncGenerator<Uint8Array>): Promise<Upload> {
  const form = await readUploadForm(headers['content-type'] ?? '', bytes);
  const seconds = form.fields.get('cacheControl');
  return {
    mimeType: form.fields.get('contentType') || form.mimeType,
    cacheControl: seconds ? `max-age=${seconds}` : 'no-cache',
    userMetadata: parseMetadata(form.fields.get('metadata') ?? form.fields.get('userMetadata')),
    // A form's own length tells nothing of the file's.
    declaredBytes: undefined,
    bytes: form.bytes,
  };
}

function readRaw(headers: IncomingHttpHeaders, bytes: AsyncGenerator<Uint8Array>): Upload {
  const length = headers['content-length'];
  return {
    mimeType: headers['content-type'] || 'application/octet-stream',
    cacheControl: headers['cache-control'] || 'no-cache',
    userMetadata: readMetadataHeader(headers['x-metadata']),
    declaredBytes: length === undefined ? undefined : Number(length),
    bytes,
  };
}

/** @throws {StorageError} */
export function readMetadataHeader(header: string | string[] | undefined): UserMetadata | null {
  return typeof header === 'string' ? parseMetadata(Buffer.from(header, 'base64').toString()) : null;
}

/** Upstream takes no notice of metadata that it cannot read. */
export function parseMetadata(text: string | undefined): UserMetadata | null {
  if (text === undefined) return null;
  if (Buffer.byteLength(text) > LARGEST_METADATA_BYTES) throw objectErrors.tooLarge('user_metadata');
  try {
    const value: unknown = JSON.parse(text);
    // Notes that are nested too deeply can be read, and not be written.
    JSON.stringify(value);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as UserMetadata)
      : null;
  } catch {
    return null;
  }
}

/**
 * @param allowed such as image/png and image/*; null for any
 * @throws {StorageError}
 */
export function requireAllowedType(mimeType: string, allowed: readonly string[] | null): void {
  if (!allowed || allowed.length === 0) return;
  const [type, subtype] = essenceOf(mimeType).split('/');
  const isAllowed = allowed.some((one) => {
    const [allowedType, allowedSubtype] = essenceOf(one).split('/');
    return (
      one === '*' ||
      one === '*/*' ||
      (type === allowedType && (allowedSubtype === '*' || subtype === allowedSubtype))
    );
  });
  if (!isAllowed) throw objectErrors.badMimeType(mimeType);
}
