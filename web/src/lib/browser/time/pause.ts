/** Waiting for a time. Unlike animation frames, timers also run in a tab that is out of sight. */

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits for some work, but no longer than that. The work itself goes on. @throws the work's error meanwhile */
export async function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  await Promise.race([work, pause(ms)]);
}

const STEP_MS = 1000;

/** The work may still be done, later. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Waits for an answer for so many seconds in which the tab was awake: one that was frozen hears first what was answered meanwhile.
 * The work itself goes on.
 * @throws {NoAnswer}, or the work's own error
 */
export async function answeredWithin<Answer>(seconds: number, work: Promise<Answer>): Promise<Answer> {
  const settled = work.then(
    () => true,
    () => true,
  );
  for (let passed = 0; passed < seconds; passed++)
    if (await Promise.race([settled, pause(STEP_MS).then(() => false)])) return work;
  throw new NoAnswer(`There was no answer in ${seconds} seconds.`);
}
