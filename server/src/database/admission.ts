/** When a caller's work may go to the database: in turn (turns.ts), and not while they have to wait (costly-callers.ts). */
import { CostlyCallers } from './costly-callers.ts';
import { type Caller, CallerMustWaitError, type TransactionOptions } from './database.ts';
import { ENDED_REMEMBERED_MS, type EndedStatements } from './ended-statements.ts';
import { isTimeout } from './sql-error.ts';
import { Turns } from './turns.ts';

// A quarter of a server's connections for one caller, and a quarter for what the server does itself.
const PLACES = {
  places: 12,
  placesPerCaller: 4,
  longStatementMs: 50,
  longMs: 4000,
  longPart: 0,
  placesForLongCallers: 8,
  oneByOne: false,
};
// Where all share one connection, a few are sent before the first is answered, but what may take long goes alone: it may
// cost everyone the connection.
const SHARED_PLACES = {
  places: 4,
  placesPerCaller: 4,
  longStatementMs: 50,
  longMs: 500,
  longPart: 0,
  placesForLongCallers: 1,
  oneByOne: true,
};
// Look-ups of single rows are quick, and several travel over one connection, so they have turns of their own. The look-ups
// of a caller with long ones, such as those of large pages, leave half of the connections to others.
const ROW_READ_PLACES = {
  places: 128,
  placesPerCaller: 64,
  longStatementMs: 50,
  longMs: 500,
  // A caller who sends quick ones to stay below it can fill half of the places with long ones at most.
  longPart: 0.5,
  placesForLongCallers: 8,
  oneByOne: false,
};
const FIRST_WAIT_MS = 10_000;
// There, everyone waits until the database is started again.
const FIRST_SHARED_WAIT_MS = 60_000;
// While statements there have to be ended, from whichever accounts, what may take long waits for twice as long after each
// but the first of those remembered; single pages are read and saved meanwhile.
const FIRST_PAUSE_MS = 60_000;
// This server's own functions, and everybody behind a proxy that is not trusted to say who calls.
const LOOPBACK = /^(127\.|0:0:0:0::)/;

const ROW_READ: TransactionOptions = {};

type Work<T> = (reached: () => void) => Promise<T>;

export class Admission {
  readonly #turns: Turns;
  readonly #rowReadTurns = new Turns(ROW_READ_PLACES);
  readonly #costly: CostlyCallers;
  readonly #sharesOneConnection: boolean;
  readonly #ended: EndedStatements;
  #pausedUntil = 0;

  constructor(sharesOneConnection: boolean, ended: EndedStatements) {
    this.#sharesOneConnection = sharesOneConnection;
    this.#ended = ended;
    this.#turns = new Turns(sharesOneConnection ? SHARED_PLACES : PLACES);
    this.#costly = new CostlyCallers(sharesOneConnection ? FIRST_SHARED_WAIT_MS : FIRST_WAIT_MS);
  }

  /**
   * @param work says when it has reached the database
   * @throws {CallerMustWaitError}, {DatabaseUnavailableError} instead of the work, and what the work throws
   */
  run<T>(caller: Caller, options: TransactionOptions, work: Work<T>): Promise<T> {
    return this.#runInTurn(this.#turns, caller, options, work);
  }

  /**
   * The same for the look-up of a single row.
   * @throws {CallerMustWaitError}, {DatabaseUnavailableError} instead of the work, and what the work throws
   */
  runRowRead<T>(caller: Caller, work: Work<T>): Promise<T> {
    return this.#runInTurn(this.#rowReadTurns, caller, ROW_READ, work);
  }

  async #runInTurn<T>(
    turns: Turns,
    caller: Caller,
    { signal, mayTakeLong }: TransactionOptions,
    work: Work<T>,
  ): Promise<T> {
    const named = namedKeyOf(caller);
    this.#requireAdmitted(named, mayTakeLong);
    const taken = turns.take(keyOf(caller), mayTakeLong);
    const turn = taken instanceof Promise ? await taken : taken;
    try {
      // They may have sent many at once.
      this.#requireAdmitted(named, mayTakeLong);
      return await work(() => turn.reached());
    } catch (error) {
      if (!signal?.aborted) this.#costly.remember(named, error);
      if (this.#sharesOneConnection && isTimeout(error)) this.#noteEnded();
      throw error;
    } finally {
      turn.end();
    }
  }

  #requireAdmitted(named: string | undefined, mayTakeLong: boolean | undefined): void {
    this.#costly.requirePatience(named);
    if (mayTakeLong) this.#requireQuiet();
  }

  #requireQuiet(): void {
    const restMs = this.#pausedUntil - performance.now();
    if (restMs > 0)
      throw new CallerMustWaitError(
        Math.ceil(restMs / 1000),
        'Requests for much at once have kept the database busy for too long: ask for single rows meanwhile',
      );
  }

  #noteEnded(): void {
    this.#ended.note();
    const { count } = this.#ended;
    if (count < 2) return;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - 2), ENDED_REMEMBERED_MS);
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pauseMs);
  }
}

/** @returns what names the caller, whichever token they come with; undefined for an operator's key */
export function keyOf({ role, claims, network }: Caller): string | undefined {
  if (role === 'service_role') return undefined;
  return typeof claims.sub === 'string' ? claims.sub : `from ${network ?? ''}`;
}

/** Anonymous callers from loopback cannot be told apart, so none of them waits for another's costly request. */
function namedKeyOf(caller: Caller): string | undefined {
  const { network } = caller;
  return network !== undefined && LOOPBACK.test(network) ? undefined : keyOf(caller);
}
