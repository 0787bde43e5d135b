/**
 * Who has just kept the embedded database busy for longer than a statement may. Its one connection serves everyone and
 * ends with such a statement, so one person who sends it again and again would leave nothing for the others: they have
 * to wait before their next one. An operator's keys, and who is not signed in, name no person and are let through.
 */
import { type Caller, DatabaseUnavailableError } from './database.ts';
import { isSqlError } from './sql-error.ts';

/** Nothing is wrong with the database but for this caller, so it is worth no more than the request's own log line. */
export class CallerMustWaitError extends DatabaseUnavailableError {
  constructor() {
    super('A statement of the same caller had to be ended a moment ago.');
    this.name = 'CallerMustWaitError';
  }
}

const WAIT_MS = 60_000;
const QUERY_CANCELED = '57014';

export class CostlyCallers {
  readonly #waitUntil = new Map<unknown, number>();

  /** @throws {CallerMustWaitError} */
  requirePatience({ claims }: Caller): void {
    const until = this.#waitUntil.get(claims.sub);
    if (until === undefined || until <= performance.now()) return;
    throw new CallerMustWaitError();
  }

  /** @param error what the caller's work failed with */
  remember({ claims }: Caller, error: unknown): void {
    if (claims.sub === undefined || !isSqlError(error) || error.code !== QUERY_CANCELED) return;
    const now = performance.now();
    for (const [caller, until] of this.#waitUntil) if (until <= now) this.#waitUntil.delete(caller);
    this.#waitUntil.set(claims.sub, now + WAIT_MS);
  }
}
