/**
 * The race: in every round each contestant has its slice of each cell, one right after the other and in another order
 * each time, so that a busy moment of the machine falls on all of them and ratios within a round stay fair.
 */
import { type Contestant, type Lane, OPERATIONS, type Operation } from '../contestants/contestant.ts';
import { runSlice, type Slice } from './slice.ts';

const CONNECTIONS = [1, 16, 64] as const;
const MOST_CONNECTIONS = 64;

export interface Cell {
  readonly operation: Operation;
  readonly connections: number;
}

export const CELLS: readonly Cell[] = OPERATIONS.flatMap((operation) =>
  CONNECTIONS.map((connections) => ({ operation, connections })),
);

export interface RoundSettings {
  readonly rounds: number;
  readonly sliceMs: number;
  /** Per operation, before the first round. */
  readonly warmUpMs: number;
  /** The race ends when it has taken so long, even in the middle of a round. */
  readonly longestMs: number;
  /** Ends the race after the slice that is running. */
  readonly signal: AbortSignal;
  /** Called between rounds, to bring the databases back to where they began. */
  tidy(): Promise<void>;
  /** Called when a round is done. */
  onRound(round: number): void;
}

export interface Result {
  readonly contestant: Contestant;
  readonly cell: Cell;
  /** The slice of each round. */
  readonly slices: readonly Slice[];
}

export interface Outcome {
  readonly results: readonly Result[];
  /** Peers that did not get through, and why. */
  readonly missing: ReadonlyMap<string, string>;
}

interface Runner {
  readonly contestant: Contestant;
  readonly lanes: readonly Lane[];
  readonly slices: Map<Cell, Slice[]>;
  /** Operations that it failed at; only a peer may have any. */
  readonly unable: Set<Operation>;
}

// As many as the servers have database connections.
const WARM_LANES = 16;

/** @throws {Error} when the server or a limit fails, or the signal's reason */
export async function race(contestants: readonly Contestant[], settings: RoundSettings): Promise<Outcome> {
  await using lanes = new AsyncDisposableStack();
  const field = new Field(settings.signal);
  const start = performance.now();
  const late = () => performance.now() - start > settings.longestMs;
  for (const contestant of contestants) await field.enter(contestant, () => open(contestant, lanes));
  // Before the first round everyone has run everything: code is compiled, statements are prepared, caches are filled.
  for (const runner of field.runners) await warmUp(field, runner, settings.warmUpMs);
  for (let round = 0; round < settings.rounds; round++) {
    await settings.tidy();
    for (const cell of CELLS) {
      if (late()) break;
      for (const runner of rotated(field.runners, round))
        await field.run(runner, cell.operation, () => measure(runner, cell, settings.sliceMs));
    }
    if (late()) break;
    settings.onRound(round);
  }
  const results = field.runners.flatMap(({ contestant, slices }) =>
    CELLS.map((cell) => ({ contestant, cell, slices: slices.get(cell) ?? [] })),
  );
  return { results, missing: field.missing };
}

/** The contestants in the race, and those that dropped out. */
class Field {
  readonly missing = new Map<string, string>();
  readonly #signal: AbortSignal;
  #runners: readonly Runner[] = [];

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  get runners(): readonly Runner[] {
    return this.#runners;
  }

  /** Lets a contestant open its lanes; a peer that cannot is out. */
  async enter(contestant: Contestant, opened: () => Promise<Runner>): Promise<void> {
    this.#signal.throwIfAborted();
    try {
      this.#runners = [...this.#runners, await opened()];
    } catch (error) {
      this.#excuse(contestant, contestant.name, error);
    }
  }

  /** Runs an operation; a peer that fails at it drops out of it and loses its results for it. */
  async run(runner: Runner, operation: Operation, work: () => Promise<unknown>): Promise<void> {
    this.#signal.throwIfAborted();
    const { contestant, unable, slices } = runner;
    if (unable.has(operation) || !(contestant.operations ?? OPERATIONS).includes(operation)) return;
    try {
      await work();
    } catch (error) {
      this.#excuse(contestant, `${contestant.name} for ${operation}`, error);
      unable.add(operation);
      for (const [cell, done] of slices) if (cell.operation === operation) done.length = 0;
    }
  }

  #excuse({ name, engine, part }: Contestant, what: string, error: unknown): void {
    if (part !== 'peer') throw new Error(`${name} on ${engine} failed.`, { cause: error });
    this.missing.set(what, (error as Error).message);
  }
}

async function open(contestant: Contestant, owner: AsyncDisposableStack): Promise<Runner> {
  const lanes: Lane[] = [];
  for (let index = 0; index < MOST_CONNECTIONS; index++) {
    const lane = await contestant.openLane();
    owner.defer(() => lane.close());
    lanes.push(lane);
  }
  return { contestant, lanes, slices: new Map(CELLS.map((cell) => [cell, []])), unable: new Set() };
}

async function warmUp(field: Field, runner: Runner, warmUpMs: number): Promise<void> {
  const lanes = runner.lanes.slice(0, WARM_LANES);
  for (const operation of OPERATIONS)
    await field.run(runner, operation, () => runSlice(runner.contestant, lanes, operation, warmUpMs));
}

async function measure(runner: Runner, cell: Cell, sliceMs: number): Promise<void> {
  const lanes = runner.lanes.slice(0, cell.connections);
  const slice = await runSlice(runner.contestant, lanes, cell.operation, sliceMs);
  runner.slices.get(cell)?.push(slice);
}

/** @returns the same entries, beginning with another one each round */
export function rotated<T>(entries: readonly T[], round: number): T[] {
  const first = entries.length === 0 ? 0 : round % entries.length;
  return [...entries.slice(first), ...entries.slice(0, first)];
}
