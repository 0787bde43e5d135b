/**
 * A new password or address takes the present password: the finder of a signed-in device has its session only.
 * Exempt are accounts without a password, and a new password after a mailed recovery.
 */
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import type { TokenSubject } from '../request/require-user.ts';
import { listAmrClaims } from '../store/sessions.ts';
import type { User } from '../store/users.ts';

/**
 * Call outside a transaction: hashing is slow and may queue.
 * @param changesEmail a recovery is for the password alone
 * @throws {AuthError} `current_password_required`, `current_password_invalid`
 */
export async function requirePresentPassword(
  auth: AuthServices,
  subject: TokenSubject,
  user: User,
  { given, changesEmail }: { readonly given: string; readonly changesEmail: boolean },
): Promise<void> {
  if (!user.encrypted_password) return;
  if (!changesEmail && (await isRecovery(auth, subject))) return;
  if (given === '')
    throw new AuthError(
      'current_password_required',
      changesEmail
        ? 'Current password required when changing the email address.'
        : 'Current password required when setting new password.',
    );
  if (!(await auth.passwords.matches(given, user.encrypted_password)))
    throw new AuthError('current_password_invalid', 'Current password is not right.');
}

async function isRecovery({ database }: AuthServices, { sessionId }: TokenSubject): Promise<boolean> {
  const amr = await database.asOwner((transaction) => listAmrClaims(transaction, sessionId));
  return amr.some(({ method }) => method === 'recovery');
}
