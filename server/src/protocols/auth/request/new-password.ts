/** Checks a new password: long enough to protect, short enough to hash. No rule asks for letters or numbers. */
import type { Services } from '../../../services.ts';
import { AuthError } from '../errors.ts';

// Argon2 has no limit of its own, unlike the bcrypt that Supabase Auth's limit of 72 comes from.
const MAX_CHARACTERS = 1024;

/** @throws {AuthError} `weak_password`, `validation_failed` */
export function checkNewPassword({ runTime }: Pick<Services, 'runTime'>, password: string): void {
  const { passwordLength: least } = runTime.values;
  if (password.length > MAX_CHARACTERS)
    throw new AuthError('validation_failed', `Password cannot be longer than ${MAX_CHARACTERS} characters`);
  if (password.length < least)
    throw new AuthError('weak_password', `Password should be at least ${least} characters.`, {
      reasons: ['length'],
    });
}
