/** Tells a write that changed something from one that did not. */
import { AppError } from '../../../lib/app-error.ts';
import type { ErrorCode } from '../../../lib/error-catalogue.ts';

interface Answer {
  readonly data: readonly unknown[] | null;
  readonly error: { readonly message: string } | null;
}

/**
 * @param answer of a write that selects what it has written: row-level security hides a row without an error
 * @throws {AppError}
 */
export function requireChange({ data, error }: Answer, code: ErrorCode, sentence: string): void {
  if (error || !data?.length) throw new AppError(code, error?.message ?? sentence, error);
}
