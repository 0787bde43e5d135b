/**
 * A value that is asked for once a component shows it, and dropped when it comes too late. For what no query
 * keeps.
 */
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * @param key of the question; a new key asks again, and the last value stays until then
 * @returns undefined until there is one
 */
export function useAsyncValue<Value>(ask: () => Promise<Value>, key: unknown): Value | undefined {
  const [value, setValue] = useState<Value>();
  const begin = useEffectEvent(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key asks again, though the effect does not read it
  useEffect(() => {
    let isWanted = true;
    void begin().then((found) => isWanted && setValue(() => found));
    return () => {
      isWanted = false;
    };
  }, [key]);
  return value;
}
