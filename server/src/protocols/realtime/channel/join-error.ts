/** A join that is refused: a code and a sentence for the client. */
import { CallerMustWaitError, DatabaseUnavailableError } from '../../../database/database.ts';
import { UnauthorizedError } from './access.ts';
import { CredentialsError } from './credentials.ts';

export const NO_DATABASE = 'Realtime was unable to connect to the project database';

export class JoinError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'JoinError';
    this.code = code;
  }
}

/** @returns the reason as the client reads it; undefined for an error that nobody foresaw */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof JoinError || error instanceof CredentialsError)
    return `${error.code}: ${error.message}`;
  if (error instanceof UnauthorizedError) return `Unauthorized: ${error.message}`;
  if (error instanceof CallerMustWaitError) return `ClientJoinRateLimitReached: ${error.message}`;
  if (error instanceof DatabaseUnavailableError) return `UnableToConnectToProject: ${NO_DATABASE}`;
  return undefined;
}
