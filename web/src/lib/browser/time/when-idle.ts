// Safari does not say when it is idle, and a browser may be busy for long.
const AT_THE_LATEST_MS = 2000;

let tellShown: () => void = () => undefined;
// While the first screen waits for its text the browser is idle, too, and what is loaded then keeps the text waiting.
const shown = Promise.race([
  new Promise<void>((resolve) => {
    tellShown = resolve;
  }),
  new Promise<void>((resolve) => {
    setTimeout(resolve, AT_THE_LATEST_MS);
  }),
]);

/** The first screen shows what the person came for: what comes next may be loaded. */
export function screenIsShown(): void {
  tellShown();
}

/**
 * Runs something once the browser is idle, such as loading code for the next screen.
 * @returns the cancel function
 */
export function whenIdle(run: () => void): () => void {
  let isCancelled = false;
  let cancel = () => {
    isCancelled = true;
  };
  void shown.then(() => {
    if (!isCancelled) cancel = runWhenIdle(run);
  });
  return () => cancel();
}

function runWhenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window))
    return clearTimeout.bind(undefined, setTimeout(run, AT_THE_LATEST_MS));
  const waiting = requestIdleCallback(run, { timeout: AT_THE_LATEST_MS });
  return () => cancelIdleCallback(waiting);
}
