/** Closing must never be what keeps a process from ending. */

/**
 * Waits for what is being closed, but not for ever, and not for its failure: there is an error already.
 * @param close begins to close
 */
export async function closeInTime(timeoutMs: number, close: () => PromiseLike<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  const closed = Promise.resolve(close()).catch(() => undefined);
  await Promise.race([late, closed]);
  clearTimeout(timer);
}
