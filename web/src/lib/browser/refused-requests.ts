/**
 * Notices when the server refuses the session that a request came with (401): it was ended elsewhere, or its token is
 * no good. Whoever looks after the session then asks for a new token, or says that it is over.
 */
import { watchedFetch } from './connection.ts';

const listeners = new Set<() => void>();

/** Calls the listener after every refusal; returns the way to stop. */
export function watchRefusals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `fetch` for the clients of the server. */
export async function noticingFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await watchedFetch(input, init);
  // The auth service says what is wrong in the answer itself, to whoever asked.
  const isForAuth = new URL(answer.url || String(input), window.location.href).pathname.startsWith('/auth/');
  if (answer.status === 401 && !isForAuth) for (const listener of listeners) listener();
  return answer;
}
