/** The outcome that a confirmation link's address reports. */

export type ConfirmationOutcome =
  | 'confirmed'
  /** A change of address that waits for the link in the other mailbox. */
  | 'half-confirmed'
  | 'expired'
  | 'nothing';

/**
 * The server redirects here with a code (or tokens) when the address is confirmed, with a message when one of two
 * links was followed, and with an error otherwise; in the query or in the hash.
 */
export function confirmationOutcome(url: URL): ConfirmationOutcome {
  const hash = new URLSearchParams(url.hash.slice(1));
  const has = (name: string) => url.searchParams.has(name) || hash.has(name);
  if (has('error') || has('error_code')) return 'expired';
  if (has('message')) return 'half-confirmed';
  return has('code') || has('access_token') ? 'confirmed' : 'nothing';
}
