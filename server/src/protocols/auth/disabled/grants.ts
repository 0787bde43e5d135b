/** POST /token for the disabled grants: a provider's id token, a wallet. */
import { decodeJwt } from 'jose';
import { z } from 'zod';
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { optionalText, readBody } from '../request/request-body.ts';
import { refuse } from './refuse.ts';

/** Providers whose id tokens Supabase Auth accepts, each with its issuer where that is fixed. */
const OIDC_PROVIDERS: ReadonlyMap<string, string> = new Map([
  ['apple', 'https://appleid.apple.com'],
  ['azure', ''],
  ['facebook', 'https://www.facebook.com'],
  ['google', 'https://accounts.google.com'],
  ['kakao', 'https://kauth.kakao.com'],
  ['keycloak', ''],
  ['snapchat', 'https://accounts.snapchat.com/accounts/oauth2/token'],
  ['vercel_marketplace', 'https://marketplace.vercel.com'],
]);

const bodySchema = z.object({ id_token: optionalText, provider: optionalText, issuer: optionalText });

export const grantByIdToken: Operation = async (context) => {
  const { id_token: token, provider, issuer } = await readBody(context, bodySchema);
  if (token === '') throw new AuthError('validation_failed', 'id_token required');
  const known = OIDC_PROVIDERS.get(provider);
  if (known === undefined)
    throw new AuthError('validation_failed', `Custom OIDC provider ${JSON.stringify(provider)} not allowed`);
  const named = JSON.stringify(issuer || issuerOf(token) || known || provider);
  throw new AuthError('provider_disabled', `Provider (issuer ${named}) is not enabled`);
};

/** The token's issuer, unverified: the token is refused anyway. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

export const grantByWallet: Operation = refuse('web3_provider_disabled', 'Web3 provider is disabled');
