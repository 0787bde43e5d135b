/** Uploads the bytes of a file: small ones in one request, large ones in parts that can go on. */
import type { UploadOptions } from '../uploads/upload-ports.ts';
import type { QueuedFile } from '../uploads/uploads.ts';
import { type Headers, sendBytes } from './send-bytes.ts';

/** Larger files go in parts. Supabase advises it from 6 MB on. */
const LARGEST_WHOLE_BYTES = 6_000_000;

/** @returns false where the server has bytes of that name already @throws {RefusedUpload} or an error after which to try again */
export async function sendBySize(
  file: QueuedFile,
  objectName: string,
  headers: () => Promise<Headers>,
  options: UploadOptions,
): Promise<boolean> {
  if (file.bytes.size <= LARGEST_WHOLE_BYTES) return sendBytes(file, objectName, await headers(), options);
  const { sendInParts } = await import('./send-in-parts.ts');
  return sendInParts(file, objectName, headers, options);
}
