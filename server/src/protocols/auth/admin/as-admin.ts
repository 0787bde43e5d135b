/** Operations for the holder of the secret key, or of a token with the role `service_role`. */
import type { Claims } from '../../../http/caller/access-token.ts';
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { requireAal2 } from '../mfa/require-aal2.ts';
import { loadSubject, readCaller, subjectOf } from '../request/require-user.ts';

/** @returns the operation, refused to everybody else with `not_admin` or `bad_jwt` */
export function asAdmin(operation: Operation): Operation {
  return async (context, auth) => {
    const { role, claims } = await readCaller(context.req.raw, auth);
    if (role !== 'service_role') throw new AuthError('not_admin', 'User not allowed');
    // An account can have the role, too; then its session must still be there.
    if (claims.session_id !== undefined) {
      const subject = subjectOf(claims as Claims);
      await auth.database.asOwner(async (transaction) => {
        await loadSubject(transaction, subject);
        await requireAal2(transaction, subject, 'administer accounts');
      });
    }
    return operation(context, auth);
  };
}
