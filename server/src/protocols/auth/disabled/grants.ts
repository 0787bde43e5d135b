/** POST /token for what no account here can sign in with: a provider's id token, a wallet. */
import { z } from 'zod';
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { optionalText, readBody } from '../request/request-body.ts';
import { refuse } from './refuse.ts';

// Those of which Supabase Auth takes id tokens.
const OIDC_PROVIDERS = new Set(['apple', 'azure', 'facebook', 'google', 'kakao', 'keycloak', 'snapchat']);

const bodySchema = z.object({ id_token: optionalText, provider: optionalText, issuer: optionalText });

export const grantByIdToken: Operation = async (context) => {
  const { id_token: token, provider, issuer } = await readBody(context, bodySchema);
  if (token === '') throw new AuthError('validation_failed', 'id_token required');
  if (OIDC_PROVIDERS.has(provider))
    throw new AuthError('provider_disabled', `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`);
  throw new AuthError('validation_failed', `Custom OIDC provider ${JSON.stringify(provider)} not allowed`);
};

export const grantByWallet: Operation = refuse('web3_provider_disabled', 'Web3 provider is disabled');
