/** Tells a write that changed something from one that did not. */
import { AppError } from '../../../lib/errors/app-error.ts';
import { type ErrorCode, isRefusal } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';

interface Answer {
  readonly data: readonly unknown[] | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly status: number;
}

/**
 * @param answer of a write that selects what it has written: row-level security hides a row without an error
 * @throws {AppError}
 */
export function requireChange({ data, error, status }: Answer, code: ErrorCode, sentence: string): void {
  if (error) {
    const known = toDataError(error, status);
    if (known.code === 'NETWORK_ERROR') throw known;
    throw new AppError(code, isRefusal(error.code) ? error.message : sentence, known);
  }
  if (!data?.length) throw new AppError(code, sentence);
}
