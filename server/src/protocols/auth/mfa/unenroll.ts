/** DELETE /factors/{id}: removes a second factor. Sessions that it raised fall back to the first level. */
import { clientAddress } from '../../../http/caller/client-address.ts';
import { recordAuthEvent } from '../audit/record-event.ts';
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { readSubject } from '../request/require-user.ts';
import { lowerSessionsOfFactor, readAssurance } from '../store/assurance.ts';
import { deleteFactor } from '../store/factors.ts';
import { loadOwnFactor, readFactorId } from './own-factor.ts';

export const unenrollFactor: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const factorId = readFactorId(context);
  await auth.database.asOwner(async (transaction) => {
    const { user, factor } = await loadOwnFactor(transaction, subject, factorId);
    if (factor.status === 'verified' && (await readAssurance(transaction, subject.sessionId)) !== 'aal2')
      throw new AuthError('insufficient_aal', 'AAL2 required to unenroll verified factor', { status: 422 });
    await deleteFactor(transaction, factor.id);
    await lowerSessionsOfFactor(transaction, factor.id);
    await recordAuthEvent(transaction, {
      actor: user,
      action: 'factor_unenrolled',
      address: clientAddress(context, auth.config.trustProxy),
      traits: { factor_id: factor.id, factor_status: factor.status, session_id: subject.sessionId },
    });
  });
  auth.liveSessions.forget();
  return context.json({ id: factorId });
};
