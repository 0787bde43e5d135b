/** An answer that is asked for once it is wanted, and dropped when it comes too late. */
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * @param key of the question; a new key asks again, and the last answer stays until then
 * @returns undefined until there is one
 */
export function useAnswer<Answer>(ask: () => Promise<Answer>, key: unknown): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  const begin = useEffectEvent(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let isWanted = true;
    void begin().then((found) => isWanted && setAnswer(() => found));
    return () => {
      isWanted = false;
    };
  }, [key]);
  return answer;
}
