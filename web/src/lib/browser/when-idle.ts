// Safari does not say when it is idle, and a browser may be busy for long.
const AT_THE_LATEST_MS = 2000;

/** Runs something once the browser is idle, such as loading code for the next screen.
 * @returns the cancel function */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window))
    return clearTimeout.bind(undefined, setTimeout(run, AT_THE_LATEST_MS));
  const waiting = requestIdleCallback(run, { timeout: AT_THE_LATEST_MS });
  return () => cancelIdleCallback(waiting);
}
