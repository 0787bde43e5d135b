/** Checks a person's input; each fault has a sentence. */
import { MINIMUM_PASSWORD_LENGTH } from './limits.ts';

export const validationSentences = {
  emailRequired: 'Email address is required.',
  emailInvalid: 'Please enter a valid email address.',
  passwordRequired: 'Password is required.',
  passwordTooShort: `Password must be at least ${MINIMUM_PASSWORD_LENGTH} characters long.`,
  passwordsDiffer: 'Passwords do not match. Please make sure both passwords are identical.',
  passwordsDifferOnScreen: 'Passwords do not match',
  passwordHelper: `Must be at least ${MINIMUM_PASSWORD_LENGTH} characters`,
  fullNameRequired: 'Full name is required.',
  pageNameRequired: 'Page name is required',
} as const;

// An address that can have an account, as the server has it (protocols/auth/request/email-address.ts), with a dot in its domain.
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

/** Folds the letters of ASCII alone: a letter that is only like one of these is another person's. */
export function normalizeEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** @returns what is wrong, or undefined */
export function checkEmail(email: string): string | undefined {
  const trimmed = email.trim();
  if (trimmed === '') return validationSentences.emailRequired;
  return EMAIL.test(trimmed) ? undefined : validationSentences.emailInvalid;
}

/** @returns what is wrong, or undefined */
export function checkPassword(password: string): string | undefined {
  if (password === '') return validationSentences.passwordRequired;
  return password.length < MINIMUM_PASSWORD_LENGTH ? validationSentences.passwordTooShort : undefined;
}

/** @returns what is wrong, or undefined */
export function checkConfirmation(password: string, confirmation: string): string | undefined {
  return password === confirmation ? undefined : validationSentences.passwordsDiffer;
}

/** @returns what is wrong, or undefined */
export function checkFullName(name: string): string | undefined {
  return name.trim() === '' ? validationSentences.fullNameRequired : undefined;
}

/** @returns what is wrong, or undefined */
export function checkPageName(name: string): string | undefined {
  return name.trim() === '' ? validationSentences.pageNameRequired : undefined;
}
