/** When a caller's work may go to the database: in turn (turns.ts), and not while they have to wait (costly-callers.ts). */
import { CostlyCallers } from './costly-callers.ts';
import type { Caller, TransactionOptions } from './database.ts';
import { Turns } from './turns.ts';

// A quarter of a server's connections for one caller, and a quarter for what the server does itself.
const PLACES = { places: 12, placesPerCaller: 4, longMs: 4000, placesAfterLong: 8, oneByOne: false };
// Where all share one connection, a few are sent before the first is answered, but what may take long goes alone: it may
// cost everyone the connection.
const SHARED_PLACES = { places: 4, placesPerCaller: 4, longMs: 500, placesAfterLong: 1, oneByOne: true };
const FIRST_WAIT_MS = 10_000;
// There, everyone waits until the database is started again.
const FIRST_SHARED_WAIT_MS = 60_000;
// This server's own functions, and everybody behind a proxy that is not trusted to say who calls.
const LOOPBACK = /^(127\.|0:0:0:0::)/;

export class Admission {
  readonly #turns: Turns;
  readonly #costly: CostlyCallers;

  /** @param shared whether all share one connection */
  constructor(shared: boolean) {
    this.#turns = new Turns(shared ? SHARED_PLACES : PLACES);
    this.#costly = new CostlyCallers(shared ? FIRST_SHARED_WAIT_MS : FIRST_WAIT_MS);
  }

  /**
   * @throws {CallerMustWaitError}, {DatabaseUnavailableError} instead of the work, and what the work throws
   */
  async run<T>(
    caller: Caller,
    { signal, mayTakeLong }: TransactionOptions,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = keyOf(caller);
    // Of whom nobody knows more than that they are not signed in, nobody is to wait for what another did.
    const named = caller.network !== undefined && LOOPBACK.test(caller.network) ? undefined : key;
    this.#costly.requirePatience(named);
    const turn = await this.#turns.take(key, mayTakeLong);
    try {
      // They may have sent many at once.
      this.#costly.requirePatience(named);
      return await work();
    } catch (error) {
      if (!signal?.aborted) this.#costly.remember(named, error);
      throw error;
    } finally {
      turn.end();
    }
  }
}

/** @returns undefined for an operator's key */
function keyOf({ role, claims, network }: Caller): string | undefined {
  if (role === 'service_role') return undefined;
  return typeof claims.sub === 'string' ? claims.sub : `from ${network ?? ''}`;
}
