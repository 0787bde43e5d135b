/** POST /token: signs in. `grant_type` names the credential; each grant has its own file. */
import type { Operation } from './auth-services.ts';
import { grantByIdToken, grantByWallet } from './disabled/grants.ts';
import { AuthError } from './errors.ts';
import { grantByPassword } from './token/password.ts';
import { grantByCode } from './token/pkce.ts';
import { grantByRefreshToken } from './token/refresh-token.ts';

const GRANTS: ReadonlyMap<string | undefined, Operation> = new Map([
  ['password', grantByPassword],
  ['refresh_token', grantByRefreshToken],
  ['pkce', grantByCode],
  ['id_token', grantByIdToken],
  ['web3', grantByWallet],
]);

export const token: Operation = (context, auth) => {
  const grant = GRANTS.get(context.req.query('grant_type'));
  if (!grant) throw new AuthError('invalid_credentials', 'unsupported_grant_type');
  return grant(context, auth);
};
