/** Checks a new password: long enough to protect, short enough to hash. */
import { AuthError } from '../errors.ts';

const MIN_CHARACTERS = 6;
// Argon2 has no limit of its own, unlike the bcrypt that Supabase Auth's limit of 72 comes from.
const MAX_CHARACTERS = 1024;

/** @throws {AuthError} `weak_password`, `validation_failed` */
export function checkNewPassword(password: string): void {
  if (password.length > MAX_CHARACTERS)
    throw new AuthError('validation_failed', `Password cannot be longer than ${MAX_CHARACTERS} characters`);
  if (password.length < MIN_CHARACTERS)
    throw new AuthError('weak_password', `Password should be at least ${MIN_CHARACTERS} characters.`, {
      reasons: ['length'],
    });
}
