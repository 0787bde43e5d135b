/** An account's email address: trimmed, in lower case, and of the form that browsers accept. */
import { AuthError } from '../errors.ts';

const MAX_LENGTH = 255;

// https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const FORM = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`);

/** Look accounts up by this form; no account has an address of another one. */
export function normalizeEmail(email: string): string {
  return foldEmail(email.trim());
}

/**
 * Folds the letters of ASCII alone: others, such as the Kelvin sign, would turn into these, and one person's address into
 * another's.
 */
export function foldEmail(email: string): string {
  return email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Whether an account can have the address. To be asked before it is folded. */
export function isEmail(email: string): boolean {
  return email.length <= MAX_LENGTH && FORM.test(email);
}

/** @throws {AuthError} `validation_failed` */
export function readEmail(given: string): string {
  const email = given.trim();
  if (email === '') throw new AuthError('validation_failed', 'An email address is required');
  if (email.length > MAX_LENGTH) throw new AuthError('validation_failed', 'An email address is too long');
  if (!isEmail(email))
    throw new AuthError('validation_failed', 'Unable to validate email address: invalid format');
  return foldEmail(email);
}
