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

/** @returns undefined where the address says nothing of a provider */
export function readProviderRefusal(url: URL): ProviderRefusal | undefined {
  const hash = new URLSearchParams(url.hash.slice(1));
  const code = hash.get('error_code') ?? url.searchParams.get('error_code');
  return REFUSALS.find((refusal) => refusal === code);
}
