/** Checks the form of a phone number. No account here has one, but an invalid number gets its own error. */
import { AuthError } from '../errors.ts';

// ITU-T E.164, with the plus and the spaces that people write.
const FORM = /^\+?[1-9]\d{1,14}$/;

/** @throws {AuthError} `validation_failed` */
export function checkPhone(given: string): void {
  if (!FORM.test(given.replaceAll(' ', '')))
    throw new AuthError('validation_failed', 'Invalid phone number format (E.164 required)');
}
