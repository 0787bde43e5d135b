/** The bytes of a file, as whoever is signed in may read them; of a picture also a smaller variant. */
import { watchedFetch } from '../../../lib/browser/connection.ts';
import { storageAddress, storageHeaders } from './storage-address.ts';

/** The server has no such file for this person. */
export class MissingFile extends Error {
  override readonly name = 'MissingFile';
}

// A server without variants answers each request for one so, and is not asked again.
let hasVariants = true;

/** @param width of the variant, in pixels; undefined for the file itself */
export async function readBytes(
  objectName: string,
  width: number | undefined,
  signal: AbortSignal,
): Promise<Blob> {
  const headers = await storageHeaders();
  if (width !== undefined && hasVariants) {
    const address = storageAddress('render/image/authenticated', objectName);
    const answer = await watchedFetch(`${address}?width=${width}&resize=contain&quality=80`, {
      headers,
      signal,
    });
    if (answer.ok) return answer.blob();
    // One file alone may be more than a variant is made of.
    if (answer.status === 404 || answer.status === 501) hasVariants = false;
  }
  const answer = await watchedFetch(storageAddress('object/authenticated', objectName), { headers, signal });
  if (answer.ok) return answer.blob();
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429 && answer.status !== 401)
    throw new MissingFile(`The file was answered with ${answer.status}`);
  throw new Error(`The file was answered with ${answer.status}`);
}
