/** The auth layer's own checks before anything is sent. */
import { AppError, failure, type Result, success } from '../../../lib/errors/app-error.ts';
import { checkConfirmation, checkEmail, checkPassword } from '../../../lib/validation.ts';

export function checkCredentials(credentials: {
  email?: string;
  password?: string;
  confirmation?: string;
}): Result<null> {
  const { email, password, confirmation } = credentials;
  const emailProblem = email === undefined ? undefined : checkEmail(email);
  if (emailProblem) return failure(new AppError('INVALID_CREDENTIALS', emailProblem));
  if (password === undefined) return success(null);
  const passwordProblem = checkPassword(password);
  if (passwordProblem) return failure(new AppError('WEAK_PASSWORD', passwordProblem));
  const mismatch = confirmation === undefined ? undefined : checkConfirmation(password, confirmation);
  return mismatch ? failure(new AppError('PASSWORDS_MISMATCH', mismatch)) : success(null);
}
