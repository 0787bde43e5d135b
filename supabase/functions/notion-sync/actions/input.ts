/** Checks a request's parameters. */
import { Failure } from '../../_shared/failure.ts';
import { isUuid } from '../../_shared/uuid.ts';

/** @throws {Failure} */
export function readId(value: unknown, what: string): string {
  if (isUuid(value)) return value.toLowerCase();
  throw new Failure(400, 'invalid_request', `The request names no ${what}.`);
}

/** @returns undefined without an ID @throws {Failure} */
export function readOptionalId(value: unknown, what: string): string | undefined {
  return value === undefined || value === null ? undefined : readId(value, what);
}
