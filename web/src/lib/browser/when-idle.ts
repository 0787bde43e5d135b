// Safari does not say when it is idle.
const SOON_MS = 2000;

/** Runs something once the browser is idle, such as loading code for the next screen.
 * @returns the cancel function */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) return clearTimeout.bind(undefined, setTimeout(run, SOON_MS));
  const waiting = requestIdleCallback(run);
  return () => cancelIdleCallback(waiting);
}
