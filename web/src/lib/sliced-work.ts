/** Work that takes long on some texts: it begins at once, and pauses now and then, so that the browser answers meanwhile. */
import type { Sliced } from '../../../markdown/src/tree/sliced.ts';
import { pause } from './browser/time/pause.ts';
import { useAsyncValue } from './hooks/use-async-value.ts';

// Nobody feels so short a wait, and most texts take less.
const SLICE_MS = 30;

type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

export class SlicedWork<Result> {
  readonly #work: Sliced<Result>;
  #outcome: Outcome<Result> | undefined;

  /** Does as much of it as takes no time that anybody feels. @param isAtOnce does all of it */
  constructor(work: Sliced<Result>, isAtOnce = false) {
    this.#work = work;
    this.#goOn(isAtOnce ? Number.POSITIVE_INFINITY : SLICE_MS);
  }

  get isDone(): boolean {
    return this.#outcome !== undefined;
  }

  /** @returns undefined while it takes longer @throws what the work throws */
  get result(): Result | undefined {
    if (this.#outcome && 'error' in this.#outcome) throw this.#outcome.error;
    return this.#outcome?.result;
  }

  async finish(): Promise<void> {
    while (!this.#outcome) {
      await pause(0);
      this.#goOn(SLICE_MS);
    }
  }

  #goOn(ms: number): void {
    const end = performance.now() + ms;
    try {
      while (!this.#outcome && performance.now() < end) {
        const step = this.#work.next();
        if (step.done) this.#outcome = { result: step.value };
      }
    } catch (error) {
      this.#outcome = { error };
    }
  }
}

/** @returns undefined until there is a result */
export function useSlicedWork<Result>(work: SlicedWork<Result>): Result | undefined {
  // Another object each time, so that the component is drawn once more.
  useAsyncValue(
    async () => {
      await work.finish();
      return {};
    },
    work.isDone ? undefined : work,
  );
  return work.result;
}
