/** GET /user/identities/authorize: adds a provider to the account, of which none is enabled here. */
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { loadSubject, readSubject } from '../request/require-user.ts';

export const linkIdentity: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  await auth.database.asOwner((transaction) => loadSubject(transaction, subject));
  throw new AuthError('manual_linking_disabled', 'Manual linking is disabled');
};
