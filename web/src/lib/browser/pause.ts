/** Waiting for a time. Unlike animation frames, timers also run in a tab that is out of sight. */

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits for some work, but no longer than that. The work itself goes on. @throws the work's error meanwhile */
export async function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  await Promise.race([work, pause(ms)]);
}
