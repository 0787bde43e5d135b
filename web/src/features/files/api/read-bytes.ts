/** The bytes of a file, as whoever is signed in may read them; of a picture also a smaller variant. */
import { watchedFetch } from '../../../lib/browser/connection.ts';
import { storageAddress, storageHeaders } from './storage-address.ts';

/** The server has no such file for this person. */
export class MissingFile extends Error {
  override readonly name = 'MissingFile';
}

/** False for the rest of the visit once a server has said that it makes none. */
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
    // Anything else is about this one file, which may be more than a variant is made of.
    if (await saysNoVariants(answer)) hasVariants = false;
  }
  const answer = await watchedFetch(storageAddress('object/authenticated', objectName), { headers, signal });
  if (answer.ok) return answer.blob();
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429 && answer.status !== 401)
    throw new MissingFile(`The file was answered with ${answer.status}`);
  throw new Error(`The file was answered with ${answer.status}`);
}

/** By an unknown address, or as Supabase says that a feature is not enabled: with 400, and 409 in the body. */
async function saysNoVariants(answer: Response): Promise<boolean> {
  if (answer.status === 404 || answer.status === 501) return true;
  const { statusCode } = (await answer.json().catch(() => ({}))) as { readonly statusCode?: unknown };
  return Number(statusCode) === 409;
}
