/** The objects of files and avatars, in Storage. */
import { apiSettings } from '../_shared/settings.ts';

const PATIENCE_MS = 60_000;

/** Names of which there is no object do no harm. */
export async function deleteObjects(
  bucket: 'page-files' | 'avatars',
  names: readonly string[],
): Promise<void> {
  const { url, secretKey } = apiSettings();
  const answer = await fetch(`${url}/storage/v1/object/${bucket}`, {
    method: 'DELETE',
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ prefixes: names }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) throw new Error(`Storage answered ${answer.status}: ${await answer.text()}`);
  await answer.body?.cancel();
}
