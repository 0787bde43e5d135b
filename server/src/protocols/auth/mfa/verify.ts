/** POST /factors/{id}/verify: answers a challenge with a code, which raises the session to the second level. */
import { z } from 'zod';
import type { Transaction } from '../../../database/database.ts';
import { clientAddress } from '../../../http/caller/client-address.ts';
import { isUuid } from '../../../http/uuid.ts';
import { recordAuthEvent } from '../audit/record-event.ts';
import type { AuthServices, Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { optionalText, readBody } from '../request/request-body.ts';
import { readSubject, type TokenSubject } from '../request/require-user.ts';
import { tokenResponse } from '../respond/token-response.ts';
import type { Grant } from '../session/start-session.ts';
import { findChallenge, markChallengeVerified } from '../store/challenges.ts';
import { deleteUnverifiedFactors, updateFactor } from '../store/factors.ts';
import { allowCode } from './allow-code.ts';
import { loadOwnFactor, readFactorId } from './own-factor.ts';
import { raiseToAal2 } from './raise-to-aal2.ts';
import { typeOf } from './types/factor-types.ts';

const bodySchema = z.object({ challenge_id: optionalText, code: optionalText });

interface Answer {
  readonly factorId: string;
  readonly challengeId: string;
  readonly code: string;
  readonly ipAddress: string;
}

export const verifyFactor: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const factorId = readFactorId(context);
  const { challenge_id: challengeId, code } = await readBody(context, bodySchema);
  if (code === '') throw new AuthError('validation_failed', 'Code needs to be non-empty');
  if (!isUuid(challengeId)) throw new AuthError('validation_failed', 'challenge_id must be an UUID');
  const answer = { factorId, challengeId, code, ipAddress: clientAddress(context, auth.config.trustProxy) };
  await allowCode(auth, 'verify', { subject, address: answer.ipAddress });
  const grant = await auth.database.asOwner((transaction) => verify(auth, transaction, subject, answer));
  auth.liveSessions.forget();
  return context.json(await tokenResponse(auth, grant));
};

async function verify(
  auth: AuthServices,
  transaction: Transaction,
  subject: TokenSubject,
  answer: Answer,
): Promise<Grant> {
  const { user, factor } = await loadOwnFactor(transaction, subject, answer.factorId);
  const type = typeOf(factor);
  await requireOpenChallenge(transaction, answer);
  await type.useCode(auth, transaction, factor, answer.code);
  await markChallengeVerified(transaction, answer.challengeId);
  if (factor.status === 'unverified') await updateFactor(transaction, factor.id, { status: 'verified' });
  await deleteUnverifiedFactors(transaction, user.id, type.name);
  await recordAuthEvent(transaction, {
    actor: user,
    action: 'verification_attempted',
    address: answer.ipAddress,
    traits: { factor_id: factor.id, challenge_id: answer.challengeId, factor_type: type.name },
  });
  return raiseToAal2(transaction, { user, subject, factorId: factor.id, method: type.method });
}

async function requireOpenChallenge(transaction: Transaction, answer: Answer): Promise<void> {
  const { factorId, challengeId, ipAddress } = answer;
  const challenge = await findChallenge(transaction, factorId, challengeId);
  if (!challenge)
    throw new AuthError('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found', {
      status: 422,
    });
  // A used challenge gets this answer in Supabase Auth, too.
  if (challenge.verified_at !== null || challenge.ip_address !== ipAddress)
    throw new AuthError('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  if (challenge.expired)
    throw new AuthError(
      'mfa_challenge_expired',
      `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
    );
}
