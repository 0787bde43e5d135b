/** How a sign-in at the provider can end. Its text comes in the address, where anybody may write one: the codes alone count. */

const REFUSALS = [
  'provider_email_needs_verification',
  'signup_disabled',
  'user_banned',
  'bad_oauth_state',
  'bad_oauth_callback',
  'unexpected_failure',
] as const;

export type ProviderRefusal = (typeof REFUSALS)[number];

/** Why the address that the provider sent cannot be believed (the server's oidc/claims.ts). */
const FAULTS = ['absent', 'malformed', 'unverified', 'unstated', 'unclear'] as const;

export type AddressFault = (typeof FAULTS)[number];

export function readAddressFault(url: URL): AddressFault | undefined {
  const hash = new URLSearchParams(url.hash.slice(1));
  const reason = hash.get('error_reason') ?? url.searchParams.get('error_reason');
  return FAULTS.find((fault) => fault === reason);
}

/** @returns undefined where the address says nothing of a provider */
export function readProviderRefusal(url: URL): ProviderRefusal | undefined {
  const hash = new URLSearchParams(url.hash.slice(1));
  const code = hash.get('error_code') ?? url.searchParams.get('error_code');
  return REFUSALS.find((refusal) => refusal === code);
}
