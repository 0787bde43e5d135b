/**
 * An error that Postgres answered with. Recognised by its form: the embedded engine's errors are not instances
 * of the driver's class.
 */
export interface SqlError extends Error {
  /** SQLSTATE, five characters. */
  readonly code: string;
  readonly severity: string;
  readonly detail?: string;
  readonly hint?: string;
}

/** Sentences on texts that Postgres cannot keep: its own tell nobody what to do about it. By SQLSTATE. */
export const UNKEPT_TEXT: Readonly<Record<string, string>> = {
  '22P05': 'A text has a NUL character (\\u0000), which the database cannot keep: leave it out.',
  '22021': 'A text is not UTF-8, or has a NUL character, which the database cannot keep.',
};

const QUERY_CANCELED = '57014';
const OUT_OF_MEMORY = '53200';

export function isSqlError(error: unknown): error is SqlError {
  return (
    error instanceof Error &&
    'severity' in error &&
    'code' in error &&
    /^[0-9A-Z]{5}$/.test(String(error.code))
  );
}

/** Whether a statement timed out or was cancelled. */
export function isTimeout(error: unknown): boolean {
  return isSqlError(error) && error.code === QUERY_CANCELED;
}

/** Whether a statement wanted more memory than there is. */
export function isOutOfMemory(error: unknown): boolean {
  return isSqlError(error) && error.code === OUT_OF_MEMORY;
}
