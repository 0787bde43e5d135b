/** GET /authorize: sends the browser to the provider. */
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { allow } from '../limits/rate-limit.ts';
import { OIDC } from '../oidc/oidc-provider.ts';
import { readClient } from '../request/client.ts';
import { readCodeChallenge } from '../request/code-challenge.ts';
import { redirectTarget } from '../request/redirect-target.ts';
import { redirectWithError } from '../respond/verify-redirect.ts';
import { isKnownProvider } from './known-providers.ts';
import { keepFlow } from './sealed-flow.ts';

export const authorize: Operation = async (context, auth) => {
  const { provider = '', code_challenge = '', code_challenge_method = '' } = context.req.query();
  if (!auth.oidc || provider !== OIDC) throw unsupported(provider);
  const challenge = readCodeChallenge({ code_challenge, code_challenge_method });
  const redirectTo = redirectTarget(auth.config, context.req.query('redirect_to'));
  await allow(auth, { limit: 'verify', address: readClient(context, auth).address });
  const handshake = auth.oidc.newHandshake();
  try {
    const address = await auth.oidc.addressOf(handshake);
    keepFlow(context, auth, { ...handshake, redirectTo, ...(challenge && { challenge }) });
    return context.redirect(address.href, 302);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    auth.observe({ kind: 'provider-failed', error: error.cause });
    return context.redirect(redirectWithError(redirectTo, error, challenge !== undefined), 302);
  }
};

function unsupported(provider: string): AuthError {
  const reason =
    isKnownProvider(provider) || provider === OIDC
      ? 'provider is not enabled'
      : `Provider ${provider} could not be found`;
  return new AuthError('validation_failed', `Unsupported provider: ${reason}`);
}
