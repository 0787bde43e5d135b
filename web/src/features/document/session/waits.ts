/** The clocks of an open page, and the signals that its work waits for. */
import { atMost } from '../../../lib/browser/time/pause.ts';
import type { Signal, Timer } from '../machine/commands.ts';

export class Waits {
  readonly #onTime: (timer: Timer) => void;
  readonly #timers = new Map<Timer, ReturnType<typeof setTimeout>>();
  readonly #signals = new Map<Signal, PromiseWithResolvers<void>>();

  /** @param onTime called when a clock has run out */
  constructor(onTime: (timer: Timer) => void) {
    this.#onTime = onTime;
  }

  /** @param isSpread it takes up to twice as long, by chance */
  set(timer: Timer, ms: number, isSpread = false): void {
    this.stop(timer);
    const spreadMs = isSpread ? ms * (1 + Math.random()) : ms;
    this.#timers.set(
      timer,
      setTimeout(() => this.#onTime(timer), spreadMs),
    );
  }

  stop(timer: Timer): void {
    clearTimeout(this.#timers.get(timer));
  }

  /** @param ms the longest wait */
  until(signal: Signal, ms?: number): Promise<void> {
    const waiting = this.#signals.get(signal) ?? Promise.withResolvers<void>();
    this.#signals.set(signal, waiting);
    return ms === undefined ? waiting.promise : atMost(waiting.promise, ms);
  }

  happen(signal: Signal): void {
    this.#signals.get(signal)?.resolve();
    this.#signals.delete(signal);
  }
}
