/**
 * Notices when the server refuses the session that a request came with (401): it was ended elsewhere, or its token is
 * no good. The auth feature then gets a new token, or ends the session. Only after that does the request get
 * its answer, so that no screen complains about a session that is being mended or was just ended.
 */

import { watchedFetch } from '../browser/connection.ts';
import { pause } from '../browser/time/pause.ts';
import { claimsOf } from './token-claims.ts';

/** Renews or ends the session; returns its access token, if it still has one. */
type SettleSession = () => Promise<string | undefined>;

// The first requests are sent before anybody can settle a session.
const PATIENCE_MS = 5000;

let settle: SettleSession | undefined;
let canSettle = Promise.withResolvers<void>();

/** Called after every refusal, from now on; returns the way to stop. */
export function onRefusedRequest(settleSession: SettleSession): () => void {
  settle = settleSession;
  canSettle.resolve();
  return () => {
    settle = undefined;
    canSettle = Promise.withResolvers();
  };
}

/**
 * A header with a person's id: the request is sent in that person's name or not at all. Another one may have signed in
 * since it was begun, here or in another tab. No server sees it.
 */
export const FOR_PERSON = 'x-for-person';

/** `fetch` for the clients of the server: a request refused for its token is sent once more when there is a newer one. */
export async function noticingFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers);
  const person = headers.get(FOR_PERSON);
  headers.delete(FOR_PERSON);
  const isTheirs = () => person === null || claimsOf(headers.get('authorization') ?? '').sub === person;
  if (!isTheirs()) return Response.json({ message: 'Another person is signed in' }, { status: 401 });
  const answer = await watchedFetch(input, { ...init, headers });
  // The auth service tells its caller what is wrong in the answer itself.
  const isForAuth = new URL(answer.url || String(input), window.location.href).pathname.startsWith('/auth/');
  if (answer.status !== 401 || isForAuth) return answer;
  if (!settle) await Promise.race([canSettle.promise, pause(PATIENCE_MS)]);
  const token = await settle?.();
  if (!token || headers.get('authorization') === `Bearer ${token}`) return answer;
  headers.set('authorization', `Bearer ${token}`);
  return isTheirs() ? watchedFetch(input, { ...init, headers }) : answer;
}
