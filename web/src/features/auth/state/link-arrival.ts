/** The outcome and proof in the confirmation screen's address after a mailed link. */
import { type ConfirmationOutcome, confirmationOutcome } from './confirmation-outcome.ts';
import {
  type AddressFault,
  type ProviderRefusal,
  readAddressFault,
  readProviderRefusal,
} from './provider-refusal.ts';
import type { RecoveryTokens } from './recovery-tokens.ts';

/** The credential, and the link's type: `invite`, `magiclink`, `signup`, `email_change`. */
export type LinkProof =
  | { readonly kind: 'tokens'; readonly type: string; readonly tokens: RecoveryTokens }
  | { readonly kind: 'token-hash'; readonly type: string; readonly tokenHash: string };

export interface LinkArrival {
  readonly outcome: ConfirmationOutcome;
  /** Undefined when the client exchanges a code, or when there is nothing to take. */
  readonly proof: LinkProof | undefined;
  /** The path the person was headed to. */
  readonly next: string | undefined;
  /** Why a sign-in at the provider failed, if the person comes from there. */
  readonly refusal: ProviderRefusal | undefined;
  /** Tells how the provider failed to send a verified address. */
  readonly fault: AddressFault | undefined;
  /** Set when somebody who never proved the address had used the account. */
  readonly isClaimed: true | undefined;
}

export function readLinkArrival(url: URL): LinkArrival {
  const proof = findProof(url);
  const next = url.searchParams.get('next') ?? undefined;
  return {
    outcome: proof ? 'confirmed' : confirmationOutcome(url),
    proof,
    next,
    refusal: readProviderRefusal(url),
    fault: readAddressFault(url),
    isClaimed: isClaimed(url) || undefined,
  };
}

function isClaimed(url: URL): boolean {
  const hash = new URLSearchParams(url.hash.slice(1));
  return (hash.get('notice') ?? url.searchParams.get('notice')) === 'account_claimed';
}

function findProof(url: URL): LinkProof | undefined {
  const hash = new URLSearchParams(url.hash.slice(1));
  const get = (name: string) => hash.get(name) ?? url.searchParams.get(name);
  const [type, accessToken, refreshToken] = [get('type'), get('access_token'), get('refresh_token')];
  if (!type) return undefined;
  if (accessToken && refreshToken) return { kind: 'tokens', type, tokens: { accessToken, refreshToken } };
  const tokenHash = url.searchParams.get('token_hash');
  return tokenHash ? { kind: 'token-hash', type, tokenHash } : undefined;
}
