/**
 * Uploads the bytes of a file in one request, and decides which answers refuse a file for good: after any other the queue tries again.
 * `fetch` tells nobody how far an upload is, so this is an XMLHttpRequest.
 */
import type { UploadOptions } from '../uploads/upload-ports.ts';
import { type QueuedFile, RefusedUpload } from '../uploads/uploads.ts';
import { storageAddress } from './storage-address.ts';

export type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** @returns false where the server has bytes of that name already @throws {RefusedUpload} */
export async function sendBytes(
  file: QueuedFile,
  objectName: string,
  headers: Headers,
  options: Pick<UploadOptions, 'signal' | 'onProgress'>,
): Promise<boolean> {
  const { status, text } = await post(storageAddress('object', objectName), file, headers, options);
  if (status >= 200 && status < 300) return true;
  return readFailure(status, text);
}

/** @returns false for bytes that are there already @throws {RefusedUpload} or an error after which to try again */
export function readFailure(httpStatus: number, text: string): false {
  const status = statusIn(text) ?? httpStatus;
  if (status === 409) return false;
  const sentence = SENTENCES[status];
  if (sentence !== undefined) throw new RefusedUpload(sentence);
  throw new Error(`The upload was answered with ${status}`);
}

// The rest may be better the next time.
const SENTENCES: Readonly<Record<number, string>> = {
  400: 'The server cannot read this file. It may be damaged, or not be what its name says.',
  403: 'You do not have permission to add files to this page.',
  413: 'The file is too large for this server.',
  415: 'Files of this type are not allowed here.',
  422: 'The server cannot read this file. It may be damaged, or not be what its name says.',
  507: 'The server has no room for more files. Ask whoever runs it.',
};

/** Storage answers most refusals with 400, and says which one in the body. */
function statusIn(text: string): number | undefined {
  try {
    const { statusCode } = JSON.parse(text) as { readonly statusCode?: unknown };
    const status = Number(statusCode);
    return Number.isInteger(status) && status >= 400 ? status : undefined;
  } catch {
    return undefined;
  }
}

function post(
  address: string,
  { bytes, type }: QueuedFile,
  headers: Headers,
  { signal, onProgress }: Pick<UploadOptions, 'signal' | 'onProgress'>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries({ ...headers, 'content-type': type, 'x-upsert': 'false' }))
      request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', () => reject(new TypeError('The upload broke off')));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(bytes);
  });
}
