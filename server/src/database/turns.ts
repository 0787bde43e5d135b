/**
 * Shares the database between callers of the Data API. A caller holds a few places at once, and the next free
 * place goes to the waiting caller who kept the database busy the least of late. A caller with long statements
 * leaves places to the others. A caller who is alone waits only for its own requests.
 */
import { CallerMustWaitError, DatabaseUnavailableError } from './database.ts';

export interface TurnLimits {
  /** How many there are at the database at once. */
  readonly places: number;
  readonly placesPerCaller: number;
  /** Shorter statements leave room for others between them, however many one caller sends. */
  readonly longStatementMs: number;
  /** A caller whose long statements have recently kept the database busy for longer than this counts as long. */
  readonly longMs: number;
  /** Only when it is also at least this part of all their time: on a busy machine, some quick statements take long. */
  readonly longPart: number;
  /** A long caller gets a place only while fewer than this many are taken. */
  readonly placesForLongCallers: number;
  /** The database runs one statement at a time, so a caller's busy time starts when the statement before it ends. */
  readonly oneByOne: boolean;
}

export interface Turn {
  /** Call this when the work has a connection. Time before that is not counted. */
  reached(): void;
  end(): void;
}

interface Waiting {
  begin(turn: Turn): void;
  readonly mayTakeLong: boolean;
  readonly late: NodeJS.Timeout;
}

interface CallerState {
  running: number;
  busyMs: number;
  /** The part of it that was spent on long statements. */
  longBusyMs: number;
  /** When that was so: half of it is forgotten in {@link HALF_FORGOTTEN_MS}. */
  at: number;
  readonly waiting: Set<Waiting>;
}

const HALF_FORGOTTEN_MS = 10_000;
const PATIENCE_MS = 10_000;
const MOST_WAITING_PER_CALLER = 200;
const MANY_CALLERS = 1000;
const TRUSTED: Turn = { reached: () => undefined, end: () => undefined };

export class Turns {
  readonly #limits: TurnLimits;
  readonly #callers = new Map<string, CallerState>();
  readonly #waiting = new Set<CallerState>();
  #running = 0;
  #hasLong = false;
  #lastEnd = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** How many wait for a place. */
  get waiting(): number {
    let count = 0;
    for (const caller of this.#waiting) count += caller.waiting.size;
    return count;
  }

  /**
   * @param key names the caller; undefined for one who need not wait
   * @param mayTakeLong treats the caller as one with long statements
   * @returns a promise only when there is no place at once
   * @throws {DatabaseUnavailableError} when no place was free for ten seconds
   * @throws {CallerMustWaitError} when too many of the same caller wait
   */
  take(key: string | undefined, mayTakeLong = false): Turn | Promise<Turn> {
    if (key === undefined) return TRUSTED;
    const caller = this.#callerOf(key);
    if (this.#waiting.size === 0 && this.#mayBegin(caller, mayTakeLong))
      return this.#begin(caller, mayTakeLong);
    if (caller.waiting.size >= MOST_WAITING_PER_CALLER)
      throw new CallerMustWaitError(1, 'Too many requests of yours are under way: try again in a moment');
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#stopWaiting(caller, waiting);
        reject(new DatabaseUnavailableError('no place was free in time'));
        this.#beginWaiting();
      }, PATIENCE_MS);
      const waiting: Waiting = { begin: resolve, late, mayTakeLong };
      caller.waiting.add(waiting);
      this.#waiting.add(caller);
      this.#beginWaiting();
    });
  }

  #callerOf(key: string): CallerState {
    const known = this.#callers.get(key);
    if (known) return known;
    if (this.#callers.size >= MANY_CALLERS) this.#forgetQuiet();
    const caller: CallerState = {
      running: 0,
      busyMs: 0,
      longBusyMs: 0,
      at: performance.now(),
      waiting: new Set(),
    };
    this.#callers.set(key, caller);
    return caller;
  }

  #forgetQuiet(): void {
    for (const [key, caller] of this.#callers)
      if (caller.running === 0 && caller.waiting.size === 0 && busyOfLate(caller) < 1)
        this.#callers.delete(key);
  }

  #mayBegin(caller: CallerState, mayTakeLong: boolean): boolean {
    const { places, placesPerCaller, placesForLongCallers } = this.#limits;
    if (caller.running >= placesPerCaller) return false;
    // A request sent after a long one may lose the connection with it.
    if (this.#hasLong && this.#limits.oneByOne) return false;
    return this.#running < (this.#isLong(caller, mayTakeLong) ? placesForLongCallers : places);
  }

  #isLong(caller: CallerState, mayTakeLong: boolean): boolean {
    if (mayTakeLong) return true;
    const { longMs, longPart } = this.#limits;
    const { busyMs, longBusyMs } = caller;
    // Most callers are decided without reading the clock.
    return longBusyMs > longMs && longBusyMs >= busyMs * longPart && longBusyMs * keptOf(caller) > longMs;
  }

  #begin(caller: CallerState, mayTakeLong: boolean): Turn {
    const long = this.#isLong(caller, mayTakeLong);
    if (long) this.#hasLong = true;
    this.#running++;
    caller.running++;
    return new TakenTurn((began) => this.#end(caller, long, began));
  }

  #end(caller: CallerState, long: boolean, began: number): void {
    if (long) this.#hasLong = false;
    const now = performance.now();
    const since = Math.min(now, this.#limits.oneByOne ? Math.max(began, this.#lastEnd) : began);
    this.#lastEnd = now;
    this.#running--;
    caller.running--;
    const tookMs = now - since;
    const kept = keptOf(caller, now);
    caller.busyMs = caller.busyMs * kept + tookMs;
    caller.longBusyMs = caller.longBusyMs * kept + (tookMs > this.#limits.longStatementMs ? tookMs : 0);
    caller.at = now;
    this.#beginWaiting();
  }

  /** When the next caller does not fit, those after it wait as well, or it would never get a place. */
  #beginWaiting(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const [first] = next.waiting;
      if (!first || !this.#mayBegin(next, first.mayTakeLong)) return;
      this.#stopWaiting(next, first);
      first.begin(this.#begin(next, first.mayTakeLong));
    }
  }

  #next(): CallerState | undefined {
    if (this.#waiting.size === 0) return undefined;
    const now = performance.now();
    let next: CallerState | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const caller of this.#waiting) {
      const [first] = caller.waiting;
      // A request that may take long counts as if its caller had had a long one already.
      const busyMs = busyOfLate(caller, now) + (first?.mayTakeLong ? this.#limits.longMs : 0);
      if (caller.running < this.#limits.placesPerCaller && busyMs < least) [next, least] = [caller, busyMs];
    }
    return next;
  }

  #stopWaiting(caller: CallerState, waiting: Waiting): void {
    clearTimeout(waiting.late);
    caller.waiting.delete(waiting);
    if (caller.waiting.size === 0) this.#waiting.delete(caller);
  }
}

class TakenTurn implements Turn {
  readonly #end: (began: number) => void;
  #began = Number.POSITIVE_INFINITY;

  /** @param end hears when the work reached the database */
  constructor(end: (began: number) => void) {
    this.#end = end;
  }

  reached(): void {
    this.#began = performance.now();
  }

  end(): void {
    this.#end(this.#began);
  }
}

function busyOfLate(caller: CallerState, now: number = performance.now()): number {
  return caller.busyMs * keptOf(caller, now);
}

/** @returns the part of a caller's times that is not forgotten yet */
function keptOf({ at }: CallerState, now: number = performance.now()): number {
  return 0.5 ** ((now - at) / HALF_FORGOTTEN_MS);
}
