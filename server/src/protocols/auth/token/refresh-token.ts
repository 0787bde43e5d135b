/** POST /token?grant_type=refresh_token: continues a session with new tokens. */
import { z } from 'zod';
import type { Transaction } from '../../../database/database.ts';
import { recordAuthEvent } from '../audit/record-event.ts';
import type { AuthServices, Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { allow } from '../limits/rate-limit.ts';
import { readClient } from '../request/client.ts';
import { optionalText, readBody } from '../request/request-body.ts';
import { type TokenResponse, tokenResponse } from '../respond/token-response.ts';
import { type Rotation, rotateRefreshToken } from '../session/rotate-refresh-token.ts';
import { type Grant, loadGrantDetails } from '../session/start-session.ts';
import type { Client } from '../store/sessions.ts';
import { markRefreshed } from '../store/sessions.ts';
import { findUserById, isBanned } from '../store/users.ts';

const MIN_LENGTH = 12;

const bodySchema = z.object({ refresh_token: optionalText });

type Outcome = Exclude<Rotation, { kind: 'rotated' }> | { readonly kind: 'granted'; readonly grant: Grant };

export const grantByRefreshToken: Operation = async (context, auth) => {
  const { refresh_token: presented } = await readBody(context, bodySchema);
  if (presented.length < MIN_LENGTH) throw new AuthError('validation_failed', 'Refresh token is not valid');
  return context.json(await continueSession(auth, presented, readClient(context, auth)));
};

/** @throws {AuthError} `refresh_token_not_found`, `refresh_token_already_used`, `user_banned` */
export async function continueSession(
  auth: AuthServices,
  presented: string,
  client: Client,
): Promise<TokenResponse> {
  await allow(auth, { limit: 'refresh', address: client.address });
  // The end of a session whose token was stolen must be committed, so it is a result here and an error only below.
  const outcome = await auth.database.asOwner((transaction) => refresh(transaction, presented, client));
  switch (outcome.kind) {
    case 'granted':
      return tokenResponse(auth, outcome.grant);
    case 'reused': {
      const { id: sessionId, user_id: userId } = outcome.session;
      auth.liveSessions.forget();
      auth.observe({ kind: 'refresh-token-reused', userId, sessionId });
      throw new AuthError('refresh_token_already_used', 'Invalid Refresh Token: Already Used');
    }
    case 'unknown':
      throw new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  }
}

async function refresh(transaction: Transaction, presented: string, client: Client): Promise<Outcome> {
  const rotation = await rotateRefreshToken(transaction, presented);
  if (rotation.kind === 'reused') {
    const actor = await findUserById(transaction, rotation.session.user_id);
    const traits = { reused: true, session_id: rotation.session.id };
    if (actor)
      await recordAuthEvent(transaction, { actor, action: 'token_revoked', address: client.address, traits });
  }
  if (rotation.kind !== 'rotated') return rotation;
  const { session, refreshToken } = rotation;
  const user = await findUserById(transaction, session.user_id);
  if (!user) return { kind: 'unknown' };
  if (isBanned(user))
    throw new AuthError('user_banned', 'Invalid Refresh Token: User Banned', { status: 400 });
  await recordAuthEvent(transaction, { actor: user, action: 'token_refreshed', address: client.address });
  await markRefreshed(transaction, session.id, client);
  const details = await loadGrantDetails(transaction, session);
  return { kind: 'granted', grant: { user, session, refreshToken, ...details } };
}
