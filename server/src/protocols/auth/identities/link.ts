/**
 * GET /user/identities/authorize and DELETE /user/identities/{id}: adding a provider to the account, of which none is
 * enabled here, and taking one away. Both are manual linking in the protocol, and answer as it does where that is off.
 */
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { loadSubject, readSubject } from '../request/require-user.ts';

export const refuseManualLinking: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  await auth.database.asOwner((transaction) => loadSubject(transaction, subject));
  throw new AuthError('manual_linking_disabled', 'Manual linking is disabled');
};
