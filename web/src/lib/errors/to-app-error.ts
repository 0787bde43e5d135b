/** Turns whatever a client library throws or returns into an AppError. */
import { isAuthError } from '@supabase/supabase-js';
import { AppError } from './app-error.ts';
import { describeAuthFailure, describeDataFailure, networkSentence, sentences } from './error-catalogue.ts';
import { failedRequest, isServersFault } from './failed-request.ts';

// The auth client's error for a request without a usable answer.
const UNANSWERED = 'AuthRetryableFetchError';
// Its errors for an answer that it cannot read, such as a proxy's own page.
const UNREADABLE = new Set(['AuthUnknownError', 'AuthInvalidTokenResponseError']);
// Its error for the answer `session_not_found`, without that code.
const NO_SESSION = 'AuthSessionMissingError';

/** @param fallback said when the failure has no words of its own: an answer in another form, a broken client */
export function toAuthError(error: unknown, fallback: string = sentences.unexpectedAuth): AppError {
  if (error instanceof AppError) return error;
  if (isAuthError(error)) {
    const requestId = isServersFault(error.status) ? failedRequest() : undefined;
    if (error.name === UNANSWERED) return new AppError('NETWORK_ERROR', networkSentence(), error, requestId);
    if (UNREADABLE.has(error.name)) return new AppError('UNKNOWN_ERROR', fallback, error);
    const { code, message } = describeAuthFailure({
      code: error.name === NO_SESSION ? 'session_not_found' : error.code,
      status: error.status,
      message: error.message,
    });
    return new AppError(code, message, error, requestId);
  }
  // fetch rejects with a TypeError when there is no connection.
  if (error instanceof TypeError) return new AppError('NETWORK_ERROR', networkSentence(), error);
  return new AppError('UNKNOWN_ERROR', fallback, error);
}

/**
 * As {@link toAuthError}, for a refused code from a mail: no session has expired, although the protocol has one
 * word for both.
 */
export function toMailedCodeError(error: unknown): AppError {
  const known = toAuthError(error);
  return known.code === 'TOKEN_EXPIRED'
    ? new AppError('INVALID_CODE', sentences.mailedCodeInvalid, error)
    : known;
}

/** @returns why an operation of the auth service failed, in words; undefined when it did not */
export function authReason(error: unknown): string | undefined {
  return error ? toAuthError(error).message : undefined;
}

/** A failed answer of the data client: `error` and `status` of its response. */
export function toDataError(error: { code: string; message: string }, status: number): AppError {
  const { code, message } = describeDataFailure({ code: error.code, status, message: error.message });
  const isUnexpected = isServersFault(status) || (status !== 0 && message === sentences.unexpected);
  return new AppError(code, message, error, isUnexpected ? failedRequest() : undefined);
}
