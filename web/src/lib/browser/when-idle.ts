// Safari does not say when it is idle.
const SOON_MS = 2000;

/** Runs something once the browser has nothing else to do, such as loading what will be wanted soon.
 * @returns what calls it off */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) return clearTimeout.bind(undefined, setTimeout(run, SOON_MS));
  const waiting = requestIdleCallback(run);
  return () => cancelIdleCallback(waiting);
}
