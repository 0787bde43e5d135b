/**
 * POST /token?grant_type=password: signs in with email and password. A wrong password and an unknown address get
 * the same answer. Only the right password learns of a ban or a missing confirmation.
 */
import { z } from 'zod';
import { recordAuthEvent } from '../audit/record-event.ts';
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { allow, forgive } from '../limits/rate-limit.ts';
import { readClient } from '../request/client.ts';
import { normalizeEmail } from '../request/email-address.ts';
import { optionalText, readBody } from '../request/request-body.ts';
import { tokenResponse } from '../respond/token-response.ts';
import { startSession } from '../session/start-session.ts';
import { findUserByEmail, isBanned, lockUser } from '../store/users.ts';

const bodySchema = z.object({ email: optionalText, phone: optionalText, password: optionalText });

export const grantByPassword: Operation = async (context, auth) => {
  const { email, phone, password } = await readBody(context, bodySchema);
  if (email !== '' && phone !== '')
    throw new AuthError(
      'validation_failed',
      'Only an email address or phone number should be provided on login.',
    );
  if (phone !== '')
    throw new AuthError('phone_provider_disabled', 'Phone logins are disabled', { status: 422 });
  if (email === '') throw new AuthError('validation_failed', 'missing email or phone');

  const address = normalizeEmail(email);
  const client = readClient(context, auth);
  const attempt = { limit: 'sign_in', address: client.address, account: address } as const;
  await allow(auth, attempt);
  const user = await auth.database.asOwner((transaction) => findUserByEmail(transaction, address));
  // Outside a transaction: hashing takes long and may wait.
  const matches = await auth.passwords.matches(password, user?.encrypted_password ?? null);
  if (!user || !matches) throw invalidCredentials();
  // Only wrong passwords are to be few.
  await forgive(auth, attempt);
  if (isBanned(user)) throw new AuthError('user_banned', 'User is banned', { status: 400 });
  if (user.email_confirmed_at === null) throw new AuthError('email_not_confirmed', 'Email not confirmed');

  const grant = await auth.database.asOwner(async (transaction) => {
    const current = await lockUser(transaction, user.id);
    // The password may have been changed while it was checked: its old sessions are over then.
    if (current?.encrypted_password !== user.encrypted_password) throw invalidCredentials();
    const traits = { provider: 'email' };
    await recordAuthEvent(transaction, { actor: user, action: 'login', address: client.address, traits });
    return startSession(transaction, { userId: user.id, method: 'password', client });
  });
  return context.json(await tokenResponse(auth, grant));
};

function invalidCredentials(): AuthError {
  return new AuthError('invalid_credentials', 'Invalid login credentials');
}
