/**
 * Answers Postgres' errors as PostgREST does: the SQLSTATE is the code and decides the status
 * (docs.postgrest.org/en/v14/references/errors.html#status-codes).
 */
import { type SqlError, UNKEPT_TEXT } from '../../../database/sql-error.ts';
import type { RestProblem } from '../errors.ts';
import { raisedProblem } from './raised-problem.ts';

const STATUS_BY_STATE: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '53100': 507,
  '53400': 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  P0001: 400,
};

const STATUS_BY_CLASS: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** Postgres' own messages for these tell a client nothing, or too much. */
const SENTENCES: Readonly<Record<string, string>> = {
  '53100': 'The disk of the database is full: nothing can be saved until there is room.',
  ...UNKEPT_TEXT,
  '53200': 'The database has too little memory for this: ask for less at a time.',
};

/** SQLSTATEs after which the schema cache may be out of date: unknown table, column or function. */
const STALE = new Set(['42P01', '42703', '42883']);

/** @param isAnonymous whether nobody is signed in: then "not allowed" is 401 instead of 403 */
export function databaseProblem(error: SqlError, isAnonymous: boolean): RestProblem {
  const { code } = error;
  if (code === 'PGRST') return raisedProblem(error);
  const status = statusOf(code, error.message, isAnonymous);
  const message = SENTENCES[code];
  if (message !== undefined) return { status, code, message, details: null, hint: null };
  // "canceling statement due to statement timeout" (57014) tells nothing that the client may not know.
  if (status >= 500 && code !== '57014' && !code.startsWith('PT')) {
    return { status, code, message: 'The database could not do this.', details: null, hint: null };
  }
  return { status, code, message: error.message, details: error.detail ?? null, hint: error.hint ?? null };
}

export function mayBeStale({ code }: SqlError): boolean {
  return STALE.has(code);
}

function statusOf(code: string, message: string, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403;
  if (code === '21000') return cardinalityStatus(message);
  if (code.startsWith('PT')) return raisedStatus(code);
  // Postgres calls too many `!` in a search expression an internal error.
  if (code === 'XX000' && message === 'tsquery stack too small') return 400;
  return STATUS_BY_STATE[code] ?? STATUS_BY_CLASS[code.slice(0, 2)] ?? 400;
}

/** Upstream answers 500 even to an upsert that names a row twice. Here that is the client's mistake: 400. */
function cardinalityStatus(message: string): number {
  return /requires a WHERE clause$|^ON CONFLICT DO UPDATE/.test(message) ? 400 : 500;
}

/** `raise sqlstate 'PT402'` chooses the status itself. */
function raisedStatus(code: string): number {
  const status = Number(code.slice(2));
  return status >= 400 && status <= 599 ? status : 500;
}
