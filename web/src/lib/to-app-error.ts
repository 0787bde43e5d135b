/** Turns whatever a client library throws or returns into an AppError. */
import { isAuthError } from '@supabase/supabase-js';
import { AppError } from './app-error.ts';
import { describeAuthFailure, describeDataFailure, networkSentence, sentences } from './error-catalogue.ts';

// What the auth client calls a request that got no usable answer.
const UNANSWERED = 'AuthRetryableFetchError';

export function toAuthError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isAuthError(error)) {
    if (error.name === UNANSWERED) return new AppError('NETWORK_ERROR', networkSentence(), error);
    const { code, message } = describeAuthFailure({
      code: error.code,
      status: error.status,
      message: error.message,
    });
    return new AppError(code, message, error);
  }
  // fetch rejects with a TypeError when there is no connection.
  if (error instanceof TypeError) return new AppError('NETWORK_ERROR', networkSentence(), error);
  return new AppError('UNKNOWN_ERROR', sentences.unexpectedAuth, error);
}

/** A failed answer of the data client: `error` and `status` of its response. */
export function toDataError(error: { code: string; message: string }, status: number): AppError {
  const { code, message } = describeDataFailure({ code: error.code, status, message: error.message });
  return new AppError(code, message, error);
}
