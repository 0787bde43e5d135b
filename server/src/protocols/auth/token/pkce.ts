/** POST /token?grant_type=pkce: exchanges the code that a mailed link led to (RFC 7636 section 4.5). */
import { z } from 'zod';
import type { Transaction } from '../../../database/database.ts';
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { allow } from '../limits/rate-limit.ts';
import { readClient } from '../request/client.ts';
import { answersChallenge } from '../request/code-challenge.ts';
import { optionalText, readBody } from '../request/request-body.ts';
import { tokenResponse } from '../respond/token-response.ts';
import { type AuthenticationMethod, startSession } from '../session/start-session.ts';
import { deleteAuthCode, type IssuedCode, lockAuthCode } from '../store/flow-states.ts';
import { findUserById, isBanned } from '../store/users.ts';

const CODE_LIFETIME_S = 300;

const bodySchema = z.object({ auth_code: optionalText, code_verifier: optionalText });

export const grantByCode: Operation = async (context, auth) => {
  const { auth_code: code, code_verifier: verifier } = await readBody(context, bodySchema);
  if (code === '' || verifier === '')
    throw new AuthError(
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    );
  const client = readClient(context, auth);
  await allow(auth, { limit: 'refresh', address: client.address });
  const grant = await auth.database.asOwner(async (transaction) => {
    const issued = await useCode(transaction, code, verifier);
    return startSession(transaction, {
      userId: issued.userId,
      // Written by links/pending-link.ts from the same set.
      method: issued.authenticationMethod as AuthenticationMethod,
      client,
    });
  });
  return context.json(await tokenResponse(auth, grant));
};

async function useCode(transaction: Transaction, code: string, verifier: string): Promise<IssuedCode> {
  const issued = await lockAuthCode(transaction, code);
  if (!issued) throw new AuthError('flow_state_not_found', 'invalid flow state, no valid flow state found');
  // Supabase counts from the request of the mail; the reader of the mail may take longer than that.
  if (issued.age > CODE_LIFETIME_S)
    throw new AuthError('flow_state_expired', 'invalid flow state, flow state has expired');
  if (!answersChallenge(verifier, issued))
    throw new AuthError('bad_code_verifier', 'code challenge does not match previously saved code verifier');
  const user = await findUserById(transaction, issued.userId);
  if (!user || isBanned(user)) throw new AuthError('user_banned', 'User is banned');
  await deleteAuthCode(transaction, code);
  return issued;
}
