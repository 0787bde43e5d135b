/** An account's email address: trimmed, in lower case, and of the form that browsers accept. */
import { AuthError } from '../errors.ts';

const MAX_LENGTH = 255;

// https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const FORM = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`);

/** Look accounts up by this form; no account has an address of another one. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** @throws {AuthError} `validation_failed` */
export function readEmail(given: string): string {
  const email = normalizeEmail(given);
  if (email === '') throw new AuthError('validation_failed', 'An email address is required');
  if (email.length > MAX_LENGTH) throw new AuthError('validation_failed', 'An email address is too long');
  if (!FORM.test(email))
    throw new AuthError('validation_failed', 'Unable to validate email address: invalid format');
  return email;
}
