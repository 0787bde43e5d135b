/** The auth layer's own checks before anything is sent. */
import { AppError } from '../../../lib/errors/app-error.ts';
import { checkConfirmation, checkEmail, checkPassword } from '../../../lib/validation.ts';

/** @throws {AppError} */
export function checkCredentials(credentials: {
  email?: string;
  password?: string;
  confirmation?: string;
}): void {
  const { email, password, confirmation } = credentials;
  const emailProblem = email === undefined ? undefined : checkEmail(email);
  if (emailProblem) throw new AppError('INVALID_CREDENTIALS', emailProblem);
  if (password === undefined) return;
  const passwordProblem = checkPassword(password);
  if (passwordProblem) throw new AppError('WEAK_PASSWORD', passwordProblem);
  const mismatch = confirmation === undefined ? undefined : checkConfirmation(password, confirmation);
  if (mismatch) throw new AppError('PASSWORDS_MISMATCH', mismatch);
}
