/**
 * GET /authorize and /callback: sign-in at a provider. Browsers are sent here, so neither asks for an API key.
 * A return from a provider that this server never sent them to goes on to the site.
 */
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { redirectWithError } from '../respond/verify-redirect.ts';
import { isKnownProvider } from './providers.ts';

export const authorize: Operation = async (context) => {
  const provider = context.req.query('provider') ?? '';
  const reason = isKnownProvider(provider)
    ? 'provider is not enabled'
    : `Provider ${provider} could not be found`;
  throw new AuthError('validation_failed', `Unsupported provider: ${reason}`);
};

export const callback: Operation = async (context, auth) => {
  const error =
    context.req.query('state') === undefined
      ? new AuthError('bad_oauth_callback', 'OAuth state parameter missing')
      : new AuthError('bad_oauth_state', 'OAuth state is invalid');
  return context.redirect(redirectWithError(auth.config.siteUrl, error, true), 303);
};
