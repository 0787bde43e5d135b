/** What a confirmation link's address says about how it went. */

export type ConfirmationOutcome = 'confirmed' | 'expired' | 'nothing';

/**
 * The server redirects here with a code (or tokens) when the address is confirmed, and with an error otherwise,
 * in the query or in the hash.
 */
export function confirmationOutcome(url: URL): ConfirmationOutcome {
  const hash = new URLSearchParams(url.hash.slice(1));
  const has = (name: string) => url.searchParams.has(name) || hash.has(name);
  if (has('error') || has('error_code')) return 'expired';
  return has('code') || has('access_token') || has('message') ? 'confirmed' : 'nothing';
}
