/**
 * Lets pieces of work that keep this process busy begin one after the other, and after each as long a pause as
 * it took: what is quick goes on meanwhile, however many large bodies come at once.
 */

export interface LargeWork {
  /** Resolves when it is the caller's turn. Only the work that follows at once counts. */
  turn(): Promise<void>;
}

export function createLargeWork(): LargeWork {
  const waiting: (() => void)[] = [];
  let isUnderWay = false;

  function next(): void {
    const begin = waiting.shift();
    isUnderWay = begin !== undefined;
    if (!begin) return;
    const began = performance.now();
    begin();
    // The code after this call runs first.
    setImmediate(() => setTimeout(next, performance.now() - began));
  }

  return {
    turn: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (isUnderWay) return;
        isUnderWay = true;
        setImmediate(next);
      }),
  };
}
