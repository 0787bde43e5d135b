/** Whether something was refused for the present password alone: that is said where it was typed. */
import { AppError } from '../../../lib/errors/app-error.ts';

export function isWrongPassword(error: unknown): boolean {
  return error instanceof AppError && error.code === 'WRONG_PASSWORD';
}
