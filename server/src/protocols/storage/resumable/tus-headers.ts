/** The headers of TUS 1.0.0 (https://tus.io/protocols/resumable-upload). */
import type { Context } from 'hono';
import { resumableErrors } from '../errors.ts';
import type { ResumableUpload } from '../store/resumable-uploads.ts';

export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,creation-with-upload,creation-defer-length,termination,expiration';

const NUMBER = /^\d{1,15}$/;
const PART_TYPE = 'application/offset+octet-stream';

/** @throws {StorageError} when it is no number */
export function readLength({ req }: Context, name: 'upload-length' | 'upload-offset'): number | null {
  const value = req.header(name);
  if (value === undefined) return null;
  if (!NUMBER.test(value))
    throw resumableErrors.badHeader(name === 'upload-length' ? 'Upload-Length' : 'Upload-Offset');
  return Number(value);
}

export function hasPart({ req }: Context): boolean {
  return req.header('content-type') === PART_TYPE;
}

export function expiryOf({ expires_at }: Pick<ResumableUpload, 'expires_at'>): Record<string, string> {
  return { 'upload-expires': expires_at.toUTCString() };
}
