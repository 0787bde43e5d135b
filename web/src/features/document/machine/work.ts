/** Asks the runner, and waits for signals, in work of an open page's machine. */
import type { Asks, Put, Signal, Work } from './commands.ts';

/**
 * The tab may die before the answer comes.
 * @returns the runner's answer
 * @throws what the answer failed with
 */
export function* ask<Name extends keyof Asks>(
  name: Name,
  ...given: Parameters<Asks[Name]>
): Work<Awaited<ReturnType<Asks[Name]>>> {
  return (yield { ask: name, given } as never) as Awaited<ReturnType<Asks[Name]>>;
}

export function newSignal(): Signal {
  return { hasHappened: false };
}

/** @param ms the longest wait */
export function* until(signal: Signal, ms?: number): Work<void> {
  if (!signal.hasHappened) yield* ask('until', signal, ms);
}

export function happen(put: Put, signal: Signal | undefined): void {
  if (!signal || signal.hasHappened) return;
  signal.hasHappened = true;
  put('happen', signal);
}
