/** The state's own failures, as opposed to those of an operation that a person asked for. */
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import type { AuthEvent } from './auth-reducer.ts';

/** Something broke that has no sentence of its own, while the session was found or afterwards. */
export function brokenState(cause: unknown, isInitialized: boolean): AuthEvent {
  const sentence = isInitialized ? sentences.authState : sentences.authInitialization;
  return { type: 'AUTH_ERROR', error: new AppError('UNKNOWN_ERROR', sentence, cause) };
}

/** @param wasRenewing the app itself had just tried to renew the session */
export function sessionOver(wasRenewing: boolean): AuthEvent {
  const sentence = wasRenewing ? sentences.sessionNotRefreshed : sentences.sessionExpired;
  return { type: 'AUTH_ERROR', error: new AppError('TOKEN_EXPIRED', sentence) };
}
