/**
 * The one renderer of everything that can go wrong. Causes stay in the log; a 5xx says nothing of the inside.
 */
import { type Caller, CallerMustWaitError, DatabaseUnavailableError } from '../../../database/database.ts';
import { isSqlError } from '../../../database/sql-error.ts';
import { CallerError } from '../../../http/caller/caller.ts';
import { connectionErrors, RestError, type RestProblem } from '../errors.ts';
import type { Answer } from './answer.ts';
import { callerAnswer } from './caller-problem.ts';
import { databaseProblem } from './database-error.ts';
import { jsonAnswer } from './json-answer.ts';

const RETRY_AFTER_S = '1';

/** @param caller undefined when it was not known yet who calls */
export function respondError(error: unknown, request: Request, caller: Caller | undefined): Answer {
  if (error instanceof CallerError) return callerAnswer(error.problem, request);
  const { status, code, message, details, hint, headers } = problemOf(error, caller);
  const later = error instanceof CallerMustWaitError ? { 'retry-after': String(error.seconds) } : undefined;
  return jsonAnswer(
    status,
    { code, details, hint, message },
    { ...headersFor(status), ...headers, ...later },
  );
}

function problemOf(error: unknown, caller: Caller | undefined): RestProblem {
  if (error instanceof RestError) return error.problem;
  if (isSqlError(error)) return databaseProblem(error, caller?.role === 'anon');
  if (error instanceof CallerMustWaitError) return connectionErrors.callerMustWait(error.reason).problem;
  if (error instanceof DatabaseUnavailableError) return connectionErrors.databaseUnavailable().problem;
  return {
    status: 500,
    code: 'PGRSTX00',
    message: 'Something went wrong on the server.',
    details: null,
    hint: null,
  };
}

function headersFor(status: number): Readonly<Record<string, string>> {
  if (status === 503) return { 'retry-after': RETRY_AFTER_S };
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  return {};
}
