/**
 * The race: in every round each contestant has its slice of each cell, one right after the other and in another order
 * each time, so that a busy moment of the machine falls on all of them and ratios within a round stay fair.
 */
import { type Contestant, type Lane, OPERATIONS, type Operation } from '../contestants/contestant.ts';
import { runSlice, type Slice } from './slice.ts';

const CONNECTIONS = [1, 16] as const;
const MOST_CONNECTIONS = 16;

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
  /** One per round. */
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
}

/** @throws {Error} when one that is no peer answers wrongly, or the signal's reason */
export async function race(contestants: readonly Contestant[], settings: RoundSettings): Promise<Outcome> {
  await using lanes = new AsyncDisposableStack();
  const field = new Field(settings.signal);
  for (const contestant of contestants) await field.attempt(contestant, () => open(contestant, lanes));
  // Before the first round everyone has run everything: code is compiled, statements are prepared, caches are filled.
  for (const runner of field.runners)
    await field.attempt(runner.contestant, () => warmUp(runner, settings.warmUpMs));
  for (let round = 0; round < settings.rounds; round++) {
    await settings.tidy();
    for (const cell of CELLS)
      for (const runner of rotated(field.runners, round))
        await field.attempt(runner.contestant, () => run(runner, cell, settings.sliceMs));
    settings.onRound(round);
  }
  const results = field.runners.flatMap(({ contestant, slices }) =>
    CELLS.map((cell) => ({ contestant, cell, slices: slices.get(cell) ?? [] })),
  );
  return { results, missing: field.missing };
}

/** Who is in the race, and who dropped out. */
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

  /** Lets a contestant do something; a peer that fails is out. */
  async attempt(contestant: Contestant, work: () => Promise<Runner>): Promise<void> {
    this.#signal.throwIfAborted();
    const others = this.#runners.filter((runner) => runner.contestant !== contestant);
    try {
      const runner = await work();
      if (!this.#runners.includes(runner)) this.#runners = [...others, runner];
    } catch (error) {
      const { name, engine, part } = contestant;
      if (part !== 'peer') throw new Error(`${name} on ${engine} failed.`, { cause: error });
      this.missing.set(name, (error as Error).message);
      this.#runners = others;
    }
  }
}

async function open(contestant: Contestant, owner: AsyncDisposableStack): Promise<Runner> {
  const lanes: Lane[] = [];
  for (let index = 0; index < MOST_CONNECTIONS; index++) {
    const lane = await contestant.openLane();
    owner.defer(() => lane.close());
    lanes.push(lane);
  }
  return { contestant, lanes, slices: new Map(CELLS.map((cell) => [cell, []])) };
}

async function warmUp(runner: Runner, warmUpMs: number): Promise<Runner> {
  for (const operation of OPERATIONS) await runSlice(runner.contestant, runner.lanes, operation, warmUpMs);
  return runner;
}

async function run(runner: Runner, cell: Cell, sliceMs: number): Promise<Runner> {
  const lanes = runner.lanes.slice(0, cell.connections);
  const slice = await runSlice(runner.contestant, lanes, cell.operation, sliceMs);
  runner.slices.get(cell)?.push(slice);
  return runner;
}

/** @returns the same entries, beginning with another one each round */
export function rotated<T>(entries: readonly T[], round: number): T[] {
  const first = entries.length === 0 ? 0 : round % entries.length;
  return [...entries.slice(first), ...entries.slice(0, first)];
}
