/** A link that reads one file for some minutes, for players and downloads: they cannot say who asks. */
import { watchedFetch } from '../../../lib/browser/connection.ts';
import { configuration } from '../../../lib/supabase.ts';
import { MissingFile } from './read-bytes.ts';
import { storageAddress, storageHeaders } from './storage-address.ts';

const LIFETIME_S = 600;

/** @param download the name under which the browser saves it; undefined to show it */
export async function signFileLink(objectName: string, download?: string): Promise<string> {
  const answer = await watchedFetch(storageAddress('object/sign', objectName), {
    method: 'POST',
    headers: { ...(await storageHeaders()), 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: LIFETIME_S }),
  });
  if (!answer.ok) throw new MissingFile(`The link was answered with ${answer.status}`);
  const { signedURL } = (await answer.json()) as { readonly signedURL: string };
  const link = `${configuration.supabaseUrl}/storage/v1${signedURL}`;
  return download === undefined ? link : `${link}&download=${encodeURIComponent(download)}`;
}
