/** Work on a long text that can pause: it stops at each `yield`, and is gone on with at once, or after other work. */
export type Sliced<Result> = Generator<undefined, Result, undefined>;

export function atOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
