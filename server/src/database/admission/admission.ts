/**
 * When a caller's work may go to the database: in turn (turns.ts), and not while they have to wait
 * (costly-callers.ts).
 */

import { type Caller, CallerMustWaitError, type TransactionOptions } from '../database.ts';
import type { Sharing } from '../engines/engine.ts';
import { isTimeout } from '../sql-error.ts';
import type { EndedStatements } from '../statements/ended-statements.ts';
import { Turns } from '../turns.ts';
import { CostlyCallers } from './costly-callers.ts';

// While statements have to be ended that count against everybody, what may take long waits for twice as long
// after each but the first of those that count; single pages are read and saved meanwhile.
const FIRST_PAUSE_MS = 60_000;
// This server's own functions, and everybody behind a proxy that is not trusted to say who calls.
const LOOPBACK = /^(127\.|0:0:0:0::)/;

const ROW_READ: TransactionOptions = {};

type Work<T> = (reached: () => void) => Promise<T>;

export class Admission {
  readonly #turns: Turns;
  readonly #rowReadTurns: Turns;
  readonly #costly: CostlyCallers;
  readonly #ended: EndedStatements;
  readonly #endedCountsMs: number;
  #pausedUntil = 0;

  constructor({ turns, rowReads, firstWaitMs, endedCountsMs }: Sharing, ended: EndedStatements) {
    this.#ended = ended;
    this.#endedCountsMs = endedCountsMs;
    this.#turns = new Turns(turns);
    this.#rowReadTurns = rowReads ? new Turns(rowReads.turns) : this.#turns;
    this.#costly = new CostlyCallers(firstWaitMs);
  }

  /** How many pieces of work wait for their turn. */
  get waiting(): number {
    const { waiting } = this.#turns;
    return this.#rowReadTurns === this.#turns ? waiting : waiting + this.#rowReadTurns.waiting;
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
      if (isTimeout(error)) this.#noteEnded();
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
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - 2), this.#endedCountsMs);
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pauseMs);
  }
}

/** @returns what names the caller, whichever token they come with; undefined for an operator's key */
export function keyOf({ role, claims, network }: Caller): string | undefined {
  if (role === 'service_role') return undefined;
  return typeof claims.sub === 'string' ? claims.sub : `from ${network ?? ''}`;
}

/** Anonymous callers from loopback look the same, so none of them waits for another's costly request. */
function namedKeyOf(caller: Caller): string | undefined {
  const { network } = caller;
  return network !== undefined && LOOPBACK.test(network) ? undefined : keyOf(caller);
}
