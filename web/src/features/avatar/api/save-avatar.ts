/** Changes the picture of a person or a workspace: the new bytes first, then the row that names them; the old ones go last. */

import { watchedFetch } from '../../../lib/browser/connection.ts';
import { randomUuid } from '../../../lib/browser/random-uuid.ts';
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { requestIdIn } from '../../../lib/errors/failed-request.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { configuration, supabase } from '../../../lib/supabase.ts';

const STORAGE = `${configuration.supabaseUrl}/storage/v1`;
const BUCKET = 'avatars';
// They never change: another picture has another name.
const CACHE_CONTROL = 'max-age=31536000, immutable';

export interface Owner {
  readonly kind: 'person' | 'workspace';
  readonly id: string;
}

/**
 * @param picture undefined for none: the initial stands there again
 * @returns how the row names it
 * @throws {AppError}
 */
export async function saveAvatar(owner: Owner, picture: Blob | undefined): Promise<string | null> {
  const avatar = picture ? randomUuid() : null;
  if (picture) {
    const headers = { 'content-type': picture.type, 'cache-control': CACHE_CONTROL };
    await request('POST', `object/${BUCKET}/${owner.id}/${avatar}`, headers, picture);
  }
  await nameAvatar(owner, avatar);
  // A picture that is left here is found the next time, or by the server.
  await removeOthers(owner.id, avatar).catch(() => undefined);
  return avatar;
}

/** @throws {AppError} */
async function nameAvatar({ kind, id }: Owner, avatar: string | null): Promise<void> {
  const table = kind === 'person' ? 'user_profiles' : 'organizations';
  const { data, error, status } = await supabase.from(table).update({ avatar }).eq('id', id).select('id');
  if (error) throw toDataError(error, status);
  if (data.length === 0) throw new AppError('UPDATE_ERROR', sentences.notAllowed);
}

async function removeOthers(ownerId: string, avatar: string | null): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const listed = await request(
    'POST',
    `object/list/${BUCKET}`,
    json,
    JSON.stringify({ prefix: `${ownerId}/` }),
  );
  const objects = (await listed.json()) as readonly { readonly name: string }[];
  const old = objects.filter(({ name }) => name !== avatar).map(({ name }) => `${ownerId}/${name}`);
  if (old.length > 0) await request('DELETE', `object/${BUCKET}`, json, JSON.stringify({ prefixes: old }));
}

/** @throws {AppError} */
async function request(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: BodyInit,
): Promise<Response> {
  const { data } = await supabase.auth.getSession();
  if (!data.session) throw new AppError('INVALID_TOKEN', sentences.noUser);
  const answer = await watchedFetch(`${STORAGE}/${path}`, {
    method,
    body,
    headers: {
      ...headers,
      authorization: `Bearer ${data.session.access_token}`,
      apikey: configuration.supabasePublishableKey,
    },
  }).catch((error: unknown) => {
    throw toDataError({ code: '', message: String(error) }, 0);
  });
  if (!answer.ok) throw toStorageError(await answer.json().catch(() => undefined), requestIdIn(answer));
  return answer;
}

/** Storage answers most refusals with HTTP's 400; the body has the status. */
function toStorageError(body: { readonly statusCode?: unknown } | undefined, requestId?: string): AppError {
  const status = Number(body?.statusCode);
  if (status === 403) return new AppError('UPDATE_ERROR', sentences.notAllowed, body);
  if (status === 413) return new AppError('TOO_LARGE', sentences.tooLarge, body);
  if (status === 429 || status === 503) return new AppError('UPDATE_ERROR', sentences.busy, body, requestId);
  return new AppError(
    'UPDATE_ERROR',
    'The server did not take the picture. Please try again.',
    body,
    requestId,
  );
}
