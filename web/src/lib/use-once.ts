import { useEffect, useEffectEvent } from 'react';

/** Does something once the component is there, and what is below it. */
export function useOnce(run: () => unknown): void {
  const begin = useEffectEvent(run);
  useEffect(() => void begin(), []);
}
