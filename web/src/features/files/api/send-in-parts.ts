/**
 * Uploads a large file in parts, by TUS as Supabase's resumable uploads speak it: after a lost connection, a reload or
 * a restart of the server it goes on after the last part. Loaded with the first file that is so large.
 */
import { DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import type { UploadOptions } from '../uploads/upload-ports.ts';
import type { QueuedFile } from '../uploads/uploads.ts';
import { type Headers, readFailure, sendBytes } from './send-bytes.ts';
import { BUCKET, storageAddress } from './storage-address.ts';

/** Supabase takes parts of this size alone. */
const PART_BYTES = 6 * 1024 * 1024;

/** @returns false where the server has bytes of that name already @throws {RefusedUpload} or an error after which to try again */
export async function sendInParts(
  file: QueuedFile,
  objectName: string,
  headers: () => Promise<Headers>,
  options: UploadOptions,
): Promise<boolean> {
  try {
    await send(file, objectName, headers, options);
    return true;
  } catch (error) {
    const answer = error instanceof DetailedError ? error.originalResponse : null;
    if (!(error instanceof DetailedError) || !answer) throw error;
    const { originalRequest } = error;
    const isUnknown = originalRequest.getMethod() === 'POST' && answer.getStatus() === 404;
    if (isUnknown) return sendBytes(file, objectName, await headers(), options);
    return readFailure(answer.getStatus(), answer.getBody());
  }
}

function send(
  { bytes, type, resumeAt }: QueuedFile,
  objectName: string,
  headers: () => Promise<Headers>,
  { signal, onProgress, onResumable }: UploadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    let noted = Promise.resolve();
    const upload: Upload = new Upload(bytes, {
      endpoint: storageAddress('upload/resumable'),
      uploadUrl: resumeAt ?? null,
      chunkSize: PART_BYTES,
      metadata: { bucketName: BUCKET, objectName, contentType: type },
      headers: { 'x-upsert': 'false' },
      // The queue tries again itself, and notes where to go on.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        if (upload.url !== null && upload.url !== resumeAt) noted = onResumable(upload.url);
      },
      onBeforeRequest: async (request) => {
        // Before its first byte: an upload that nobody knows of cannot go on.
        await noted;
        // A large file takes longer than a session's token is good for.
        for (const [name, value] of Object.entries(await headers())) request.setHeader(name, value);
      },
      onAfterResponse: requireKnown,
      onProgress,
      onSuccess: () => resolve(),
      onError: reject,
    });
    const abort = () => {
      void upload.abort();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    upload.start();
  });
}

/** The library begins again after any refusal to say where an upload is. That is right only for an upload that is gone. */
function requireKnown(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  const isGone = status === 404 || status === 410;
  if (request.getMethod() === 'HEAD' && status >= 400 && !isGone)
    throw new Error(`Where the upload is was answered with ${status}`);
}
