/** The seed's plan: which faults come when, and what each writer does in turn. */
import { Luck } from './luck.ts';

export const FAULTS = {
  /** SIGKILL of a server process, started again a moment later. */
  'server killed': { weight: 3, least: 0, most: 3000 },
  /** SIGKILL of a browser, started again a moment later. */
  'browser killed': { weight: 3, least: 0, most: 5000 },
  offline: { weight: 3, least: 1000, most: 20_000 },
  /** Each answer comes five seconds late. */
  'slow answers': { weight: 2, least: 5000, most: 15_000 },
  /** Requests arrive, and their answers are lost. */
  'lost answers': { weight: 2, least: 1000, most: 6000 },
  /** The process that draws a tab stands still; the rest of the browser goes on. */
  'tab frozen': { weight: 2, least: 1000, most: 20_000 },
  /** The whole browser stands still, as with a closed lid. */
  'browser asleep': { weight: 1, least: 1000, most: 15_000 },
  reload: { weight: 2, least: 0, most: 0 },
  'tab closed': { weight: 2, least: 0, most: 5000 },
  /** Another program writes the whole text. */
  'written by another program': { weight: 3, least: 0, most: 0 },
  /** Two move the same block at once, one up and one down. */
  'block moved by two': { weight: 3, least: 0, most: 0 },
  /** A person moves the block in which another one types. */
  'block moved under a writer': { weight: 3, least: 0, most: 0 },
} as const;

export type FaultKind = keyof typeof FAULTS;

export interface Fault {
  readonly kind: FaultKind;
  /** After the fault before it began. */
  readonly afterMs: number;
  readonly lastsMs: number;
  /** Decides whom it meets. */
  readonly at: number;
}

export interface Step {
  readonly kind: 'type' | 'remove' | 'undo' | 'move' | 'tick' | 'picture';
  readonly place: 'end' | 'start of a line' | 'end of a line' | 'middle';
  /** All letters of the word at once, as from a phone's keyboard. */
  readonly isAtOnce: boolean;
  readonly endsLine: boolean;
  readonly afterMs: number;
  /** Decides which place, or which word. */
  readonly at: number;
}

const LARGE = 2 ** 30;

export function* planFaults(seed: number): Generator<Fault, never> {
  const luck = new Luck(seed, 'faults');
  const weights = Object.fromEntries(
    Object.entries(FAULTS).map(([kind, { weight }]) => [kind, weight]),
  ) as Record<FaultKind, number>;
  for (;;) {
    const kind = luck.oneOf(weights);
    const { least, most } = FAULTS[kind];
    const afterMs = luck.between(1000, 5000);
    yield { kind, afterMs, lastsMs: luck.between(least, most), at: luck.below(LARGE) };
  }
}

export function* planSteps(seed: number, writer: string): Generator<Step, never> {
  const luck = new Luck(seed, writer);
  for (;;) {
    yield {
      kind: luck.oneOf({ type: 12, remove: 2, undo: 1, move: 2, tick: 1, picture: 1 }),
      place: luck.oneOf({ end: 3, 'start of a line': 2, 'end of a line': 2, middle: 3 }),
      isAtOnce: luck.below(6) === 0,
      endsLine: luck.below(5) === 0,
      afterMs: luck.between(100, 2500),
      at: luck.below(LARGE),
    };
  }
}
