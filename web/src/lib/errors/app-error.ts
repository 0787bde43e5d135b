/** The failures that a person can read about: a code of the catalogue and its sentence. */
import type { ErrorCode } from './error-catalogue.ts';

export class AppError extends Error {
  readonly code: ErrorCode;
  /** The error of the server or the browser, when there is more to show. */
  readonly details: unknown;
  /** Under which the server's log has the request, where the person may have to ask about it. */
  readonly requestId: string | undefined;

  constructor(code: ErrorCode, message: string, details?: unknown, requestId = requestIdOf(details)) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** @param failure an error, or anything else that may have the id */
export function requestIdOf(failure: unknown): string | undefined {
  return (failure as { readonly requestId?: string } | null | undefined)?.requestId;
}
