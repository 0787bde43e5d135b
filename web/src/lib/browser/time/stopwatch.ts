/** Measures a time by two clocks: somebody may set the one, and the other may stand still while the device sleeps. */

/** @returns how many milliseconds have passed since: too many rather than too few */
export function startStopwatch(): () => number {
  const [wall, steady] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - wall, performance.now() - steady);
}
