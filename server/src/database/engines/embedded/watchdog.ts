/**
 * Ends a statement that takes too long. The embedded Postgres has no timers, so its `statement_timeout` does nothing,
 * and one costly request would keep everyone waiting. This tells open-embedded.ts, which ends the thread and starts a new one.
 */

const TICK_MS = 250;

/**
 * @param progress how many answers came so far, and whether one is awaited
 * @param limitMs how long the answer that is awaited may take
 * @param onStuck called when one takes longer
 * @returns stops watching
 */
export function watch(
  progress: () => { readonly answered: number; readonly busy: boolean },
  limitMs: () => number,
  onStuck: () => void,
): () => void {
  let last = -1;
  let waited = 0;
  // Ticks are counted, not time: when this thread itself was busy, an answer may be waiting to be seen.
  const timer = setInterval(() => {
    const { answered, busy } = progress();
    waited = busy && answered === last ? waited + 1 : 0;
    last = answered;
    if (waited * TICK_MS > limitMs()) {
      waited = 0;
      onStuck();
    }
  }, TICK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
