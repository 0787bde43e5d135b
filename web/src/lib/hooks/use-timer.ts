/** Something that happens a while after, unless something else comes first. */
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * @param delayMs undefined while it is not to happen
 * @param key another one begins again
 */
export function useTimer(run: () => void, delayMs: number | undefined, key: unknown): void {
  const onEnd = useEffectEvent(run);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (delayMs === undefined) return;
    const timer = setTimeout(() => onEnd(), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, key]);
}

/** @returns the value once it has stayed the same for a while */
export function useSettled<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  useTimer(() => setSettled(value), afterMs, value);
  return settled;
}
