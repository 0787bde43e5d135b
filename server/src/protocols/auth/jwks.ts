/** GET /.well-known/jwks.json: the keys that access tokens are verified with (RFC 7517). */
import type { Operation } from './auth-services.ts';

export const jwks: Operation = async (context, auth) => {
  context.header('cache-control', 'public, max-age=600');
  return context.json(auth.tokens.publicKeys);
};
