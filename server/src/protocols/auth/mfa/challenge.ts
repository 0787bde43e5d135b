/** POST /factors/{id}/challenge: opens the question for a code. */
import { clientAddress } from '../../../http/caller/client-address.ts';
import { recordAuthEvent } from '../audit/record-event.ts';
import type { Operation } from '../auth-services.ts';
import { readSubject } from '../request/require-user.ts';
import { insertChallenge } from '../store/challenges.ts';
import { allowCode } from './allow-code.ts';
import { loadOwnFactor, readFactorId } from './own-factor.ts';
import { typeOf } from './types/factor-types.ts';

export const challengeFactor: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const factorId = readFactorId(context);
  const address = clientAddress(context, auth.config.trustProxy);
  await allowCode(auth, 'challenge', { subject, address });
  const { type, challenge } = await auth.database.asOwner(async (transaction) => {
    const { user, factor } = await loadOwnFactor(transaction, subject, factorId);
    const type = typeOf(factor).name;
    const traits = { factor_id: factor.id, factor_status: factor.status };
    await recordAuthEvent(transaction, { actor: user, action: 'challenge_created', address, traits });
    return { type, challenge: await insertChallenge(transaction, factor.id, address) };
  });
  const expiresAt = Math.floor(challenge.expires_at.getTime() / 1000);
  return context.json({ id: challenge.id, type, expires_at: expiresAt });
};
