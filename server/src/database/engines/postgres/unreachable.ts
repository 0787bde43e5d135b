/** Why a Postgres server cannot be reached, in words for the person who wrote its address. */
import { isSqlError } from '../../sql-error.ts';

// The messages of pg and pg-pool when connecting times out.
const TIMED_OUT = /timeout expired|connection timeout|timeout exceeded/i;

/** @returns part of a sentence; none of its sources holds a password */
export function unreachable(error: unknown): string {
  const [cause = error] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  if (!(cause instanceof Error)) return 'it cannot be reached';
  if (isSqlError(cause)) return `it says "${cause.message}" (${cause.code})`;
  if (TIMED_OUT.test(cause.message)) return 'it does not answer';
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'ECONNREFUSED':
      return 'nothing listens there (ECONNREFUSED)';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no host of this name is known (${(cause as NodeJS.ErrnoException).code})`;
    default:
      return cause.message;
  }
}
