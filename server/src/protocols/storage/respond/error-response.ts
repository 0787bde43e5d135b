/** Turns whatever went wrong into an answer, in upstream's form. */
import { CallerMustWaitError, DatabaseUnavailableError } from '../../../database/database.ts';
import { isSqlError, type SqlError, UNKEPT_TEXT } from '../../../database/sql-error.ts';
import { StoreUnavailableError } from '../../../files/store-unavailable.ts';
import { BodyError } from '../../../http/bodies/request-bodies.ts';
import { CallerError, type CallerProblem } from '../../../http/caller/caller.ts';
import { DiskFullError, isDiskFull } from '../../../machine/disk-room.ts';
import { databaseErrors, objectErrors, requestErrors, StorageError, uploadErrors } from '../errors.ts';

/** Raised by the trigger of the migration note_loose_files. */
const NO_FILE = 'TR0NF';
const UNAVAILABLE = 'The database does not answer: try again in a moment';

export function errorResponse({ refusal }: StorageError): Response {
  const { code, status, message, error = code, http = 400, headers } = refusal;
  return Response.json(
    { statusCode: String(status), code, error, message },
    { status: http, headers: { 'cache-control': 'no-store', ...headers } },
  );
}

/** As upstream answers uploads in several requests: the true status, and the sentence. */
export function resumableErrorResponse({ refusal }: StorageError): Response {
  const { status, message, headers } = refusal;
  return new Response(message, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}

/** @returns the answer to the caller */
export function storageErrorOf(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof CallerError) return ofCaller(error.problem);
  if (error instanceof BodyError)
    return error.problem === 'too-large'
      ? objectErrors.tooLarge('request body')
      : requestErrors.tooManyRequests();
  if (error instanceof DiskFullError || isDiskFull(error)) return uploadErrors.noRoom();
  if (error instanceof StoreUnavailableError) return uploadErrors.storeFailed(error.cause);
  if (error instanceof CallerMustWaitError) return databaseErrors.unavailable(error.seconds, error.reason);
  if (error instanceof DatabaseUnavailableError) return databaseErrors.unavailable(1, UNAVAILABLE);
  return isSqlError(error) ? ofDatabase(error) : databaseErrors.unexpected();
}

function ofCaller({ kind }: CallerProblem): StorageError {
  return kind === 'missing-api-key' ? requestErrors.unnamed() : requestErrors.unauthorized(MESSAGES[kind]);
}

const MESSAGES: Readonly<Record<Exclude<CallerProblem['kind'], 'missing-api-key'>, string>> = {
  'unknown-api-key': 'Invalid API key',
  'secret-key-in-browser': 'Forbidden use of secret API key in browser',
  'bad-token': 'Invalid JWT',
  'ended-session': 'JWT session has ended',
  'unknown-role': 'The role of the JWT does not exist',
};

function ofDatabase({ code, message, detail }: SqlError): StorageError {
  switch (code) {
    case '42501':
      return requestErrors.unauthorized(
        message.includes('row-level security') ? 'new row violates row-level security policy' : message,
      );
    case '23505':
      return databaseErrors.exists();
    case '23503':
      return detail?.includes('is still referenced')
        ? databaseErrors.referenced()
        : databaseErrors.relatedMissing();
    case '55P03':
      return databaseErrors.locked();
    case '57014':
      return databaseErrors.timeout();
    case '25006':
      return databaseErrors.readOnly();
    case '22P02':
    case '22021':
    case '22P05':
    case '54001':
      return databaseErrors.invalidValue(UNKEPT_TEXT[code] ?? message);
    case NO_FILE:
      return uploadErrors.gone();
    // An error that a trigger of the operator's raises is meant for the caller.
    case 'P0001':
      return requestErrors.invalid(message);
    default:
      return databaseErrors.other(code);
  }
}
